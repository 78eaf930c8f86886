package import InboxCore

/// What happened so far and how much of it is shown.
package struct EventPane: Equatable, Sendable {
  package enum Mode: Equatable, Sendable { case hidden, strip, full }

  /// The most that is kept; older lines go first.
  package static let capacity = 10_000

  package var mode = Mode.hidden
  package private(set) var lines: [EventLine] = []
  /// Lines from the newest to the selected one; 0 follows.
  package var back = 0
  /// Which pane had the keys before this one.
  package var cameFrom = AppState.Focus.list

  package init() {}

  /// The line that Enter shows.
  package var selected: EventLine? {
    let index = lines.count - 1 - back
    return lines.indices.contains(index) ? lines[index] : nil
  }

  package mutating func append(_ entry: JournalEntry) {
    if lines.last?.covers(entry) == true {
      lines[lines.count - 1].more.append(entry)
      return
    }
    lines.append(EventLine(entry: entry))
    if lines.count > Self.capacity { lines.removeFirst(lines.count - Self.capacity) }
    if back > 0 { back = min(back + 1, lines.count - 1) }
  }

  /// Forgets everything: it was about somebody else.
  package mutating func forget() {
    lines = []
    back = 0
  }
}
