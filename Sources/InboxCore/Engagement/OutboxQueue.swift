/// What waits for a server in a queue of its own.
public enum OutboxQueue: Hashable, Sendable, CaseIterable {
  /// Displays, opens and the other events of messages (EN-8).
  case events
  /// Marks and deletions (VE-4).
  case changes
  /// A vendor's own events, which may go to a server of their own (UL-11…13).
  case tracking
}
