import struct Foundation.Data
import HTTPTypes
import Hummingbird
import InboxCore

/// The App Inbox of a project and of a stream: fetch (wires.md 1.2) and mark as read (1.3).
struct AppInboxRoutes: Sendable {
  let calls: BloomreachCalls
  private var account: Account { calls.account }
  private var access: BloomreachAccess { calls.access }

  private static let fetchBody = APISchema.object([
    "customer_ids!": BloomreachCalls.ids,
    "application_id?": .text("^[a-z0-9]+(?:[-.][a-z0-9]+)*$", atMost: 50), "sync_token?": .text,
  ])
  private static let markBody = APISchema.object([
    "customer_ids!": BloomreachCalls.ids, "message_ids!": .list(.text, atLeast: 1), "sync_token!": .text,
  ])
  private static let list = APISchema.object([
    "success!": .flag, "sync_token!": .text, "messages!": .list(AppInboxItem.schema),
  ])

  var all: [APIRoute] {
    let projects = [[APIAccess.bloomreachKey], [.customerToken]]
    return [("projects/{project}", projects), ("streams/{stream}", [[.customerToken]])].flatMap {
      place, ways in
      [
        calls.route(
          APIOperation(
            .post, "/webxp/\(place)/appinbox/fetch", "The App Inbox, or what changed since the sync token",
            body: .json(Self.fetchBody), returns: .json(Self.list), errors: [410: BloomreachCalls.wrongBody]),
          ways
        ) { request, context in
          try await calls.faults.respond(.messages, context: context) {
            try await fetch(request, try await access.grant(request, context, for: .inbox))
          }
        },
        calls.route(
          APIOperation(
            .post, "/webxp/\(place)/appinbox/markasread", "Marks messages as read",
            body: .json(Self.markBody), returns: BloomreachCalls.success), ways
        ) { request, context in
          try await calls.faults.respond(.engagements, context: context) {
            try await markAsRead(request, try await access.grant(request, context, for: .inbox))
          }
        },
      ]
    }
  }

  /// The whole list, or what was added or changed since the sync token; an increment never removes.
  ///
  /// A token of another customer, application or generation is gone (410).
  private func fetch(_ request: Request, _ grant: BloomreachAccess.Grant) async throws -> Response {
    let body = try BloomreachBody(try await request.bodyData())
    let identity = try identity(body, grant)
    let application = try body.text("application_id") ?? "default-application"
    guard application.utf8.count <= 50, application.wholeMatch(of: Self.application) != nil else {
      throw Refusal.body("application_id “\(application)” is none.")
    }
    let (now, generation) = (await account.now(), try await account.generation())
    let all = try await account.messages(for: .bloomreach, identity: identity)
    var token = SyncToken(
      generation: generation, sequence: all.map(\.sequence).max() ?? 0, identity: identity,
      application: application)
    var since: Int64 = -1
    if let sent = try body.text("sync_token") {
      guard let old = SyncToken(sent), old.isContinued(by: token) else {
        throw Refusal.body("The sync_token is not valid any more.", status: .gone)
      }
      since = old.sequence
      token.sequence = max(token.sequence, old.sequence)
    }
    try await account.countFetch(.bloomreach, center: "App Inbox", of: identity)
    let messages = all.filter { message in
      message.sequence > since && (message.expiry.map { $0 > now } ?? true)
    }
    return .json(
      .object([
        "success": .bool(true), "sync_token": .string(token.text),
        "messages": .array(messages.reversed().map { AppInboxItem(message: $0).value }),
      ]))
  }

  /// Needs the sync token with which the messages came, of whatever generation.
  private func markAsRead(_ request: Request, _ grant: BloomreachAccess.Grant) async throws -> Response {
    let data = try await request.bodyData()
    let body = try BloomreachBody(data)
    let identity = try identity(body, grant)
    guard let ids = body["message_ids"]?.elements, !ids.isEmpty, ids.allSatisfy({ $0.text != nil }) else {
      throw Refusal.body("message_ids is not a list of texts, or is empty.")
    }
    guard let token = try body.text("sync_token") else { throw Refusal.body("sync_token is missing.") }
    guard SyncToken(token)?.isOf(identity) == true else {
      throw Refusal.body("The sync_token is not of this customer.")
    }
    let known = try await account.mark(
      ids.compactMap(\.text).map { MessageID($0) }, .read, of: identity, at: .bloomreach)
    let raw = VendorReceipt.RawRequest(request, body: data, mask: access.tokens.mask)
    try await account.accept(
      known.sorted { $0.rawValue < $1.rawValue }.map {
        VendorReceipt(.bloomreach, .read, message: $0, by: identity, request: raw)
      })
    return .json(.object(["success": .bool(true)]))
  }

  /// Whose inbox it is: a cookie alone has none, and a stream's needs a customer token.
  private func identity(_ body: BloomreachBody, _ grant: BloomreachAccess.Grant) throws -> Identity {
    if case .anonymous = grant { throw Refusal.access(.unauthorized, "Could not authenticate") }
    let ids = try CustomerIDs(body["customer_ids"])
    guard !ids.hard.isEmpty else { throw Refusal.body("The App Inbox needs a hard id in customer_ids.") }
    try access.check(grant, for: ids)
    return ids.identity
  }

  private static var application: Regex<Substring> { /[a-z0-9]+(?:[-.][a-z0-9]+)*/ }
}
