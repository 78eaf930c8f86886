package import struct Foundation.Date
package import struct Foundation.UUID
package import InboxCore
package import InboxModel

/// An event of a message or an inbox that went to a server, no matter who sent it (VE-14).
package struct SentEvent: Hashable, Sendable, Codable {
  /// Who sent it.
  package enum Source: String, Hashable, Sendable, Codable, CaseIterable {
    /// This program.
    case inbox
    /// An app whose traffic was looked at.
    case app
  }

  package var source: Source
  package var kind: RecordedEvent.Kind
  /// What the server calls it; nil where that is not known.
  package var name: String?
  package var identity: Identity
  /// The event's id; nil where the vendor's wire has none.
  package var id: UUID?
  /// Nil where its request names none.
  package var message: MessageID?
  /// When it happened, as it was sent.
  package var time: Date
  /// Seconds that the server's time may be off by besides what it rounds: where the request does not say when it
  /// happened, the server takes its own clock's.
  package var allowance: Double?
  /// The visit in which it happened, as the wire names it; nil where that is not known.
  package var session: String?
  /// How often a row came into view in the visit; nil where that is not counted.
  package var views: Int?
  /// What it names as its device; nil where that is not known.
  package var device: String?
  /// The link of a click, as the wire names it; nil where that is not known.
  package var link: String?
  /// How often it was sent; nil where that is not known.
  package var tries: Int?
  /// When the server took it; nil where no response says that it did.
  package var taken: Date?
  /// The generation of a sandbox's receipts that holds it; nil while it is not known.
  package var generation: Int?
  /// The id of what it was made from here, which says when that was; nil for an app's.
  package var origin: UUID?
  /// What became of one that was not taken, in a few words; nil for one that was.
  package var fate: String?
  /// Whether it was made for another account than the one that is asked, which then lists nothing of it.
  package var isOfOtherAccount: Bool?
}

extension SentEvent {
  /// An event of this device, or of an app, with what became of it.
  package init(_ delivery: Delivery, _ source: Source = .inbox, device: String?) {
    self.init(
      source: source, kind: RecordedEvent.Kind(delivery.kind), identity: delivery.identity, id: delivery.id,
      message: delivery.message.id, time: delivery.time, device: device)
    (generation, origin) = (delivery.generation, source == .inbox ? delivery.id : nil)
    tries = delivery.tries
    settle(delivery.state, delivery.reason, tries: delivery.tries, at: delivery.settled)
  }

  /// What a server is expected to make of something of this device, with what became of that.
  init<Item>(
    _ expected: RecordedEvent, of record: OutboxRecord<Item>, _ origin: UUID, at time: Date, device: String?
  ) {
    self.init(expected, .inbox, at: time, device: device)
    self.origin = origin
    settle(record.state, record.reason, tries: record.tries, at: record.settled)
  }

  /// What a server is expected to make of something, of which nothing is known yet.
  ///
  /// - Parameter time: When it happened, where the expected event does not say it.
  package init(_ expected: RecordedEvent, _ source: Source, at time: Date, device: String?) {
    self.init(
      source: source, kind: expected.kind, identity: expected.identity, id: expected.id,
      message: expected.message, time: expected.time ?? time, session: expected.session,
      views: expected.views, device: device)
    name = expected.name
  }

  private mutating func settle(
    _ state: Delivery.State, _ reason: String?, tries: Int, at settled: Date?
  ) {
    guard state != .sent else { return taken = settled ?? time }
    let why = reason.map { ": \($0)" } ?? ""
    guard state.isUnknown(tries: tries) else { return fate = state.rawValue + why }
    // Of an app's, what the vendor responded is known.
    fate = (source == .app ? reason : nil) ?? "sent without a response"
  }
}
