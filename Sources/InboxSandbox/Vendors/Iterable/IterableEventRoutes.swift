import struct Foundation.Date
import InboxCore

/// What happens to messages, and the sessions in which they were seen (wires.md §2.3, §2.4).
struct IterableEventRoutes: Sendable {
  let calls: IterableCalls

  /// An event of one message, with the vendor's name for it.
  private typealias Event = (path: String, summary: String, name: String, kind: VendorReceipt.Kind)

  private static let events: [Event] = [
    ("events/trackInAppDelivery", "A message has arrived", "inAppDelivery", .delivery),
    ("events/trackInAppOpen", "A message was opened, and is read everywhere", "inAppOpen", .open),
    ("events/trackInAppClick", "A link of a message was clicked", "inAppClick", .click),
    ("events/trackInAppClose", "A message was closed", "inAppClose", .close),
    ("events/inAppConsume", "A message was deleted", "inAppDelete", .delete),
    ("embedded-messaging/events/received", "An embedded message has arrived", "embeddedReceived", .delivery),
    ("embedded-messaging/events/click", "An embedded message was clicked", "embeddedClick", .click),
  ]

  private static let impressions = APISchema.list(
    .object(["messageId!": .filledText, "displayCount!": .amount, "displayDuration!": .amount]))

  var all: [APIRoute] {
    Self.events.map { event in
      calls.post(event.path, event.summary, faults: .engagements, ["messageId!": .filledText]) { post in
        try await take(event, post)
      }
    } + [
      // The SDKs alone send it: there is no public text.
      calls.post(
        "events/trackInboxSession", "The inbox was on the screen", faults: .engagements,
        [
          "inboxSessionId!": .filledText, "inboxSessionStart!": .amount, "inboxSessionEnd!": .amount,
          "impressions?": Self.impressions,
        ]
      ) { post in
        let span = (post.body["inboxSessionId"], post.body["inboxSessionStart"], post.body["inboxSessionEnd"])
        try await takeSession(post, span, name: "inboxSession", impression: "inboxMessageImpression")
      },
      calls.post(
        "embedded-messaging/events/session", "Embedded messages were on the screen", faults: .engagements,
        [
          "session!": .object(["id!": .filledText, "start!": .amount, "end!": .amount]),
          "impressions?": Self.impressions,
        ]
      ) { post in
        let session = post.body["session"]
        let span = (session?["id"], session?["start"], session?["end"])
        try await takeSession(post, span, name: "embeddedSession", impression: "embeddedImpression")
      },
      calls.post(
        "events/track", "An event of the app's own", faults: .tracking,
        ["eventName!": .filledText, "dataFields?": .map(.any)]
      ) { post in
        try await calls.project.account.accept(
          TrackedEvent(
            customerIDs: [post.user.kind.rawValue: post.user.value], time: post.time(received: now),
            type: post.text("eventName") ?? "", properties: post.object("dataFields")))
      },
    ]
  }

  private var now: Date { calls.project.account.clock.date }

  private func take(_ event: Event, _ post: IterablePost) async throws {
    let (id, account, user) = (
      MessageID(post.text("messageId") ?? ""), calls.project.account, post.user.identity
    )
    // What has expired or was consumed was there: its late events are taken.
    let messages = try await account.messages(for: .iterable, identity: user)
    guard let message = messages.first(where: { $0.id == id }),
      IterableWire.isEmbedded(message.center, message.extras) == event.name.hasPrefix("embedded")
    else { throw IterableStatus.badParams("Unknown messageId: \(id)") }
    // An open marks as read for every device; what is consumed is in no inbox any more.
    if let mark = [.open: VendorMark.read, .delete: .deleted][event.kind] {
      _ = try await account.mark([id], mark, of: user, at: .iterable)
    }
    // Without deleteAction the vendor records no event.
    let isEvent = event.kind != .delete || post.text("deleteAction") != nil
    try await account.accept(
      VendorReceipt(
        .iterable, event.kind, message: id, by: user, at: post.time(received: now),
        detail: detail(post.body, eventName: isEvent ? event.name : nil), request: post.raw))
  }

  /// What the wire says besides, with the vendor's name of the event.
  private func detail(_ body: JSONValue, eventName: String?) -> [String: JSONValue] {
    var detail = (body.members ?? [:]).filter { name, value in
      value != .null && !["email", "userId", "messageId", "createdAt", "impressions"].contains(name)
    }
    detail["eventName"] = eventName.map { .string($0) }
    return detail
  }

  /// Takes a session, and a display for each of its impressions.
  private func takeSession(
    _ post: IterablePost, _ span: (id: JSONValue?, start: JSONValue?, end: JSONValue?), name: String,
    impression: String
  ) async throws {
    guard let start = span.start?.number, let end = span.end?.number, start <= end else {
      throw IterableStatus.badParams("The session ends before it starts")
    }
    let (user, time) = (post.user.identity, post.time(received: now))
    var receipts = [
      VendorReceipt(
        .iterable, .session, by: user, at: time, detail: detail(post.body, eventName: name), request: post.raw
      )
    ]
    for display in post.body["impressions"]?.elements ?? [] {
      var detail = detail(display, eventName: impression)
      detail["inboxSessionId"] = span.id
      receipts.append(
        VendorReceipt(
          .iterable, .display, message: MessageID(display["messageId"]?.text ?? ""), by: user, at: time,
          detail: detail, request: post.raw))
    }
    try await calls.project.account.accept(receipts)
  }
}
