import InboxModel

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

  /// A session that messages were seen in, with the vendor's names of it and of its members.
  private typealias Visit = (
    path: String, summary: String, name: String, impression: String, isNested: Bool, span: [String]
  )

  private static let visits: [Visit] = [
    // Only the SDKs send it: no public text describes it.
    (
      "events/trackInboxSession", "The inbox was on the screen", "inboxSession", "inboxMessageImpression",
      false, ["inboxSessionId", "inboxSessionStart", "inboxSessionEnd"]
    ),
    (
      "embedded-messaging/events/session", "Embedded messages were on the screen", "embeddedSession",
      "embeddedImpression", true, ["id", "start", "end"]
    ),
  ]

  /// How many messages an inbox held when it came onto the screen, and when it left.
  private static let counts = ["startTotal", "startUnread", "endTotal", "endUnread"].map {
    ("\($0)MessageCount?", APISchema.whole(0))
  }

  var all: [APIRoute] {
    Self.events.map { event in
      calls.post(event.path, event.summary, faults: .engagements, [("messageId!", .filledText)]) { post in
        try await take(event, post)
      }
    }
      + Self.visits.map { visit in
        let span = zip(visit.span, [APISchema.filledText, .whole(0), .whole(0)]).map { ("\($0)!", $1) }
        let display = APISchema.object(
          [
            ("messageId!", .filledText), ("displayCount!", .whole(0)), ("displayDuration!", .amount),
            visit.isNested ? ("placementId!", .whole(0)) : ("silentInbox?", .flag),
          ])
        let members =
          (visit.isNested ? [("session!", .object(span))] : span + Self.counts)
          + [("impressions?", .list(display))]
        return calls.post(visit.path, visit.summary, faults: .engagements, members) {
          try await take(visit, $0)
        }
      } + [
        calls.post(
          "events/track", "An event of the app's own", faults: .tracking,
          [("eventName!", .filledText), ("id?", .text), ("dataFields?", .map(.any))]
        ) { post in
          try await calls.account.accept(
            TrackedEvent(
              vendor: .iterable, id: post.body["id"]?.text.flatMap { $0.isEmpty ? nil : $0 },
              customerIDs: post.user.member.compactMapValues(\.text),
              time: post.body["createdAt"]?.integer.map { _ in post.time },
              type: post.body["eventName"]?.text ?? "", properties: post.body["dataFields"]?.members ?? [:]))
        }
      ]
  }

  private func take(_ event: Event, _ post: IterableCalls.Post) async throws {
    let (id, user) = (MessageID(post.body["messageId"]?.text ?? ""), post.user.identity)
    // An expired, consumed or withdrawn message did exist: its late events are accepted.
    let message = try await calls.account.message(id, for: .iterable, identity: user)
    let isTheirs =
      if let message {
        IterableWire.isEmbedded(message.center, message.extras) == event.name.hasPrefix("embedded")
      } else { try await calls.account.wasWithdrawn(id) }
    guard isTheirs else { throw IterableStatus.badParams("Unknown messageId: \(id)") }
    // Without deleteAction the vendor records no event.
    let isEvent = event.kind != .delete || !(post.body["deleteAction"]?.text ?? "").isEmpty
    let receipt = VendorReceipt(
      .iterable, event.kind, message: id, by: user, at: post.time,
      detail: detail(post.body, eventName: isEvent ? event.name : nil), request: post.raw)
    // An open marks the message as read on every device; a consumed one is in no inbox any more.
    guard let mark = [.open: VendorMark.read, .delete: .deleted][event.kind] else {
      return try await calls.account.accept(receipt)
    }
    try await calls.account.mark([id], mark, of: user, at: .iterable) { _ in [receipt] }
  }

  /// The other members of the body, with the vendor's name of the event.
  private func detail(_ body: JSONValue, eventName: String?) -> [String: JSONValue] {
    var detail = (body.members ?? [:]).filter { name, value in
      value != .null && !["email", "userId", "messageId", "createdAt", "impressions"].contains(name)
    }
    detail["eventName"] = eventName?.json
    return detail
  }

  /// Takes a session, and a display for each of its impressions.
  private func take(_ visit: Visit, _ post: IterableCalls.Post) async throws {
    let span = visit.span.map { (visit.isNested ? post.body["session"] : post.body)?[$0] }
    guard let start = span[1]?.number, let end = span[2]?.number, start <= end else {
      throw IterableStatus.badParams("The session ends before it starts")
    }
    let displays = post.body["impressions"]?.elements ?? []
    let session = VendorReceipt(
      .iterable, .session, by: post.user.identity, at: post.time,
      detail: detail(post.body, eventName: visit.name), request: post.raw)
    try await calls.account.accept(
      [session]
        + displays.map { display in
          var detail = detail(display, eventName: visit.impression)
          detail["inboxSessionId"] = span[0]
          return VendorReceipt(
            .iterable, .display, message: display["messageId"]?.text.map { MessageID($0) },
            by: post.user.identity, at: post.time, detail: detail,
            request: post.raw.kept(in: displays.count, part: display, mask: calls.world.tokens.mask))
        })
  }
}
