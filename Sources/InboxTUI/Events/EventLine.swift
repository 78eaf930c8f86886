import Foundation
package import InboxCore

/// A line of the event pane: one entry, and how many like it came right after it.
package struct EventLine: Equatable, Sendable {
  package var entry: JournalEntry
  /// Suppressed displays with the same reason that followed at once: they share the line.
  package var more: [JournalEntry] = []

  /// Whether an entry says again what this line says.
  func covers(_ next: JournalEntry) -> Bool {
    guard case .display(.suppressed) = entry.kind, case .display(.suppressed) = next.kind else {
      return false
    }
    let last = more.last ?? entry
    return entry.why == next.why && next.time.timeIntervalSince(last.time) < 1
  }
}
