import struct Foundation.Date
import HTTPTypes
import Hummingbird
import InboxCore
import InboxVendors

/// The server of the vendor's example app, which hands out customer tokens to whoever asks.
struct CustomerTokenRoutes: Sendable {
  let account: Account
  let access: BloomreachAccess

  /// Seconds that a token is valid where the app does not say.
  private static let lifetime: Int64 = 3_600

  func add(to routes: RouterGroup<SandboxContext>) {
    routes.post("webxp/exampleapp/customertokens") { request, _ in
      let tokens = access.tokens
      let body = try BloomreachBody(try await request.bodyData())
      guard try body.text("project_id") == tokens.project else {
        throw Refusal.access(.notFound, "Invalid project id")
      }
      // The example app sends the public key that it has.
      guard let key = try body.text("kid"),
        [tokens.customerTokenKeyID, tokens.tracking].contains(where: { ControlToken.isSame(key, $0) })
      else { throw Refusal.access(.unauthorized, "Access key not found") }
      let ids = try CustomerIDs(body["sub"])
      let now = Int64(await account.now().timeIntervalSince1970)
      let expiry = body["exp"]?.number.map { Int64($0) } ?? now + Self.lifetime
      let token = JSONWebToken.make(
        keyID: tokens.customerTokenKeyID,
        claims: [
          "sub": .object(ids.all.mapValues { .string($0) }), "iat": .integer(now), "exp": .integer(expiry),
        ], secret: tokens.customerTokenSecret)
      return Response.json(
        .object(["customer_token": .string(token), "expire_time": .integer(expiry)]))
    }
  }
}
