import Foundation
package import InboxCore
package import InboxEvidence
package import InboxModel
import InboxVendors

/// What an app reported to its vendor, put together from exchanges that passed: the same report as on a session of
/// ours.
///
/// An event with an id is that id, whatever time a repeat says; what says another kind, message, person or session under
/// it is another event, and the vendor keeps the one that it took first. Of the others, two requests that say the same
/// of kind, person, device, session, message and time, and have the same properties, are one event that was sent twice;
/// where they say no time, each is an event of its own.
package struct AppDeliveries: Sendable {
  private var events: [Key: Event] = [:]
  private var order: [Key] = []
  private var acknowledged: [UUID: Int] = [:]
  private var ids: Set<UUID> = []
  /// Of each id of the wire the event that the vendor took first under it.
  private var holders: [UUID: Key] = [:]
  private var sessions: [String: Int] = [:]
  /// Visits and deletions, which the report on deliveries does not judge.
  private var others: [Key: SentEvent] = [:]
  private var otherOrder: [Key] = []
  /// What was taken or refused of what is not an engagement.
  private var settled: [Key: Settled] = [:]
  /// The last message of each id that the app fetched.
  package private(set) var messages: [MessageKey: Message] = [:]
  /// What the vendor has whose messages were fetched, or else whose traffic it is; nil where none was recognised.
  package private(set) var vendor: Capabilities?
  /// What those have whose traffic was recognised, by their names.
  private var vendors: [String: Capabilities] = [:]
  /// What was not reported; nil where that is not known.
  private var suppressed: [SuppressedAttempts]?
  /// The clicks of a run's tracked links; an app's are not known.
  private var clicks: [LinkClick] = []
  /// What a run stored to be sent, or dropped, and never requested.
  private var unrequested: [Delivery] = []
  /// The requests of events that cannot be read, each as a clause.
  private var unreadable: [String] = []
  /// The requests of an app that no reader of a vendor reads: the first, by method and path, and how many.
  private var unread: (first: String, count: Int)?
  /// What is missing in the recording, as a sentence.
  private var damage: String?
  /// How many exchanges of other vendors than the one that was asked for were left out.
  package private(set) var leftOut = 0

  /// What makes requests the same event, sent again.
  private struct Key: Hashable {
    var kind: AppAction.Kind
    var name: String
    var identity: Identity?
    /// As the request says it: of which list it is may be known only later.
    var message: MessageID?
    var session: String?
    /// The id of an engagement; time, device and contents need not agree then.
    var id: UUID?
    var device: String?
    var time: Date?
    var detail: String?
    var properties: [String: JSONValue] = [:]
    /// The number of the exchange, where nothing else tells an event from the next.
    var exchange: Int?

    init(_ action: AppAction, in read: ReadExchange) {
      (kind, name, identity) = (action.kind, action.name, action.identity)
      (message, session) = (action.message?.id, action.session)
      id = action.engagement == nil ? nil : action.id
      guard id == nil else { return }
      (device, time, detail) = (action.device, action.time, action.detail)
      properties = action.properties
      exchange = time == nil ? read.exchange.number : nil
    }

    /// What is taken or refused: a mark, a deletion and a visit with an id are the same whenever they are sent.
    var settling: Self {
      guard kind == .read || kind == .delete || session != nil else { return self }
      var same = self
      (same.time, same.exchange) = (nil, nil)
      if kind == .session { same.detail = nil }
      return same
    }
  }

  /// An event, with what its requests say of it besides.
  private struct Event {
    var delivery: Delivery
    /// Its id on the wire; without one, or where another event has the same, that of its delivery was made here.
    var id: UUID?
    /// Nil where it is not known.
    var message: MessageKey?
    var time: Date?
    var session: String?
    var device: String?
    var views: Int?
    /// Whether a repeat says another time.
    var changes = false
    /// Whether the vendor records what it accepts of the message.
    var isRecorded = true
  }

  /// What became of a mark, a deletion, a visit or an event of no message, and of those of other moments.
  private struct Settled {
    /// The last moment of which one was taken, `.distantFuture` where it said none; nil where none was.
    var taken: Date?
    /// The last moment of which one was refused, `.distantPast` where it said none, the first exchange with it, and why,
    /// as a clause.
    var refused: (time: Date, number: Int, why: String)?

    /// The refusal that nothing which was taken makes up for.
    var refusal: (number: Int, why: String)? {
      guard let refused, taken.map({ refused.time > $0 }) ?? true else { return nil }
      return (refused.number, refused.why)
    }
  }

  package init() {}

  /// Takes the exchanges of a recording, in their order.
  ///
  /// - Parameter vendor: The one whose traffic is taken; nil for every vendor's.
  package init(_ recording: Recording, of vendor: String? = nil) {
    for exchange in recording.exchanges {
      let read = ReadExchange(exchange)
      if let vendor, let other = read.reader?.capabilities.vendor, other != vendor {
        leftOut += 1
      } else {
        take(read)
      }
    }
    damage = recording.damage
    guard let attempts = recording.attempts else { return }
    (suppressed, clicks) = (attempts.suppressed, attempts.clicks)
    unrequested = unrequested(of: attempts)
  }

  /// What tells events of why lines and of requests apart, as far as both say it.
  private struct Subject: Hashable {
    var kind: EngagementEvent.Kind
    var message: MessageID?
    var person: Identity?
  }

  /// Those that a run stored and none of its requests holds.
  private mutating func unrequested(of attempts: RecordedAttempts) -> [Delivery] {
    // What is of an earlier run has no line in this one; wires keep seconds.
    let begin = attempts.begin.addingTimeInterval(-2)
    var requests: [Subject: Int] = [:]
    let own = order.filter { events[$0]?.time.map { $0 >= begin } ?? true }
    for event in own.compactMap({ events[$0] }) {
      let subject = Subject(
        kind: event.delivery.kind, message: event.message?.id, person: event.delivery.identity)
      // Where the wire has no ids, two of one second are one here.
      requests[subject, default: 0] += event.id == nil ? max(1, acknowledged[event.delivery.id] ?? 0) : 1
    }
    var rest = attempts.events
    func leaveOut(_ subject: (Delivery) -> Subject) {
      rest.removeAll { event in
        guard let count = requests[subject(event)], count > 0 else { return false }
        requests[subject(event)] = count - 1
        return true
      }
    }
    leaveOut { Subject(kind: $0.kind, message: $0.message.id, person: $0.identity) }
    // Why lines are not sure of the person, and a request may name no message.
    requests = Dictionary(
      requests.map { (Subject(kind: $0.key.kind, message: $0.key.message), $0.value) }, uniquingKeysWith: +)
    leaveOut { Subject(kind: $0.kind, message: $0.message.id) }
    // A person's requests leave in the order of the lines: of what message and session such a one is, its line says.
    for key in own {
      guard var event = events[key], event.message == nil,
        let place = rest.firstIndex(where: {
          $0.kind == event.delivery.kind && $0.state == .waiting && $0.identity == event.delivery.identity
        })
      else { continue }
      let line = rest.remove(at: place)
      requests[Subject(kind: line.kind), default: 0] -= 1
      event.message = line.message
      (event.delivery.message, event.delivery.session) = (line.message, line.session)
      events[key] = event
    }
    leaveOut { Subject(kind: $0.kind) }
    return rest
  }

  /// Takes one exchange.
  ///
  /// - Returns: The same, with what the app has of messages that a page only names.
  @discardableResult
  package mutating func take(_ read: ReadExchange) -> ReadExchange {
    let read = read.completed(by: messages)
    if let reader = read.reader {
      vendors[reader.capabilities.vendor] = reader.capabilities
      if vendor == nil || read.actions.contains(where: { $0.kind == .fetch }) { vendor = reader.capabilities }
    }
    if read.isUnread, let name = read.actions.first?.name {
      unread = (unread?.first ?? Self.shortened(name), (unread?.count ?? 0) + 1)
    }
    for action in read.actions {
      action.page?.keep(in: &messages)
      if action.hidesEvents, let problem = action.problem {
        unreadable.append("number \(read.exchange.number), \(action.name) (\(problem))")
      }
      guard let kind = action.engagement else {
        recordOther(action, read)
        continue
      }
      record(kind, action, read)
    }
    return read
  }

  private mutating func record(_ kind: EngagementEvent.Kind, _ action: AppAction, _ read: ReadExchange) {
    let message = read.message(of: action, among: messages)
    let key = Key(action, in: read)
    if events[key] == nil { order.append(key) }
    var event = events[key] ?? newEvent(kind, action, message, at: read.exchange.started)
    if let message { (event.message, event.delivery.message) = (message, message) }
    if let message = message.flatMap({ messages[$0] }) {
      event.isRecorded = read.reader?.records(message) != false
    }
    if event.time != action.time { event.changes = true }
    event.views = action.view?.count
    let outcome = outcome(of: action, key, read)
    settle(&event.delivery, outcome, at: read.end)
    events[key] = event
  }

  /// What became of an event: one under the id of another one that the vendor has already is a repeat of that to it.
  private mutating func outcome(of action: AppAction, _ key: Key, _ read: ReadExchange) -> AppOutcome {
    let outcome = read.outcome(of: action)
    guard outcome.kind == .taken, let id = action.id else { return outcome }
    guard let holder = holders[id], holder != key else {
      holders[id] = key
      return outcome
    }
    let other = events[holder].map {
      ": \($0.delivery.kind.rawValue) \($0.delivery.message.id) by \($0.delivery.identity.label)"
    }
    return AppOutcome(.refused, "the vendor has another event under its id\(other ?? "")")
  }

  private mutating func newEvent(
    _ kind: EngagementEvent.Kind, _ action: AppAction, _ message: MessageKey?, at time: Date
  ) -> Event {
    // Under one id there may be several.
    let id = action.id.flatMap { ids.insert($0).inserted ? $0 : nil }
    var delivery = Delivery(
      id: id ?? UUID(), kind: kind, identity: action.identity ?? .unnamed,
      session: number(of: action), message: message ?? Self.unknown, time: action.time ?? time,
      state: .waiting)
    delivery.sessionID = action.session.flatMap(UUID.init(uuidString:))
    return Event(
      delivery: delivery, id: action.id, message: message, time: action.time, session: action.session,
      device: action.device)
  }

  private mutating func settle(_ delivery: inout Delivery, _ outcome: AppOutcome, at end: Date) {
    if outcome.kind != .withheld { delivery.tries += 1 }
    if outcome.kind == .taken { acknowledged[delivery.id, default: 0] += 1 }
    // What was taken once stays so, whatever becomes of a repeat; what may be sent again is not lost yet.
    guard outcome.kind == .taken || delivery.state != .sent else { return }
    delivery.state =
      switch outcome.kind {
      case .taken: .sent
      case .refused: .refused
      case .postponed, .unknown, .withheld: .waiting
      }
    delivery.reason = outcome.why
    delivery.settled = outcome.kind == .taken ? end : nil
  }

  private mutating func recordOther(_ action: AppAction, _ read: ReadExchange) {
    var key = Key(action, in: read)
    let outcome = read.outcome(of: action)
    if action.isOtherEvent, !action.hidesEvents { settle(key, outcome, read.exchange.number) }
    guard let expected = RecordedEvent(action) else { return }
    // Of a deletion that is sent again the vendor makes another event; a visit with an id is one.
    if action.kind == .session { key = key.settling }
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

  /// What was taken once stays so, whatever becomes of a repeat; a mark or a deletion of a later moment is another one.
  private mutating func settle(_ event: Key, _ outcome: AppOutcome, _ number: Int) {
    let time = event.kind == .session ? nil : event.time
    var one = settled[event.settling] ?? Settled()
    switch outcome.kind {
    // Without a moment, one cannot be distinguished from another.
    case .taken: one.taken = max(one.taken ?? .distantPast, time ?? .distantFuture)
    case .refused:
      let time = time ?? .distantPast
      guard one.refused.map({ time > $0.time }) ?? true else { break }
      let message = event.message.map { " of \($0)" } ?? ""
      one.refused = (time, number, "request \(number), \(event.name)\(message) (\(outcome.words))")
    case .postponed, .unknown, .withheld: break
    }
    settled[event.settling] = one
  }

  /// A session that the wire numbers keeps its number; others are counted as they come.
  private mutating func number(of action: AppAction) -> Int? {
    guard let session = action.session else { return nil }
    if let known = action.sessionNumber ?? sessions[session] { return known }
    sessions[session] = sessions.count + 1
    return sessions.count
  }

  /// What the app sent, and what a run of this program never requested, to be compared with what the server recorded
  /// (VE-14): without what a vendor accepts and records nothing of, such as the events of a proof.
  package var sent: [SentEvent] {
    order.compactMap { key -> SentEvent? in
      guard let event = events[key], event.isRecorded else { return nil }
      var sent = SentEvent(event.delivery, .app, device: event.device)
      // What the server has under its id may be another event.
      let holder = event.id.flatMap { holders[$0] } ?? key
      (sent.id, sent.message) = (holder == key ? event.id : nil, event.message?.id)
      (sent.views, sent.session) = (event.views, event.session)
      if key.kind == .click { sent.link = key.detail }
      if event.time == nil { sent.allowance = Self.allowance }
      return sent
    } + otherOrder.compactMap { others[$0] }
      + unrequested.map { delivery -> SentEvent in
        var event = SentEvent(delivery, device: nil)
        // The why line has another time than its event, and no id.
        (event.id, event.origin, event.allowance) = (nil, nil, Self.allowance)
        return event
      }
  }

  /// Seconds that a server's time may be off by where a request says none: it is on its way, and two clocks differ
  /// (**D**).
  private static let allowance = 30.0

  /// Stands for a message that an event does not name.
  private static let unknown = MessageKey(center: .primary, id: MessageID("unknown message"))

  /// The vendors whose lacks the report names: of a run of this program the one of the inbox, as what it tracks beside is no
  /// display or open; of an app each.
  private var judged: [Capabilities] {
    guard suppressed != nil, let vendor else { return Array(vendors.values) }
    return [vendor]
  }

  /// A path may have any length.
  private static func shortened(_ name: String) -> String { name.count > 160 ? name.prefix(159) + "…" : name }

  /// That an app sent what is not judged, as a sentence; a run of this program requests links and pages besides.
  private var unjudged: [String] {
    guard suppressed == nil, let (first, count) = unread else { return [] }
    let more = count == 1 ? "" : " and \(count - 1) more"
    let requests = count.counted("request is of a call", "requests are of calls")
    return ["\(requests) that a report does not read or judge: \(first)\(more)."]
  }

  /// The report: what the vendor acknowledged counts as received.
  package var report: DeliveryReport {
    let known = order.compactMap { events[$0] }
    var receipts = DeliveryReceipts(counts: acknowledged)
    receipts.isComplete = false
    receipts.ownIDs = Set(known.filter { $0.id == nil }.map(\.delivery.id))
    let refused = settled.values.compactMap(\.refusal).sorted { $0 < $1 }
    let deliveries = known.map { event in
      var delivery = event.delivery
      if event.changes {
        delivery.reason = [delivery.reason, "sent again with another time"].compactMap(\.self)
          .joined(separator: "; ")
      }
      return delivery
    }
    return DeliveryReport(
      deliveries + unrequested, suppressed: suppressed, clicks: clicks, receipts: receipts,
      vendors: judged.sorted { $0.vendor < $1.vendor },
      unreadable: unreadable,
      refused: refused.map(\.why), unjudged: unjudged, damage: damage)
  }
}

extension FetchedPage {
  /// Adds its messages to those that an app has fetched; of an id the last one stays.
  package func keep(in messages: inout [MessageKey: Message]) {
    for message in self.messages { messages[message.key] = message }
  }
}
