import struct Foundation.Date
import struct Foundation.DateInterval
import struct Foundation.UUID
import InboxCore
import InboxModel

extension VendorReader {
  /// The mobile inbox and embedded messages (wires.md §2).
  static let iterable = VendorReader(
    capabilities: IterableBackEnd.capabilities(), lists: .placements,
    place: { method, path in
      let end = path.suffix(2).joined(separator: "/")
      if method == "GET" { return fetches.contains(end) ? .messages : nil }
      guard method == "POST" else { return nil }
      return event(path) != nil ? .engagements : others.contains(end) ? .tracking : nil
    },
    read: { actions($0) },
    judge: { passed, response, _, _ throws(InboxError) in
      try IterableResponses.checkTaken(
        response, usesToken: passed.request.headers.first("Authorization") != nil)
    },
    fetches: [
      ("inAppMessages", "GET", "/api/inApp/getMessages"),
      ("placements", "GET", "/api/embedded-messaging/messages"),
    ],
    records: { !IterableEmbedded.isProof($0) })

  private static func actions(_ passed: Passed) -> [AppAction] {
    let end = passed.path.suffix(2).joined(separator: "/")
    let user = user(email: passed.query.firstValues["email"], userID: passed.query.firstValues["userId"])
    switch end {
    case "inApp/getMessages":
      let count = passed.query.firstValues["count"].flatMap { Int($0) }
      return [
        .fetch("getMessages", by: user, of: passed) { () throws(InboxError) in
          try FetchedPage.inbox(passed.raw, of: count, now: passed.time)
        }
      ]
    case "inApp/getPriorityMessage", "web/getMessages": return [AppAction(.fetch, end, by: user)]
    case "embedded-messaging/messages": return embedded(passed, user)
    default: break
    }
    let known = event(passed.path)
    let isEvent = !end.hasPrefix("users/")
    return AppAction.read(
      .tracking, known?.rawValue ?? end, hidesEvents: known != nil, isEvent: isEvent
    ) { () throws(InboxError) in
      let body = try passed.body()
      let user = Self.user(email: body["email"]?.text, userID: body["userId"]?.text)
      return known.map { actions($0, body, user) } ?? [.tracking(end, by: user, isEvent: isEvent)]
    }
  }

  private static let fetches: Set<String> = [
    "inApp/getMessages", "inApp/getPriorityMessage", "web/getMessages", "embedded-messaging/messages",
  ]

  /// Calls of the SDKs that are about no message.
  private static let others: Set<String> = [
    "events/track", "events/trackPushOpen", "events/trackBulk", "events/trackConsent", "users/update",
    "users/updateEmail", "users/registerDeviceToken", "users/disableDevice", "users/updateSubscriptions",
    "users/merge", "commerce/trackPurchase", "commerce/updateCart",
  ]

  private static func event(_ path: [Substring]) -> IterableEvent? {
    IterableEvent.allCases.first { event in
      path.joined(separator: "/").hasSuffix(event.path.dropFirst())
    }
  }

  /// A name that is empty is missing.
  private static func user(email: String?, userID: String?) -> Identity? {
    if let email, !email.isEmpty { return IterableUser.email(email).identity }
    guard let userID, !userID.isEmpty else { return nil }
    return IterableUser.userID(userID).identity
  }

  /// Every placement that the response names is a list of its own; one without a number is none that can be read.
  private static func embedded(_ passed: Passed, _ user: Identity?) -> [AppAction] {
    let asked = passed.query.items.filter { $0.name == "placementIds" }.compactMap { Int($0.value ?? "") }
    var nameless = AppAction(.fetch, "embedded messages", by: user)
    let named: [Int?]
    do throws(InboxError) {
      let records = try JSONValue.parse(passed.raw.body)["placements"]?.elements ?? []
      named = records.map { IterableEmbedded.number($0["placementId"]) }
    } catch {
      if passed.isSuccess { nameless.problem = "the list: \(error.description)" }
      return [nameless]
    }
    let placements = asked + named.compactMap(\.self).filter { !asked.contains($0) }
    if named.contains(nil) { nameless.problem = "the list: a placement has no placementId" }
    let rest = placements.isEmpty || nameless.problem != nil ? [nameless] : []
    // Of those the vendor leaves out the elements (Decisions, “Iterable's own rules where its documents are silent”).
    let held = Set(passed.query.items.filter { $0.name == "currentMessageIds" }.compactMap(\.value))
    let lists = placements.map { placement in
      var action = AppAction.fetch("placement \(placement)", by: user, of: passed) { () throws(InboxError) in
        try FetchedPage.embedded(passed.raw, placement: placement, now: passed.time)
      }
      action.detail = IterableEmbedded.list(placement).rawValue
      for message in action.page?.messages ?? [] where held.contains(message.id.rawValue) {
        if (message.record["elements"] ?? .null) == .null { action.onlyNamed.insert(message.id) }
      }
      return action
    }
    return lists + rest
  }

  /// What the body of an event says.
  static func actions(_ event: IterableEvent, _ body: JSONValue, _ user: Identity?) -> [AppAction] {
    let time = body["createdAt"]?.number.flatMap(WireDate.date)
    let (kind, detail): (AppAction.Kind, String?) =
      switch event {
      case .delivery, .embeddedReceived: (.delivery, nil)
      case .open: (.open, nil)
      case .click: (.click, body["clickedUrl"]?.text)
      case .embeddedClick: (.click, body["targetUrl"]?.text)
      case .close: (.close, (body["clickedUrl"]?.text ?? body["closeAction"]?.text).map { "by \($0)" })
      case .consume: (.delete, body["deleteAction"]?.text)
      case .inboxSession, .embeddedSession: (.session, nil)
      }
    if kind == .session { return session(event, body, user, time) }
    // An embedded event does not say of which placement its message is.
    let center = event.isEmbedded ? CenterName("embedded") : .primary
    let message = body["messageId"]?.text.map { MessageKey(center: center, id: MessageID($0)) }
    var action = AppAction(kind, event.rawValue, by: user, message: message, at: time, detail: detail)
    (action.session, action.device) = (body["inboxSessionId"]?.text, device(body))
    if message == nil { action.problem = "the request names no messageId" }
    // Without a deleteAction the message goes and no event is made (wires.md §2.3).
    action.isEvent = event != .consume || detail != nil
    return [action]
  }

  private static func device(_ body: JSONValue) -> String? { body["deviceInfo"]?["deviceId"]?.text }

  /// A visit, and what was seen in it.
  private static func session(
    _ event: IterableEvent, _ body: JSONValue, _ user: Identity?, _ time: Date?
  ) -> [AppAction] {
    // What came into view not once was not seen.
    let impressions = (body["impressions"]?.elements ?? []).filter { ($0["displayCount"]?.integer ?? 1) > 0 }
    let id = (body["inboxSessionId"] ?? body["session"]?["id"])?.text
    var visit = AppAction(
      .session, event.rawValue, by: user, at: time, id: id.flatMap(UUID.init(uuidString:)))
    (visit.session, visit.device) = (id, device(body))
    visit.recordedName = event == .embeddedSession ? "embeddedSession" : "inboxSession"
    visit.visit = interval(
      body["inboxSessionStart"] ?? body["session"]?["start"],
      body["inboxSessionEnd"] ?? body["session"]?["end"])
    visit.detail = "\(impressions.count.counted("message")) seen"
    return [visit]
      + impressions.compactMap { seen in
        guard let message = seen["messageId"]?.text else { return nil }
        let placement = seen["placementId"]?.integer.map { IterableEmbedded.list($0) }
        let count = seen["displayCount"]?.integer ?? 1
        let seconds = seen["displayDuration"]?.number ?? 0
        var action = AppAction(
          .display, event.rawValue, by: user,
          message: MessageKey(center: placement ?? .primary, id: MessageID(message)), at: time,
          detail: "\(count.counted("time")), \((seconds * 10).rounded() / 10) s")
        (action.session, action.device) = (id, visit.device)
        action.visit = visit.visit
        action.view = .init(count: count, seconds: seconds)
        return action
      }
  }

  /// Milliseconds since 1970.
  private static func interval(_ start: JSONValue?, _ end: JSONValue?) -> DateInterval? {
    let dates = [start, end].compactMap { $0?.number }.compactMap { WireDate.date(seconds: $0 / 1_000) }
    return dates.count == 2 && dates[0] <= dates[1] ? DateInterval(start: dates[0], end: dates[1]) : nil
  }
}
