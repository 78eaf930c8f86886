/// How list and message share the screen.
package enum PaneSplit: String, CaseIterable, Sendable {
  /// By the screen's size.
  case automatic
  /// Side by side, where that leaves both enough.
  case beside
  /// One above the other, where that leaves both enough.
  case stacked
  /// One at a time.
  case single

  /// The one after it, round and round.
  var next: PaneSplit {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  /// What the person is told.
  var words: String {
    switch self {
    case .automatic: "Panes: by the screen's size"
    case .beside: "Panes: side by side"
    case .stacked: "Panes: one above the other"
    case .single: "Panes: one at a time"
    }
  }
}

/// What a person gave one pane or took from it, in steps.
package struct PaneShares: Equatable, Sendable {
  /// The list's, against the message.
  var list = 0
  /// The event strip's, against what is above it.
  var events = 0

  /// Percent of the screen that a step is.
  static let percent = 5
  /// Steps either way.
  static let limit = 6
}

/// Dividing the screen.
extension AppState {
  /// Gives the pane with the keys more room, or less.
  mutating func share(_ step: Int) -> [AppEffect] {
    let layout = PaneLayout(self)
    let hasPair = layout.list != nil && layout.detail != nil
    let hasStrip = layout.events != nil && (layout.list ?? layout.detail) != nil
    guard hasStrip || (hasPair && focus != .events) else {
      tell("This pane has the whole screen.", .warning)
      return []
    }
    let limit = -PaneShares.limit...PaneShares.limit
    let before = shares
    // A step that is less than a line or a column is none to a person: on to the first that is seen.
    repeat {
      let last = shares
      switch focus {
      case .list where hasPair: shares.list = (shares.list + step).clamped(to: limit)
      case .detail where hasPair: shares.list = (shares.list - step).clamped(to: limit)
      // Alone above the strip, a pane takes from it.
      case .list, .detail: shares.events = (shares.events - step).clamped(to: limit)
      case .events: shares.events = (shares.events + step).clamped(to: limit)
      }
      guard shares != last else {
        shares = before
        tell("This pane cannot have \(step > 0 ? "more" : "less") room here.", .warning)
        return []
      }
    } while PaneLayout(self) == layout
    return []
  }
}

extension Int {
  /// The nearest number of a range; where the range is turned round, its lower end.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
