/// How many events the outbox holds, and what goes when it holds more (EN-7): the oldest displays before the oldest
/// opens, and never without a word.
public struct OutboxLimit: Hashable, Sendable {
  /// How many of each kind must go.
  public struct Excess: Hashable, Sendable {
    /// The oldest of what happened by itself: displays, deliveries, closes.
    public var displays: Int
    /// The oldest of what a person did on purpose: opens and clicks.
    public var opens: Int

    /// Takes its parts as they are; nothing is checked.
    public init(displays: Int, opens: Int) {
      self.displays = displays
      self.opens = opens
    }
  }

  /// The most events that wait.
  public var events: Int

  /// Holds this many events.
  public init(events: Int = 10_000) { self.events = events }

  /// What must go when this many wait, those included that were just recorded.
  public func excess(displays: Int, opens: Int) -> Excess {
    let over = max(0, displays + opens - max(1, events))
    let fewer = min(over, displays)
    return Excess(displays: fewer, opens: over - fewer)
  }
}
