import Foundation
package import InboxCore
package import InboxEvidence
package import InboxModel
package import InboxVendors

/// What an app reported to its vendor, put together from exchanges that passed: the same report as on a session of ours.
///
/// An event with an id is that id. Of the others, two requests with the same kind, person, device, message and time are
/// one event that was sent twice; where they say no time, each is an event of its own.
package struct AppDeliveries: Sendable {
  private var deliveries: [Key: Delivery] = [:]
  private var order: [Key] = []
  private var acknowledged: [UUID: Int] = [:]
  /// The ids that were made here, as the wire has none.
  private var ownIDs: Set<UUID> = []
  private var sessions: [String: Int] = [:]
  /// Visits and deletions, which the report on deliveries does not judge, and how often rows were seen.
  private var others: [Other: SentEvent] = [:]
  private var otherOrder: [Other] = []
  private var views: [Key: Int] = [:]
  /// What was taken or refused of what is not an engagement: in which exchange, and why it was refused, as a clause.
  private var settled: [Other: (number: Int, refusal: String?)] = [:]
  /// The last message of each id that the app fetched.
  package private(set) var messages: [MessageKey: Message] = [:]
  /// What the vendor has whose messages were fetched, or else whose traffic it is; nil where none was recognised.
  package private(set) var vendor: Capabilities?
  /// What was not reported; nil where that is not known.
  private var suppressed: [SuppressedAttempts]?
  /// The requests of events that cannot be read, each as a clause.
  private var unreadable: [String] = []
  /// How many exchanges no vendor publishes.
  package private(set) var unknown = 0

  private struct Key: Hashable {
    var id: UUID?
    var kind: EngagementEvent.Kind
    var identity: Identity?
    var message: MessageKey
    var time: Date?
    var detail: String?
    var session: String?
    var device: String?
    /// The number of the exchange, where nothing else tells an event from the next.
    var exchange: Int?
  }

  private struct Other: Hashable {
    var kind: AppAction.Kind
    var name: String
    var identity: Identity?
    var message: MessageID?
    var session: String?
    var device: String?
    var time: Date?
    var detail: String?
    var exchange: Int?

    init(_ action: AppAction, in read: ReadExchange) {
      (kind, name, identity) = (action.kind, action.name, action.identity)
      (message, session, detail) = (action.message?.id, action.session, action.detail)
      (device, time) = (action.device, action.time)
      exchange = time == nil ? read.exchange.number : nil
    }

    /// What is taken or refused: a mark, a deletion and a visit with an id are the same whenever they are sent.
    var settling: Self {
      guard kind == .read || kind == .delete || session != nil else { return self }
      var same = self
      (same.time, same.exchange) = (nil, nil)
      return same
    }
  }

  package init() {}

  /// Takes the exchanges of a recording, in their order.
  package init(_ recording: Recording) {
    for exchange in recording.exchanges { take(ReadExchange(exchange)) }
    suppressed = recording.suppressed
  }

  /// Takes another exchange.
  package mutating func take(_ read: ReadExchange) {
    if let reader = read.reader {
      if vendor == nil || read.actions.contains(where: { $0.kind == .fetch }) { vendor = reader.capabilities }
    } else {
      unknown += 1
    }
    for action in read.actions {
      for message in action.page?.messages ?? [] { messages[message.key] = message }
      if action.hidesEvents, let problem = action.problem {
        unreadable.append("number \(read.exchange.number), \(action.name) (\(problem))")
      }
      guard let kind = action.engagement else {
        recordOther(action, read)
        continue
      }
      let message =
        message(of: action, in: read) ?? Self.unknown
      let key = Key(
        id: action.id, kind: kind, identity: action.identity, message: message, time: action.time,
        detail: action.detail, session: action.session, device: action.device,
        exchange: action.id == nil && action.time == nil ? read.exchange.number : nil)
      views[key] = action.view?.count
      record(key, action, read)
    }
  }

  /// The message of an action, as far as the app has fetched it through the tap or names it.
  package func message(of action: AppAction, in read: ReadExchange) -> MessageKey? {
    read.message(of: action, among: messages)
  }

  private mutating func record(_ key: Key, _ action: AppAction, _ read: ReadExchange) {
    if deliveries[key] == nil { order.append(key) }
    var delivery =
      deliveries[key]
      ?? Delivery(
        id: key.id ?? UUID(), kind: key.kind, identity: key.identity ?? .device("unknown"),
        session: number(of: action), message: key.message, time: key.time ?? read.exchange.started,
        state: .waiting)
    delivery.sessionID = action.session.flatMap(UUID.init(uuidString:))
    let outcome = read.outcome(of: action)
    if outcome.kind != .withheld { delivery.tries += 1 }
    if key.id == nil { ownIDs.insert(delivery.id) }
    if outcome.kind == .taken { acknowledged[delivery.id, default: 0] += 1 }
    // What was taken once stays so, whatever becomes of a repeat; what may be sent again is not lost yet.
    if outcome.kind == .taken || delivery.state != .sent {
      delivery.state =
        switch outcome.kind {
        case .taken: .sent
        case .refused: .refused
        case .postponed, .unknown, .withheld: .waiting
        }
      delivery.reason = outcome.why
      delivery.settled = outcome.kind == .taken ? read.end : nil
    }
    deliveries[key] = delivery
  }

  private mutating func recordOther(_ action: AppAction, _ read: ReadExchange) {
    let key = Other(action, in: read)
    let outcome = read.outcome(of: action)
    if action.isOtherEvent, !action.hidesEvents { settle(key.settling, outcome, read.exchange.number) }
    guard let expected = RecordedEvent(action) else { return }
    if others[key] == nil { otherOrder.append(key) }
    var event = others[key] ?? SentEvent(expected, .app, at: read.exchange.started, device: action.device)
    if expected.time == nil { event.allowance = Self.allowance }
    if outcome.kind == .taken {
      (event.taken, event.fate) = (event.taken ?? read.end, nil)
    } else if event.taken == nil {
      event.fate = outcome.kind == .unknown ? "sent without a response" : outcome.words
    }
    others[key] = event
  }

  /// What was taken once stays so, whatever becomes of a repeat.
  private mutating func settle(_ event: Other, _ outcome: AppOutcome, _ number: Int) {
    switch outcome.kind {
    case .taken: settled[event] = (number, nil)
    case .refused where settled[event] == nil:
      let message = event.message.map { " of \($0)" } ?? ""
      settled[event] = (number, "request \(number), \(event.name)\(message) (\(outcome.words))")
    case .refused, .postponed, .unknown, .withheld: break
    }
  }

  /// A session that the wire numbers keeps its number; others are counted as they come.
  private mutating func number(of action: AppAction) -> Int? {
    guard let session = action.session else { return nil }
    if let known = action.sessionNumber ?? sessions[session] { return known }
    sessions[session] = sessions.count + 1
    return sessions.count
  }

  /// What the app sent, to be compared with what the server recorded (VE-14).
  package var sent: [SentEvent] {
    order.compactMap { key in
      deliveries[key].map { delivery in
        var event = SentEvent(delivery, .app, device: key.device)
        event.id = key.id
        if key.message == Self.unknown { event.message = nil }
        (event.views, event.session) = (views[key], key.session)
        if key.time == nil { event.allowance = Self.allowance }
        return event
      }
    } + otherOrder.compactMap { others[$0] }
  }

  /// Seconds that a server's time may be off by where a request says none: it is on its way, and two clocks differ (**D**).
  private static let allowance = 30.0

  /// Stands for a message that an event does not name.
  private static let unknown = MessageKey(center: .primary, id: MessageID("unknown message"))

  /// The report: what the vendor acknowledged counts as received.
  package var report: DeliveryReport {
    var receipts = DeliveryReceipts(counts: acknowledged)
    (receipts.isComplete, receipts.ownIDs) = (false, ownIDs)
    let refused = settled.values.compactMap { one in one.refusal.map { (one.number, $0) } }.sorted { $0 < $1 }
    return DeliveryReport(
      order.compactMap { deliveries[$0] }, suppressed: suppressed, receipts: receipts, vendor: vendor,
      unreadable: unreadable, refused: refused.map(\.1))
  }
}
