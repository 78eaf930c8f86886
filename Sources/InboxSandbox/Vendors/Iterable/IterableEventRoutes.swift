import struct Foundation.Date
import Hummingbird
import InboxCore

/// What happens to messages, and the sessions in which they were seen (wires.md §2.3, §2.4).
struct IterableEventRoutes: Sendable {
  let project: IterableProject

  /// An event of one message, with the vendor's name for it.
  private typealias Event = (path: String, name: String, kind: VendorReceipt.Kind)

  private static let events: [Event] = [
    ("events/trackInAppDelivery", "inAppDelivery", .delivery), ("events/trackInAppOpen", "inAppOpen", .open),
    ("events/trackInAppClick", "inAppClick", .click), ("events/trackInAppClose", "inAppClose", .close),
    ("events/inAppConsume", "inAppDelete", .delete),
    ("embedded-messaging/events/received", "embeddedReceived", .delivery),
    ("embedded-messaging/events/click", "embeddedClick", .click),
  ]

  func add(to routes: IterableRoutes) {
    for event in Self.events {
      routes.post(event.path, .engagements) { request in try await take(event, request) }
    }
    // The SDKs alone send it: there is no public text.
    routes.post("events/trackInboxSession", .engagements) { request in
      try await takeSession(request, name: "inboxSession", impression: "inboxMessageImpression") {
        ($0, id: "inboxSessionId", start: "inboxSessionStart", end: "inboxSessionEnd")
      }
    }
    routes.post("embedded-messaging/events/session", .engagements) { request in
      try await takeSession(request, name: "embeddedSession", impression: "embeddedImpression") {
        body throws(IterableStatus) in
        (try body.required("session", body.object("session")), id: "id", start: "start", end: "end")
      }
    }
    routes.post("events/track", .tracking) { request in
      let (body, user, _) = try await project.body(of: request)
      let event = TrackedEvent(
        customerIDs: [user.kind.rawValue: user.value], time: try body.time(received: now),
        type: try body.requiredText("eventName"), properties: try body.object("dataFields")?.members ?? [:])
      try await project.account.accept(event)
    }
  }

  private var now: Date { project.account.clock.date }

  private func take(_ event: Event, _ request: Request) async throws {
    let (body, user, raw) = try await project.body(of: request)
    let id = MessageID(try body.requiredText("messageId"))
    let time = try body.time(received: now)
    // What has expired or was consumed was there: its late events are taken.
    let messages = try await project.account.messages(for: .iterable, identity: user.identity)
    guard let message = messages.first(where: { $0.id == id }),
      IterableWire.isEmbedded(message.center, message.extras) == event.name.hasPrefix("embedded")
    else { throw IterableStatus.badParams("Unknown messageId: \(id)") }
    // An open marks as read for every device; what is consumed is in no inbox any more.
    if let mark = [.open: VendorMark.read, .delete: .deleted][event.kind] {
      _ = try await project.account.mark([id], mark, of: user.identity, at: .iterable)
    }
    // Without deleteAction the vendor records no event.
    let isEvent = try event.kind != .delete || body.text("deleteAction") != nil
    try await project.account.accept(
      VendorReceipt(
        .iterable, event.kind, message: id, by: user.identity, at: time,
        detail: detail(body, eventName: isEvent ? event.name : nil), request: raw))
  }

  /// What the wire says besides, with the vendor's name of the event.
  private func detail(_ body: IterableBody, eventName: String?) -> [String: JSONValue] {
    var detail = body.members.filter { name, value in
      value != .null && !["email", "userId", "messageId", "createdAt", "impressions"].contains(name)
    }
    detail["eventName"] = eventName.map { .string($0) }
    return detail
  }

  /// Takes a session, and a display for each of its impressions.
  ///
  /// - Parameter span: The object that holds id, start and end, and how they are called there.
  private func takeSession(
    _ request: Request, name: String, impression: String,
    _ span: (IterableBody) throws(IterableStatus) -> (IterableBody, id: String, start: String, end: String)
  ) async throws {
    let (body, user, raw) = try await project.body(of: request)
    let time = try body.time(received: now)
    let (session, id, start, end) = try span(body)
    let sessionID = try session.requiredText(id)
    guard try session.amount(start) <= session.amount(end) else {
      throw IterableStatus.badParams("\(end) is before \(start)")
    }
    var receipts = [
      VendorReceipt(
        .iterable, .session, by: user.identity, at: time, detail: detail(body, eventName: name), request: raw)
    ]
    for display in try body.list("impressions") {
      _ = try (display.amount("displayCount"), display.amount("displayDuration"))
      var detail = detail(display, eventName: impression)
      detail["inboxSessionId"] = .string(sessionID)
      receipts.append(
        VendorReceipt(
          .iterable, .display, message: MessageID(try display.requiredText("messageId")), by: user.identity,
          at: time, detail: detail, request: raw))
    }
    try await project.account.accept(receipts)
  }
}
