import struct Foundation.Date
import HTTPTypes
import InboxModel
import InboxVendors

/// The server of the vendor's example app, which hands out customer tokens to anyone who asks.
struct CustomerTokenRoutes: Sendable {
  let calls: BloomreachCalls

  /// For how many seconds a token is valid where the app does not say.
  private static let lifetime: Int64 = 3_600
  private static let body = APISchema.object([
    "project_id!": .text, "kid!": .text, "sub!": BloomreachCalls.ids, "exp?": .moment,
  ])

  var route: APIRoute {
    let operation = APIOperation(
      .post, "/webxp/exampleapp/customertokens", "Hands out a customer token, as the example app's server",
      body: .json(Self.body), returns: .json(.object(["customer_token!": .text, "expire_time!": .whole(0)])))
    return calls.route(operation, []) { request, context in
      let tokens = calls.world.tokens
      let body = try await BloomreachCalls.object(of: request)
      guard body["project_id"]?.text == tokens[.project] else { throw Refusal.unknownProject }
      // The example app sends the public key that it has.
      let (key, names) = (body["kid"]?.text ?? "", [TokenName.customerTokenKeyID, .tracking])
      guard names.contains(where: { tokens.matches(key, $0) }) else { throw Refusal.unknownKey }
      return try await calls.respondOrFail(.tracking, context) {
        try Self.body.check(body)
        let ids = try CustomerIDs(body["sub"])
        let now = Int64(calls.account.clock.date.timeIntervalSince1970)
        let expiry = body["exp"]?.number.map { Int64($0) } ?? now + Self.lifetime
        let token = JSONWebToken.make(
          keyID: tokens[.customerTokenKeyID],
          claims: .init(["sub": ids.all, "iat": now, "exp": expiry]), secret: tokens[.customerTokenSecret])
        return .json(.members(["customer_token": token, "expire_time": expiry]))
      }
    }
  }
}
