import Foundation
package import InboxCore
package import InboxEvidence
import InboxVendors

/// What an app reported to its vendor, put together from exchanges that passed: the same report as on a session of ours.
///
/// An event with an id is that id. Of the others, two requests with the same kind, person, message and time are one
/// event that was sent twice.
package struct AppDeliveries: Sendable {
  private var deliveries: [Key: Delivery] = [:]
  private var order: [Key] = []
  private var acknowledged: [UUID: Int] = [:]
  private var sessions: [String: Int] = [:]
  private var messages: [MessageKey: Message] = [:]
  /// What the vendor has whose traffic it is; nil where none was recognised.
  package private(set) var vendor: Capabilities?
  /// How many exchanges no vendor publishes.
  package private(set) var unknown = 0

  private struct Key: Hashable {
    var id: UUID?
    var kind: EngagementEvent.Kind
    var identity: Identity?
    var message: MessageKey
    var time: Date?
    var detail: String?
  }

  package init() {}

  /// Takes the exchanges of a recording, in their order.
  package init(_ recording: Recording) {
    for exchange in recording.exchanges { take(ReadExchange(exchange)) }
  }

  /// Takes another exchange.
  package mutating func take(_ read: ReadExchange) {
    if let reader = read.reader { vendor = reader.capabilities } else { unknown += 1 }
    for action in read.actions {
      for message in action.page?.messages ?? [] { messages[message.key] = message }
      guard let kind = action.engagement else { continue }
      let message =
        read.message(of: action, among: Array(messages.values))
        ?? MessageKey(center: .primary, id: MessageID("unknown message"))
      let key = Key(
        id: action.id, kind: kind, identity: action.identity, message: message, time: action.time,
        detail: action.detail)
      note(key, action, read)
    }
  }

  private mutating func note(_ key: Key, _ action: AppAction, _ read: ReadExchange) {
    if deliveries[key] == nil { order.append(key) }
    var delivery =
      deliveries[key]
      ?? Delivery(
        id: key.id ?? UUID(), kind: key.kind, identity: key.identity ?? .device("unknown"),
        session: action.session.map { number($0) }, message: key.message,
        time: key.time ?? read.exchange.started, state: .waiting)
    delivery.tries += 1
    if read.isTaken {
      delivery.state = .sent
      delivery.reason = nil
      acknowledged[delivery.id, default: 0] += 1
    } else if delivery.state != .sent, let status = read.exchange.status, read.exchange.error == nil {
      // What may be sent again is not lost yet.
      let isFinal = (400..<500).contains(status) && status != 408 && status != 429
      delivery.state = isFinal ? .refused : .waiting
      delivery.reason = "status \(status)"
    }
    deliveries[key] = delivery
  }

  /// A session that the wire numbers keeps its number; others are counted as they come.
  private mutating func number(_ session: String) -> Int {
    if let number = Int(session) { return number }
    if let known = sessions[session] { return known }
    sessions[session] = sessions.count + 1
    return sessions.count
  }

  /// The report: what the vendor acknowledged counts as received.
  package var report: DeliveryReport {
    DeliveryReport(
      order.compactMap { deliveries[$0] }, receipts: DeliveryReceipts(counts: acknowledged), vendor: vendor)
  }
}
