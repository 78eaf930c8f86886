/// Moving a border between panes with the mouse.
extension AppState {
  /// A border was pressed: it follows the mouse from now on, and its pane gets the keys, unless that would leave the
  /// message that is read.
  mutating func pressed(_ border: PaneBorder) -> [AppEffect] {
    mouse.border = border
    guard border == .list else { return [] }
    guard PaneLayout(self).hasDivider else {
      if detail != nil { focus = .detail }
      return []
    }
    if !isReading { focusList() }
    return []
  }

  /// Moves the dragged border to the mouse, as far as it can go.
  mutating func drag(_ border: PaneBorder, to point: Point) {
    let layout = PaneLayout(self)
    let limit = -PaneShares.limit...PaneShares.limit
    switch border {
    case .list:
      guard let list = layout.list, let detail = layout.detail else { return }
      // The border beside a message is the list's last column; the one above it is the message's title.
      let isBeside = detail.x > list.x
      let wanted = isBeside ? point.x - list.x + 1 : point.y - list.y
      let all = isBeside ? list.width + detail.width : list.height + detail.height
      panes.shares.list = (percent(wanted, of: all) - (isBeside ? 40 : 45)).clamped(to: limit)
    case .events:
      guard let events = layout.events else { return }
      let all = events.maxY - (layout.list ?? layout.detail ?? events).y
      let wanted = events.maxY - point.y
      panes.shares.events = percent(wanted - all / 3, of: all).clamped(to: limit)
    }
  }

  /// The lowest percentage that yields this many columns or rows.
  private func percent(_ wanted: Int, of all: Int) -> Int {
    guard all > 0 else { return 0 }
    let exact = Double(wanted) * 100 / Double(all)
    return Int(exact.rounded(wanted < 0 ? .down : .up))
  }
}
