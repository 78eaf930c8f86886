import Foundation
import InboxCore
import InboxModel

/// A line of the event pane: one entry, and the equal ones that followed at once.
package struct EventLine: Equatable, Sendable {
  package var entry: EventEntry
  /// Suppressed displays with the same reason that followed at once and share the line.
  package var more: [EventEntry] = []

  private static let most = 1_000

  /// What it is about: the message, or how many.
  var subject: String { more.isEmpty ? entry.subject : (more.count + 1).counted("message") }

  /// Whether an entry repeats this line.
  func covers(_ next: EventEntry) -> Bool {
    guard case .journal(let first) = entry, case .display(.suppressed) = first.kind,
      case .journal(let other) = next, case .display(.suppressed) = other.kind
    else { return false }
    guard more.count < Self.most else { return false }
    let last = more.last ?? entry
    return entry.why == next.why && next.time.timeIntervalSince(last.time) < 1
  }
}

/// Which lines of the event pane are shown.
package enum EventFilter: String, Equatable, Sendable, CaseIterable {
  case all, engagement, badge, links, requests, failures

  /// What it shows, in a sentence.
  var events: String {
    switch self {
    case .all: "events"
    case .engagement, .badge: "\(rawValue) events"
    case .links: "link events"
    case .requests, .failures: rawValue
    }
  }

  /// The filters that show something with this vendor.
  static func those(of vendor: Capabilities) -> [EventFilter] {
    allCases.filter { $0 != .badge || vendor.badge == .server }
  }

  /// The next one, in a circle.
  func next(_ vendor: Capabilities) -> EventFilter {
    let all = Self.those(of: vendor)
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  func shows(_ entry: EventEntry) -> Bool {
    switch (self, entry) {
    case (.all, _): true
    case (.failures, _): entry.isFailure
    case (_, .request): self == .requests
    case (_, .journal(let entry)): shows(entry.kind)
    }
  }

  private func shows(_ kind: JournalEntry.Kind) -> Bool {
    switch kind {
    case .display, .open, .engagement, .session, .change: self == .engagement
    case .badge: self == .badge
    case .link, .tracking: self == .links
    case .fetch, .rich, .push: self == .requests
    case .gone, .clock, .note: false
    }
  }
}
