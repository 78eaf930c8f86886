package import InboxCore

/// What happened so far and how much of it is shown.
package struct EventPane: Equatable, Sendable {
  package enum Mode: Equatable, Sendable { case hidden, strip, full }

  /// The most that is kept; older entries go first.
  package static let capacity = 10_000

  package var mode = Mode.hidden
  package var entries: [JournalEntry] = []
  /// Lines scrolled up from the newest; 0 follows.
  package var back = 0

  package init() {}

  package mutating func append(_ entry: JournalEntry) {
    entries.append(entry.withoutRaw)
    if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    if back > 0 { back = min(back + 1, entries.count - 1) }
  }
}
