public import struct Foundation.Date

/// The head of a queue for the server.
public struct OutboxPage<Item: Hashable & Sendable>: Hashable, Sendable {
  /// The oldest that may leave, in the order in which they happened.
  public var items: [Item]
  /// How many wait in all, those included that may not leave yet.
  public var total: Int

  /// Takes its parts as they are; nothing is checked.
  public init(_ items: [Item], total: Int) {
    self.items = items
    self.total = total
  }
}

/// How an event left the outbox.
public enum Settlement: Hashable, Sendable {
  /// The server has it, in that generation of its receipts if it names one (SB-5).
  case sent(generation: Int?)
  /// The server will never take it, and why.
  case refused(String)
}

/// All that a device knows of what was displayed, opened and clicked on it, each in order.
public struct EngagementRecord: Hashable, Sendable {
  /// Every event about a message, and what became of it.
  public var deliveries: [Delivery]
  /// What was not reported, and why (EN-9).
  public var suppressed: [SuppressedAttempts] = []
  /// Every gesture on a tracked link of a message.
  public var clicks: [LinkClick] = []
  /// When a damaged archive may have lost some of all this, by the machine's clock; nil where none has.
  public var lost: Date?
}

/// Something that was queued for the server, with what became of it.
public struct OutboxRecord<Item: Hashable & Sendable>: Hashable, Sendable {
  /// What was queued.
  public var item: Item
  /// What became of it.
  public var state: Delivery.State
  /// Why, where it was refused or dropped.
  public var reason: String?
  /// How often it was handed to the network.
  public var tries: Int
  /// When the server acknowledged or refused it; nil while it did neither.
  public var settled: Date?
  /// The application that it was made for; nil while the profile names no server.
  public var application: String?

  /// Takes its parts as they are; nothing is checked.
  public init(
    _ item: Item, state: Delivery.State, reason: String? = nil, tries: Int, settled: Date? = nil,
    application: String? = nil
  ) {
    (self.item, self.state, self.reason) = (item, state, reason)
    (self.tries, self.settled, self.application) = (tries, settled, application)
  }
}
