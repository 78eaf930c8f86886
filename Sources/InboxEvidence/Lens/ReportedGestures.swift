import struct Foundation.Data
import struct Foundation.Date
package import InboxCore
import InboxVendors

/// What an app's own reports say of gestures, where a recording holds nothing but its traffic.
///
/// Reports name less than was seen: of a row's visit of an Iterable inbox they have how often and how long, not when. Those
/// times are spread evenly over the session, which every rule counts alike.
package struct ReportedGestures {
  /// What happened, in the order of its times.
  package private(set) var log = GestureLog()
  /// Whether the reports say how long rows were in view.
  package private(set) var knowsDurations = true
  private var found: [InboxGesture] = []
  private var sessions: Set<Int> = []

  package init(_ exchanges: [HTTPExchange]) {
    for exchange in exchanges where exchange.method == "POST" {
      guard let body = exchange.requestBody else { continue }
      let path = String(exchange.url.prefix { $0 != "?" })
      if path.hasSuffix(Endpoint.engagements) {
        takeEngagements(body)
      } else if let value = Self.parsed(body), let name = path.split(separator: "/").last {
        take(String(name), value, at: exchange.started)
      }
    }
    let sorted = found.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    log = GestureLog(sorted.map(\.element))
  }

  private static func parsed(_ body: Data) -> JSONValue? {
    do { return try JSONValue.parse(body) } catch { return nil }
  }

  // MARK: - Responsys, in our own wire

  private mutating func takeEngagements(_ body: Data) {
    let events: [EngagementEvent]
    do { events = try EngagementWire.decodeRequest(body) } catch { return }
    for event in events {
      let number = event.session?.number
      if let number, sessions.insert(number).inserted {
        found.append(InboxGesture(.sessionBegan, at: event.time, by: event.identity, session: number))
      }
      guard let kind = Self.kinds[event.kind] else { continue }
      if kind == .shown { knowsDurations = false }
      found.append(
        InboxGesture(kind, at: event.time, by: event.identity, session: number, message: event.message))
    }
  }

  private static let kinds: [EngagementEvent.Kind: InboxGesture.Kind] = [
    .display: .shown, .open: .opened, .click: .clicked, .close: .closed,
  ]

  // MARK: - Iterable and Bloomreach

  private mutating func take(_ name: String, _ body: JSONValue, at time: Date) {
    switch name {
    case "trackInAppOpen": add(.opened, body, at: time)
    case "trackInAppClick": add(.clicked, body, at: time)
    case "trackInAppClose": add(.closed, body, at: time)
    case "trackInboxSession": addSession(body)
    case "markasread":
      for id in body["message_ids"]?.elements ?? [] {
        guard let id = id.text else { continue }
        found.append(InboxGesture(.read, at: time, by: Self.person(of: body), message: Self.key(id)))
      }
    case "events": addCampaign(body, at: time)
    default: return
    }
  }

  private mutating func add(_ kind: InboxGesture.Kind, _ body: JSONValue, at time: Date) {
    guard let id = body["messageId"]?.text else { return }
    let created = body["createdAt"]?.number.map { Date(timeIntervalSince1970: $0) }
    found.append(InboxGesture(kind, at: created ?? time, by: Self.person(of: body), message: Self.key(id)))
  }

  private mutating func addSession(_ body: JSONValue) {
    guard let start = Self.date(body["inboxSessionStart"]), let end = Self.date(body["inboxSessionEnd"])
    else { return }
    let person = Self.person(of: body)
    found.append(InboxGesture(.sessionBegan, at: start, by: person))
    for impression in body["impressions"]?.elements ?? [] {
      guard let id = impression["messageId"]?.text, let count = impression["displayCount"]?.integer,
        (1...10_000).contains(count), let seconds = impression["displayDuration"]?.number
      else { continue }
      let each = seconds / Double(count)
      let step = max(each, end.timeIntervalSince(start) / Double(count))
      for number in 0..<count {
        let shown = start.addingTimeInterval(step * Double(number))
        found.append(InboxGesture(.shown, at: shown, by: person, message: Self.key(id)))
        found.append(
          InboxGesture(.hidden, at: shown.addingTimeInterval(each), by: person, message: Self.key(id)))
      }
    }
    found.append(InboxGesture(.sessionEnded, at: end, by: person))
  }

  /// Bloomreach's event names the campaign, and not the message.
  private mutating func addCampaign(_ body: JSONValue, at time: Date) {
    let properties = body["properties"]
    guard body["event_type"]?.text == "campaign", properties?["action_type"]?.text == "app inbox",
      let campaign = properties?["campaign_id"]?.text,
      let kind: InboxGesture.Kind = ["opened": .opened, "clicked": .clicked][
        properties?["status"]?.text ?? ""]
    else { return }
    let created = body["timestamp"]?.number.map { Date(timeIntervalSince1970: $0) }
    found.append(
      InboxGesture(
        kind, at: created ?? time, by: Self.person(of: body), message: Self.key("campaign \(campaign)")))
  }

  private static func key(_ id: String) -> MessageKey { MessageKey(center: .primary, id: MessageID(id)) }

  private static func person(of body: JSONValue) -> Identity {
    let ids = body["customer_ids"]
    return .user(
      body["email"]?.text ?? body["userId"]?.text ?? ids?["registered"]?.text ?? ids?["cookie"]?.text
        ?? "somebody")
  }

  /// Milliseconds since 1970.
  private static func date(_ value: JSONValue?) -> Date? {
    value?.number.map { Date(timeIntervalSince1970: $0 / 1_000) }.flatMap {
      WireDate.range.contains($0) ? $0 : nil
    }
  }
}
