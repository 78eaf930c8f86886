import struct Foundation.Data
import struct Foundation.Date
import Hummingbird
import InboxModel
import InboxVendors

/// What the calls of one project share: who may call (wires.md §2.1), and what a user has.
extension IterableCalls {
  /// A body by someone who may send it, as the schema of its call has it.
  struct Post: Sendable {
    let body: JSONValue
    let user: IterableUser
    /// When it happened: `createdAt` in seconds, else the moment of its arrival.
    let time: Date
    let raw: VendorReceipt.RawRequest
  }

  /// Refuses a key that is none of the project's, before anything else of a request is judged.
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
    // Nothing published has the sentence for one that is not valid yet.
    guard token.hasBegun(at: now) else { throw refused("JWT is invalid") }
    guard let user else { return }
    guard user.value == (user.kind == .email ? email : userID) else {
      throw .unauthorized(
        "JwtUserIdentifiersMismatched", "The email or userId of the request is not that of the JWT")
    }
  }

  /// The user of a `GET`, whose key is right.
  func user(of request: Request) throws(IterableStatus) -> IterableUser {
    let user = try IterableUser(
      email: request.iterableQuery("email"), userID: request.iterableQuery("userId"))
    try checkToken(request, of: user)
    return user
  }

  /// A `POST` whose key is right, by someone who may call.
  func received(
    _ request: Request, of names: IterableUser.Names, _ schema: APISchema
  ) async throws -> Post {
    let data = try await Self.data(of: request)
    let body = try Self.object(data)
    let user = try IterableUser(email: body[names.email]?.text, userID: body[names.userID]?.text)
    try checkToken(request, of: user)
    if let flaw = schema.flaw(of: body, named: "the body") { throw IterableStatus.badParams(flaw) }
    let time = body["createdAt"]?.integer.map { Date(timeIntervalSince1970: Double($0)) }
    let raw = VendorReceipt.RawRequest(request, body: data, mask: world.tokens.mask)
    return Post(body: body, user: user, time: time ?? account.clock.date, raw: raw)
  }

  static func data(of request: Request) async throws -> Data {
    do { return try await request.bodyData() } catch let refusal as Refusal {
      throw IterableStatus(status: refusal.status, code: "BadParams", msg: refusal.error)
    }
  }

  static func object(_ data: Data) throws(IterableStatus) -> JSONValue {
    guard let body = try? JSONValue.parse(data, refusesSurplusCommas: true), case .object = body else {
      throw IterableStatus(code: "BadJsonBody", msg: "The body is not a JSON object")
    }
    return body
  }

  /// Newest first; nothing that has expired, was consumed or was taken back.
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

/// A query as the vendor reads it.
extension Request {
  /// None also where it is empty or the word None, which is the default of some in the public text, and which the
  /// vendor's Python library sends for whatever it was not given.
  func iterableQueries(_ name: String) -> [String] {
    uri.queryParameters[values: Substring(name)].map(String.init).filter { !$0.isEmpty && $0 != "None" }
  }

  func iterableQuery(_ name: String) -> String? { iterableQueries(name).first }

  func iterableNumber(_ name: String) -> Int? { iterableQuery(name).flatMap { Int($0) } }
}
