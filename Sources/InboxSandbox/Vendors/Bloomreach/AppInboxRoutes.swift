import HTTPTypes
import InboxModel

/// The App Inbox of a project and of a stream: fetch (wires.md 1.2) and mark as read (1.3).
struct AppInboxRoutes: Sendable {
  let calls: BloomreachCalls
  private var account: Account { calls.account }

  private static let fetchBody: APISchema = [
    "customer_ids!": BloomreachCalls.ids,
    "application_id?": .text("^[a-z0-9]+(?:[-.][a-z0-9]+)*$", atMost: 50), "sync_token?": .text,
  ]
  private static let markBody: APISchema = [
    "customer_ids!": BloomreachCalls.ids, "message_ids!": .list(.text, atLeast: 1), "sync_token!": .text,
  ]
  private static let list: APISchema = [
    "success!": .flag, "sync_token!": .text, "messages!": .list(AppInboxItem.schema),
  ]

  var all: [APIRoute] {
    let projects = [[APIAccess.bloomreachKey], [.customerToken]]
    return [("projects/{project}", projects), ("streams/{stream}", [[.customerToken]])].flatMap {
      place, credentials in
      [
        calls.route(
          "/webxp/\(place)/appinbox/fetch", "The App Inbox, or what changed since the sync token",
          Self.fetchBody, returns: .json(Self.list), errors: [410: BloomreachCalls.wrongBody], credentials,
          for: .inbox, faults: { _ in .messages }, fetch),
        calls.route(
          "/webxp/\(place)/appinbox/markasread", "Marks messages as read", Self.markBody, credentials,
          for: .inbox, faults: { _ in .engagements }, markAsRead),
      ]
    }
  }

  /// The whole list, or what was added or changed since the sync token; an increment never removes.
  ///
  /// A token of another customer, application, generation or space is gone (410), also of a former space of this name.
  @Sendable private func fetch(_ post: BloomreachCalls.Post) async throws -> JSONValue {
    let identity = try identity(post, Self.fetchBody)
    let (now, generation) = (account.clock.date, try await account.generation())
    let all = try await account.messages(for: .bloomreach, identity: identity)
    var token = SyncToken(
      generation: generation, sequence: all.map(\.sequence).max() ?? 0, identity: identity,
      application: post.body["application_id"]?.text ?? "default-application", space: account.token)
    var since: Int64 = -1
    if let sent = post.body["sync_token"]?.text {
      guard let old = SyncToken(sent), old.isContinued(by: token) else {
        throw Refusal.body("The sync_token is not valid any more.", status: .gone)
      }
      since = old.sequence
      token.sequence = max(token.sequence, old.sequence)
    }
    try await account.countFetch(.bloomreach, center: "App Inbox", of: identity)
    let messages = all.filter { $0.sequence > since && !$0.hasExpired(at: now) }
    let listed = messages.reversed().map { AppInboxItem(message: $0).value }
    return .members(["success": true, "sync_token": token.text, "messages": listed])
  }

  /// Requires the sync token that came with the messages, of any generation.
  @Sendable private func markAsRead(_ post: BloomreachCalls.Post) async throws -> JSONValue {
    let identity = try identity(post, Self.markBody)
    guard post.body["sync_token"]?.text.flatMap(SyncToken.init)?.isOf(identity) == true else {
      throw Refusal.body("The sync_token is not of this customer.")
    }
    let ids = (post.body["message_ids"]?.elements ?? []).compactMap(\.text).map { MessageID($0) }
    let mask = calls.world.tokens.mask
    try await account.mark(ids, .read, of: identity, at: .bloomreach) { known in
      known.sorted { $0.rawValue < $1.rawValue }.map { id in
        let part = JSONValue.members(["message_ids": [id.rawValue]])
        return VendorReceipt(
          .bloomreach, .read, message: id, by: identity,
          request: post.raw.kept(in: known.count, part: part, mask: mask))
      }
    }
    return BloomreachCalls.taken
  }

  /// The identity whose inbox is meant: a cookie alone has none.
  private func identity(_ post: BloomreachCalls.Post, _ schema: APISchema) throws -> Identity {
    let ids = try post.customer(schema)
    guard !ids.hard.isEmpty else { throw Refusal.body("The App Inbox needs a hard id in customer_ids.") }
    return ids.identity
  }
}
