import Hummingbird
import InboxCore
import InboxVendors

/// What the calls of one project share: who may call (wires.md §2.1), and what a user has.
struct IterableProject: Sendable {
  let account: Account
  let tokens: SandboxTokens
  let campaigns: [Campaign]

  /// Refuses a key that is none of the project's, before anything else of a request is judged.
  func checkKey(_ request: Request, isServer: Bool = false) throws(IterableStatus) {
    let apps = isServer ? [] : [tokens[.iterableKey], tokens[.iterableTokenKey]]
    let key = request.header("Api-Key") ?? ""
    guard (apps + [tokens[.iterableServerKey]]).contains(where: { ControlToken.isSame(key, $0) }) else {
      throw .unauthorized("BadApiKey", "Invalid API key")
    }
  }

  /// Refuses a request without the JWT that its key asks for, and one with another user's.
  private func checkToken(_ request: Request, of user: IterableUser) throws(IterableStatus) {
    guard ControlToken.isSame(request.header("Api-Key") ?? "", tokens[.iterableTokenKey]) else { return }
    try IterableToken.check(
      header: request.headers[.authorization], secret: tokens[.userTokenSecret], user: user,
      now: account.clock.date)
  }

  /// The user of a `GET`, whose key is right.
  func user(of request: Request) throws(IterableStatus) -> IterableUser {
    let user = try IterableUser(
      email: request.iterableQuery("email"), userID: request.iterableQuery("userId"))
    try checkToken(request, of: user)
    return user
  }

  /// A `POST` whose key is right, by somebody who may call.
  func post(
    _ request: Request, of names: IterableUser.Names, _ schema: APISchema
  ) async throws -> IterablePost {
    let data = try await request.bodyData()
    guard let body = try? JSONValue.parse(data), case .object = body else {
      throw IterableStatus(code: "BadJsonBody", msg: "The body is not a JSON object")
    }
    let user = try IterableUser(email: body[names.email]?.text, userID: body[names.userID]?.text)
    try checkToken(request, of: user)
    if let flaw = schema.flaw(of: body, named: "the body") { throw IterableStatus.badParams(flaw) }
    return IterablePost(
      body: body, user: user, raw: VendorReceipt.RawRequest(request, body: data, mask: tokens.mask))
  }

  /// Newest first; nothing that has expired, was consumed or was taken back.
  func messages(of user: IterableUser) async throws -> [VendorMessage] {
    let now = account.clock.date
    return try await account.messages(for: .iterable, identity: user.identity)
      .filter { message in !message.isDeleted && message.expiry.map { now < $0 } ?? true }
      .sorted { ($0.sent, $0.number) > ($1.sent, $1.number) }
  }

  /// The embedded messages by their placement: the number that the campaign names, else that of its center, by name
  /// from 1 without Primary.
  func placements(of messages: [VendorMessage]) async throws -> [Int: [VendorMessage]] {
    let launched = try await account.launchedCampaigns().map(\.center)
    let centers = Set(campaigns.map(\.center) + launched).subtracting([.primary]).map(\.rawValue).sorted()
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
