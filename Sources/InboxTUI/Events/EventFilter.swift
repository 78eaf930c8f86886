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
    case .display, .open, .session: self == .engagement
    case .badge: self == .badge
    case .link, .tracking: self == .links
    case .fetch, .rich, .push: self == .requests
    case .gone, .clock, .note: false
    }
  }
}
