/// Dividing the screen.
extension AppState {
  /// Gives the pane with the keys more room, or less.
  mutating func share(_ step: Int) -> [AppEffect] {
    let layout = PaneLayout(self)
    let hasPair = layout.list != nil && layout.detail != nil
    let hasStrip = layout.events != nil && (layout.list ?? layout.detail) != nil
    guard hasStrip || (hasPair && focus != .events) else {
      return notify("This pane already has the whole screen.", .warning)
    }
    let limit = -PaneShares.limit...PaneShares.limit
    let before = panes.shares
    let step = step * PaneShares.step
    // A person does not see a step of less than a line or a column: it goes on to the first visible one.
    repeat {
      let last = panes.shares
      switch focus {
      case .list where hasPair: panes.shares.list = (panes.shares.list + step).clamped(to: limit)
      case .detail where hasPair: panes.shares.list = (panes.shares.list - step).clamped(to: limit)
      // A pane that is alone above the strip takes room from it.
      case .list, .detail: panes.shares.events = (panes.shares.events - step).clamped(to: limit)
      case .events: panes.shares.events = (panes.shares.events + step).clamped(to: limit)
      }
      guard panes.shares != last else {
        panes.shares = before
        return notify("This pane cannot \(step > 0 ? "grow" : "shrink") further.", .warning)
      }
    } while PaneLayout(self) == layout
    return []
  }
}

extension Int {
  /// The nearest number of a range; its lower end where the bounds are reversed.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
