public import struct Foundation.UUID

/// Whether each display and open reached the server exactly once (EN-2, EN-5, EN-8).
///
/// A row is one kind of event of one message in one session of one person. With the server's own receipts it says what
/// is there; without them, what the server acknowledged.
public struct DeliveryReport: Hashable, Sendable {
  /// What a row comes to.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Each event is at the server, once.
    case exactlyOnce = "exactly-once"
    /// An event came more than once; the server knows by its id.
    case duplicated
    /// The server acknowledged an event that is not in its receipts.
    case missing
    /// More than one display of a message in one session: this must never be.
    case repeated
    /// An event waits to be sent.
    case waiting
    /// An event was refused or dropped: the server will never have it.
    case lost
  }

  /// One kind of event of one message in one session.
  public struct Row: Hashable, Sendable {
    /// Who looked.
    public var identity: Identity
    /// The session; nil for opens outside any.
    public var session: Int?
    /// The message.
    public var message: MessageKey
    /// A display or an open.
    public var kind: EngagementEvent.Kind
    /// How many events there are in each state.
    public var states: [Delivery.State: Int]
    /// How many of them the server's receipts hold; nil where they are not known.
    public var received: Int?
    /// How many arrivals there were repeats; nil where they are not known.
    public var duplicates: Int?
    /// Why events were refused or dropped.
    public var reasons: [String]
    /// What it comes to.
    public var verdict: Verdict

    /// How many events there are.
    public var events: Int { states.values.reduce(0, +) }
  }

  /// The rows, in the order of their first events.
  public let rows: [Row]

  /// Judges what the device remembers.
  ///
  /// - Parameters:
  ///   - deliveries: Every event of the device, in order.
  ///   - receipts: How often each event came to the server; nil where that is not known.
  public init(_ deliveries: [Delivery], receipts: [UUID: Int]?) {
    struct Place: Hashable {
      var identity: Identity
      var session: Int?
      var message: MessageKey
      var kind: EngagementEvent.Kind
    }
    var order: [Place] = []
    var groups: [Place: [Delivery]] = [:]
    for event in deliveries {
      let place = Place(
        identity: event.identity, session: event.session, message: event.message, kind: event.kind)
      if groups[place] == nil { order.append(place) }
      groups[place, default: []].append(event)
    }
    rows = order.map { place in
      let events = groups[place] ?? []
      var row = Row(
        identity: place.identity, session: place.session, message: place.message, kind: place.kind,
        states: Dictionary(grouping: events, by: \.state).mapValues(\.count),
        received: receipts.map { receipts in events.count { receipts[$0.id] != nil } },
        duplicates: receipts.map { receipts in events.reduce(0) { $0 + max(0, (receipts[$1.id] ?? 1) - 1) } },
        reasons: Set(events.compactMap(\.reason)).sorted(), verdict: .exactlyOnce)
      row.verdict = Self.verdict(row, events, receipts)
      return row
    }
  }

  private static func verdict(_ row: Row, _ events: [Delivery], _ receipts: [UUID: Int]?) -> Verdict {
    if row.kind == .display, row.events > 1 { return .repeated }
    if let receipts, events.contains(where: { $0.state == .sent && receipts[$0.id] == nil }) {
      return .missing
    }
    if (row.duplicates ?? 0) > 0 { return .duplicated }
    if (row.states[.refused] ?? 0) + (row.states[.dropped] ?? 0) > 0 { return .lost }
    return (row.states[.waiting] ?? 0) > 0 ? .waiting : .exactlyOnce
  }

  /// How many rows come to a verdict.
  public func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  /// Whether nothing stands against exactly once: a duplicate with its own id does not, for the receiver can tell.
  public var isProven: Bool { rows.allSatisfy { [.exactlyOnce, .duplicated].contains($0.verdict) } }

  /// Everything in one sentence.
  public var summary: String {
    let counts = Verdict.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
    return rows.isEmpty ? "Nothing was displayed or opened." : counts.joined(separator: ", ") + "."
  }

  /// The report as a JSON object with the members `proven`, `summary` and `rows`.
  public var json: JSONValue {
    .object(["proven": .bool(isProven), "summary": .string(summary), "rows": .array(rows.map(\.json))])
  }
}

extension DeliveryReport.Row {
  /// The row as a JSON object.
  public var json: JSONValue {
    func number(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
    var members: [String: JSONValue] = [
      "identity": .string(identity.storageKey), "session": number(session),
      "message_id": .string(message.id.rawValue), "message_center_name": .string(message.center.rawValue),
      "type": .string(kind.rawValue), "events": number(events), "received": number(received),
      "duplicates": number(duplicates), "verdict": .string(verdict.rawValue),
      "reasons": .array(reasons.map { .string($0) }),
    ]
    for state in Delivery.State.allCases { members[state.rawValue] = number(states[state] ?? 0) }
    return .object(members)
  }
}
