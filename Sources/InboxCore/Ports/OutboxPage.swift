/// The head of the outbox.
public struct OutboxPage: Hashable, Sendable {
  /// The oldest events that may leave, in the order in which they happened.
  public var events: [EngagementEvent]
  /// How many wait in all, those included that may not leave yet.
  public var total: Int

  /// Makes a page.
  public init(events: [EngagementEvent], total: Int) {
    self.events = events
    self.total = total
  }
}
