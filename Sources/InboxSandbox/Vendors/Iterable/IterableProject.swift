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
    let apps = isServer ? [] : [tokens.iterableKey, tokens.iterableTokenKey]
    let key = request.header("Api-Key") ?? ""
    guard (apps + [tokens.iterableServerKey]).contains(where: { ControlToken.isSame(key, $0) }) else {
      throw .unauthorized("BadApiKey", "Invalid API key")
    }
  }

  /// Refuses a request without the JWT that its key asks for, and one with another user's.
  private func checkToken(_ request: Request, of user: IterableUser) throws(IterableStatus) {
    guard ControlToken.isSame(request.header("Api-Key") ?? "", tokens.iterableTokenKey) else { return }
    try IterableToken.check(
      header: request.headers[.authorization], secret: tokens.userTokenSecret, user: user,
      now: account.clock.date)
  }

  /// The user of a `GET`, who may call.
  func user(of request: Request) throws(IterableStatus) -> IterableUser {
    try checkKey(request)
    let user = try IterableUser(
      email: request.iterableQuery("email"), userID: request.iterableQuery("userId"))
    try checkToken(request, of: user)
    guard ["iOS", "Android", "Web", "OTT"].contains(request.iterableQuery("platform") ?? "iOS") else {
      throw .badParams("platform is neither iOS, Android, Web nor OTT")
    }
    return user
  }

  typealias Post = (body: IterableBody, user: IterableUser, raw: VendorReceipt.RawRequest)

  /// A `POST` by somebody who may call.
  func body(of request: Request) async throws -> Post {
    try checkKey(request)
    let data = try await request.bodyData()
    let body = try IterableBody(data)
    let user = try body.user()
    try checkToken(request, of: user)
    try body.checkContext()
    return (body, user, VendorReceipt.RawRequest(request, body: data, mask: tokens.mask))
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
      $0.extras.iterable.placement ?? (centers.firstIndex(of: $0.center.rawValue) ?? 0) + 1
    }
  }
}
