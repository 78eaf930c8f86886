/// All that a device knows of what was displayed, opened and clicked on it, each in order.
public struct EngagementRecord: Hashable, Sendable {
  /// Every display and open, and what became of it.
  public var deliveries: [Delivery]
  /// What was not reported, and why (EN-9).
  public var suppressed: [SuppressedAttempts]
  /// Every gesture on a tracked link of a message.
  public var clicks: [LinkClick]

  /// Puts the three together.
  public init(deliveries: [Delivery], suppressed: [SuppressedAttempts] = [], clicks: [LinkClick] = []) {
    self.deliveries = deliveries
    self.suppressed = suppressed
    self.clicks = clicks
  }
}
