import struct Foundation.Date
import Hummingbird
import InboxModel
import InboxVendors

/// What the calls of one project share: who may call (wires.md §2.1), and what a user has.
extension IterableCalls {
  /// A body that a client may send, in the form of the call's schema.
  struct Post: Sendable {
    let body: JSONValue
    let user: IterableUser
    /// When it happened: `createdAt` in seconds, else when it arrived.
    let time: Date
    let raw: VendorReceipt.RawRequest
  }

  /// Refuses an unknown key before anything else of a request is judged.
  func checkKey(_ request: Request, isServer: Bool = false) throws(IterableStatus) {
    let apps: [TokenName] = isServer ? [] : [.iterableKey, .iterableTokenKey]
    let key = request.header("Api-Key") ?? ""
    guard (apps + [.iterableServerKey]).contains(where: { world.tokens.matches(key, $0) }) else {
      throw .unauthorized("BadApiKey", "Invalid API key")
    }
  }

  /// Refuses a request without the JWT that its key asks for, and one with another user's.
  ///
  /// It is HS256 over the key's secret, `email` or `userId`, and `iat` and `exp` in seconds, at most a year apart (support
  /// article 360050801231; the sentences are those that the SDKs know).
  ///
  /// - Parameter user: Nil for what is about no user.
  func checkToken(_ request: Request, of user: IterableUser?) throws(IterableStatus) {
    guard world.tokens.matches(request.header("Api-Key") ?? "", .iterableTokenKey) else { return }
    let header = request.headers[.authorization] ?? ""
    guard let text = ControlToken.credential(of: header, scheme: "Bearer") else {
      throw .unauthorized("BadAuthorizationHeader", "JWT Authorization header is not set")
    }
    func refused(_ msg: String) -> IterableStatus { .unauthorized("InvalidJwtPayload", msg) }
    guard let token = JSONWebToken(text) else { throw refused("JWT format is invalid") }
    guard token.isSigned(by: world.tokens[.userTokenSecret]) else { throw refused("JWT is invalid") }
    let (email, userID) = (token.claims["email"]?.text, token.claims["userId"]?.text)
    guard (email == nil) != (userID == nil) else {
      throw refused("JWT payload requires a value for userId or email")
    }
    guard let issued = token.issued, let expiry = token.expiry else { throw refused("Invalid payload") }
    guard expiry.timeIntervalSince(issued) <= 31_536_000 else {
      throw refused("Exp must be less than 1 year from iat")
    }
    let now = account.clock.date
    guard now < expiry else { throw refused("JWT token is expired") }
    // No published text has the sentence for a token that is not valid yet.
    guard token.hasBegun(at: now) else { throw refused("JWT is invalid") }
    guard let user else { return }
    // By their bytes, as people are compared.
    guard let named = user.kind == .email ? email : userID, user.value.hasBytes(of: named) else {
      throw .unauthorized(
        "JwtUserIdentifiersMismatched", "The email or userId of the request is not that of the JWT")
    }
  }

  /// The user's messages, newest first, without expired, consumed and withdrawn ones.
  func messages(of user: IterableUser) async throws -> [VendorMessage] {
    let now = account.clock.date
    return try await account.messages(for: .iterable, identity: user.identity)
      .filter { !$0.isDeleted && !$0.hasExpired(at: now) }
      .sorted { ($0.sent, $0.number) > ($1.sent, $1.number) }
  }

  /// The embedded messages by their placement: the number that the campaign names, else that of its center, by name
  /// from 1 without Primary.
  func placements(of messages: [VendorMessage]) async throws -> [Int: [VendorMessage]] {
    let launched = try await account.launchedCampaigns().map(\.center)
    let centers = Set(world.campaigns.map(\.center) + launched).subtracting([.primary]).map(\.rawValue)
      .sorted()
    return Dictionary(grouping: messages.filter { IterableWire.isEmbedded($0.center, $0.extras) }) {
      $0.extras[.iterable, "placement"]?.integer ?? (centers.firstIndex(of: $0.center.rawValue) ?? 0) + 1
    }
  }
}

/// The vendor's reading of a query.
extension Request {
  /// Empty where the value is empty or the word None, which some examples in the public text have as the default, and
  /// which the vendor's Python library sends for a missing value.
  func iterableQueries(_ name: String) -> [String] {
    uri.queryParameters[values: Substring(name)].map(String.init).filter { !$0.isEmpty && $0 != "None" }
  }

  func iterableQuery(_ name: String) -> String? { iterableQueries(name).first }

  func iterableNumber(_ name: String) -> Int? { iterableQuery(name).flatMap { Int($0) } }
}
