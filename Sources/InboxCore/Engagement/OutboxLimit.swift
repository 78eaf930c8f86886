/// How many events the outbox holds, and what goes when it holds more (EN-7): the oldest displays before the oldest
/// opens, and never without a word.
public struct OutboxLimit: Hashable, Sendable {
  /// The most events that wait.
  public var events: Int

  /// Holds this many events.
  public init(events: Int = 10_000) { self.events = events }

  /// How many must go when this many wait, those included that were just recorded: the oldest of what happened by itself
  /// (displays, deliveries, closes), and the oldest of what a person did on purpose (opens and clicks).
  public func excess(displays: Int, opens: Int) -> (displays: Int, opens: Int) {
    let over = max(0, displays + opens - max(1, events))
    let fewer = min(over, displays)
    return (fewer, over - fewer)
  }
}
