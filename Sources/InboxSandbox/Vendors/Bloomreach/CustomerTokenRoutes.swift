import struct Foundation.Date
import HTTPTypes
import Hummingbird
import InboxCore
import InboxVendors

/// The server of the vendor's example app, which hands out customer tokens.
struct CustomerTokenRoutes: Sendable {
  let calls: BloomreachCalls

  /// Seconds that a token is valid where the app does not say.
  private static let lifetime: Int64 = 3_600
  /// Up to the year 9999.
  private static let times = 0...253_402_300_799.0

  var all: [APIRoute] {
    let operation = APIOperation(
      .post, "/webxp/exampleapp/customertokens", "Hands out a customer token, as the example app's server",
      body: .json(
        .object([
          "project_id!": .text, "kid!": .text, "sub!": BloomreachCalls.ids, "exp": .whole(0, 253_402_300_799),
        ])),
      returns: .json(.object(["customer_token!": .text, "expire_time!": .whole(0)])))
    let route = calls.route(operation, []) { request, _ in
      let tokens = calls.access.tokens
      let body = try BloomreachBody(try await request.bodyData())
      guard try body.text("project_id") == tokens[.project] else {
        throw Refusal.access(.notFound, "Invalid project id")
      }
      // The example app sends the public key that it has.
      guard let key = try body.text("kid"),
        [tokens[.customerTokenKeyID], tokens[.tracking]].contains(where: { ControlToken.isSame(key, $0) })
      else { throw Refusal.access(.unauthorized, "Access key not found") }
      let ids = try CustomerIDs(body["sub"])
      let now = Int64(await calls.account.now().timeIntervalSince1970)
      let expiry = try Self.expiry(body["exp"]) ?? now + Self.lifetime
      let token = JSONWebToken.make(
        keyID: tokens[.customerTokenKeyID],
        claims: [
          "sub": .object(ids.all.mapValues { .string($0) }), "iat": .integer(now), "exp": .integer(expiry),
        ], secret: tokens[.customerTokenSecret])
      return Response.json(
        .object(["customer_token": .string(token), "expire_time": .integer(expiry)]))
    }
    return [route]
  }

  private static func expiry(_ value: JSONValue?) throws -> Int64? {
    guard let seconds = value?.number else { return nil }
    guard times.contains(seconds) else { throw Refusal.body("exp is not a time in seconds since 1970.") }
    return Int64(seconds)
  }
}
