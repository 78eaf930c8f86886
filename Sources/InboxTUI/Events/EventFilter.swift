import InboxCore

/// Which lines of the event pane are shown.
package enum EventFilter: String, Equatable, Sendable, CaseIterable {
  case all, engagement, badge, links, requests, failures

  /// The next one, in a circle.
  package var next: EventFilter {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  /// Whether an entry is shown.
  func shows(_ entry: JournalEntry) -> Bool {
    switch self {
    case .all: return true
    case .failures: return entry.isFailure
    default: break
    }
    switch entry.kind {
    case .display, .open, .session: return self == .engagement
    case .badge: return self == .badge
    case .link, .tracking: return self == .links
    case .fetch, .rich, .push: return self == .requests
    case .gone, .clock, .note: return false
    }
  }
}
