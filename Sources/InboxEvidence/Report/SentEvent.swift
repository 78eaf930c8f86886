package import struct Foundation.Date
package import struct Foundation.UUID
package import InboxCore

/// An event of a message that went to a server, whoever sent it (VE-14).
package struct SentEvent: Hashable, Sendable, Codable {
  /// Who sent it.
  package enum Source: String, Hashable, Sendable, Codable, CaseIterable {
    /// This program.
    case inbox
    /// An app whose traffic was looked at.
    case app
  }

  package var source: Source
  package var kind: EngagementEvent.Kind
  package var identity: Identity
  /// The event's id; nil where the vendor's wire has none.
  package var id: UUID?
  /// Nil where its request names none.
  package var message: MessageID?
  /// When it happened, as it was sent.
  package var time: Date
  /// What it names as its device; nil where that is not known.
  package var device: String?
  /// When the server took it; nil where no response says that it did.
  package var taken: Date?
  /// What became of one that was not taken, in a few words; nil for one that was.
  package var fate: String?

  package init(
    _ source: Source, _ kind: EngagementEvent.Kind, by identity: Identity, id: UUID? = nil,
    message: MessageID?, at time: Date, device: String? = nil, taken: Date? = nil, fate: String? = nil
  ) {
    self.source = source
    self.kind = kind
    self.identity = identity
    self.id = id
    self.message = message
    self.time = time
    self.device = device
    self.taken = taken
    self.fate = fate
  }

  /// An event of this device, or of an app, with what became of it.
  package init(_ delivery: Delivery, _ source: Source = .inbox, device: String?) {
    let reason = delivery.reason.map { ": \($0)" } ?? ""
    let isTaken = delivery.state == .sent
    self.init(
      source, delivery.kind, by: delivery.identity, id: delivery.id, message: delivery.message.id,
      at: delivery.time, device: device, taken: isTaken ? delivery.settled ?? delivery.time : nil,
      fate: isTaken ? nil : delivery.isUnknown ? "sent without a response" : delivery.state.rawValue + reason)
  }
}
