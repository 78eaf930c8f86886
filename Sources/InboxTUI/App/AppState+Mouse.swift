import InboxModel

/// What the mouse does: a click selects, a click on what is selected opens it, the wheel scrolls what is under it.
extension AppState {
  private static let wheelLines = 3

  mutating func moused(_ event: MouseEvent) -> [AppEffect] {
    // The drawn frame knows what is where; its theme does not matter.
    let target = MainView.draw(self, .mono).target(at: Point(x: event.x, y: event.y))
    switch event.kind {
    case .wheelUp: return wheel(-Self.wheelLines, over: target)
    case .wheelDown: return wheel(Self.wheelLines, over: target)
    case .press where event.button == 1:
      notice = nil
      mouse.border = nil
      if case .hint(let id)? = target { forgetQuestions(for: id) } else { forgetQuestions(for: nil) }
      return target.map { clicked($0) } ?? []
    case .drag where event.button == 1 && mouse.border != nil:
      if let border = mouse.border { drag(border, to: Point(x: event.x, y: event.y)) }
      return []
    case .drag where event.button == 1 && !mouse.hasDragged:
      mouse.hasDragged = true
      return notify(
        "Hold Shift to select text, or press \(keys.name(of: .mouse)) to turn the mouse off.")
    case .release:
      mouse.border = nil
      return []
    case .press, .drag: return []
    }
  }

  private mutating func clicked(_ target: MouseTarget) -> [AppEffect] {
    switch target {
    case .tab(let index): return layer == nil ? showTab(number: index + 1) : []
    case .badge: return layer == nil ? act(.badge) : []
    case .hint(let id): return act(id, hintKey(of: ActionRegistry[id]))
    case .outside: return perform(.back)
    case .layer: return []
    case .events:
      focusEvents()
      return []
    case .layerLine(let line): return layer?.content.clicked(line, in: &self) ?? []
    case .list:
      focusList()
      return []
    case .border(let border): return pressed(border)
    case .filter:
      focusList()
      return find.isTyping ? [] : perform(.find)
    case .row(let key):
      // The second click of a double click, or one more, goes on with the message that is read.
      if isReading, detail?.row.key == key {
        focus = .detail
        return []
      }
      guard list.selection?.key == key, focus == .list else {
        focusList()
        list.select(key)
        return []
      }
      return act(.open)
    case .detail:
      if detail != nil { focus = .detail }
      return []
    case .link(let number):
      guard focus == .detail, detail?.link == number else {
        focus = .detail
        detail?.link = number
        return []
      }
      return act(.followLink)
    case .event(let back):
      guard focus == .events, events.back == back else {
        focusEvents()
        events.select(back: back, of: page)
        return []
      }
      return act(.showEvent)
    }
  }

  /// Moves the keys to the list, as Esc does from an open message.
  mutating func focusList() {
    if focus == .detail { leaveMessage() }
    focus = .list
  }

  private mutating func wheel(_ lines: Int, over target: MouseTarget?) -> [AppEffect] {
    if layer != nil { return scroll(by: lines) }
    guard let pane = pane(under: target) else { return [] }
    if pane == .list, focus == .detail || isReading {
      var moved = self
      moved.focus = .list
      _ = moved.scroll(by: lines)
      // At an end of the list nothing moves, and the open message stays.
      guard moved.list != list else { return [] }
      // The selection moves to another message: the open one is left, as by a click.
      focusList()
    }
    let before = focus
    focus = pane
    defer { focus = before }
    return scroll(by: lines)
  }

  /// Which pane the wheel scrolls; nil where there is none.
  private func pane(under target: MouseTarget?) -> PaneFocus? {
    switch target {
    case .list?, .filter?, .row?: .list
    case .detail?, .link?: .detail
    case .events?, .event?, .border(.events)?: .events
    case .border(.list)?: PaneLayout(self).hasDivider ? .list : .detail
    case .tab?, .badge?, .hint?, .outside?, .layer?, .layerLine?, nil: nil
    }
  }
}
