import InboxCore

/// Moving and scrolling in whatever has the keys.
extension AppState {
  /// Whether an action is about rows that are on their way: those of the list, or those that the selection moves to.
  func waitsForRows(_ action: Action) -> Bool {
    guard action.needsList else { return false }
    // The selection is on its way to the first or the last row.
    if list.pendingSelection != nil, list.isLoading { return true }
    if list.pendingSteps != 0 { return !action.moves }
    return list.window == nil || list.shown != source ? snapshot != nil && isExpectedSoon : false
  }

  /// Whether the rows of the list are requested, or will be with the next frame.
  private var isExpectedSoon: Bool {
    list.isLoading || list.revision != snapshot?.revision || list.asked != source
  }

  /// How many lines or rows a page has.
  var page: Int {
    guard layer == nil else { return max(1, LayerBox.height(on: size) - 1) }
    let layout = PaneLayout(self)
    switch focus {
    case .list: return max(1, layout.wholeRows)
    case .detail: return max(1, (layout.detailText?.height ?? 2) - 1)
    case .events: return max(1, (layout.events?.height ?? 2) - 1)
    }
  }

  mutating func scroll(by steps: Int) -> [AppEffect] {
    if var content = layer?.content {
      content.scroll(by: steps, self)
      layer = content.layer
      return []
    }
    switch focus {
    case .list: return list.move(by: steps).map { [AppEffect.load(list.load(source, $0))] } ?? []
    case .detail:
      let scroll = (detail?.scroll ?? 0) + steps
      detail?.scroll = max(0, scroll)
      // Keys in the same read start from where this one ends.
      if former == nil { fitDetail(to: PaneLayout(self)) }
      return []
    case .events:
      events.select(back: events.back - steps, of: page)
      return []
    }
  }

  /// Turns pages; in the list the rows move along with the selection.
  mutating func turn(by steps: Int) -> [AppEffect] {
    if layer == nil, focus == .list { list.top = max(0, list.top + steps) }
    return scroll(by: steps)
  }

  mutating func jump(toEnd: Bool) -> [AppEffect] {
    guard layer == nil, focus == .list else {
      // Far enough for any text: every scroll position is limited to its length.
      return scroll(by: toEnd ? 1_000_000 : -1_000_000)
    }
    // A jump to the other end that is under way is cancelled.
    if list.pendingSelection == nil, list.selectEnd(last: toEnd) { return [] }
    list.pendingSelection = toEnd ? .last : .first
    return [.load(list.load(source, toEnd ? .bottom : .top))]
  }

  /// Selects a row of a menu by its number; where there are fewer rows, nothing changes.
  mutating func selectRow(number: Int) -> [AppEffect] {
    let before = layer
    var effects = jump(toEnd: false)
    for _ in 1..<max(1, number) {
      let place = layer?.content.selectedLine
      effects = scroll(by: 1)
      guard layer?.content.selectedLine != place else {
        layer = before
        return []
      }
    }
    return effects
  }
}
