import Foundation
import InboxCore

/// A line of the event pane: one entry, and how many like it came right after it.
package struct EventLine: Equatable, Sendable {
  package var entry: EventEntry
  /// Suppressed displays with the same reason that followed at once: they share the line.
  package var more: [EventEntry] = []

  /// The most that share a line.
  private static let most = 1_000

  /// Whether an entry says again what this line says.
  func covers(_ next: EventEntry) -> Bool {
    guard case .journal(let first) = entry, case .display(.suppressed) = first.kind,
      case .journal(let other) = next, case .display(.suppressed) = other.kind
    else { return false }
    guard more.count < Self.most else { return false }
    let last = more.last ?? entry
    return entry.why == next.why && next.time.timeIntervalSince(last.time) < 1
  }
}
