import InboxCore

/// Tabs and panes.
extension AppState {
  mutating func show(tab step: Int) -> [AppEffect] {
    let names = centers
    guard let index = names.firstIndex(of: center) else { return [] }
    return show(names[(index + step + names.count) % names.count])
  }

  mutating func showTab(number: Int) -> [AppEffect] {
    guard number <= centers.count else {
      tell("There is no center \(number); this profile has \(centers.count).", .warning)
      return []
    }
    return show(centers[number - 1])
  }

  mutating func show(_ name: CenterName) -> [AppEffect] {
    guard name != center || isEverywhere else { return [] }
    leaveEverywhere()
    // What waited was about the list that is left, and so is a range.
    waitingKeys = []
    marks.anchor = nil
    center = name
    detail = nil
    focus = .list
    return []
  }

  mutating func nextPane() -> [AppEffect] {
    var whole = self
    whole.isZoomed = false
    let layout = PaneLayout(whole)
    switch focus {
    case .list: focus = layout.detail != nil && detail != nil ? .detail : .events
    case .detail:
      focus = layout.events == nil ? .list : .events
      events.cameFrom = .detail
    case .events:
      focus = .list
      events.cameFrom = .list
    }
    if focus == .events, layout.events == nil {
      focus = .list
      tell(
        "There is no other pane; \(keys.name(of: .open)) opens the message, \(keys.name(of: .events)) the events.",
        .warning)
    }
    return []
  }

  mutating func goBack() -> [AppEffect] {
    if case .help(var help)? = layer, help.isTyping || !help.filter.isEmpty {
      help = HelpState()
      layer = .help(help)
      return []
    }
    if layer != nil {
      layer = nil
      return []
    }
    switch focus {
    case .list: return []
    case .detail:
      focus = .list
      events.cameFrom = .list
      // A preview again: content that is still on its way is for the next opening.
      detail = list.selectedRow.map { row in
        var preview = DetailState(row: row)
        if detail?.row.key == row.key { preview.history = detail?.history }
        return preview
      }
      return []
    case .events:
      closeEvents()
      return []
    }
  }

  mutating func closeLayer() -> [AppEffect] {
    layer = nil
    return []
  }

  mutating func switchMouse() -> [AppEffect] {
    hasMouse.toggle()
    tell(
      hasMouse
        ? "The mouse clicks here; \(keys.name(of: .mouse)) gives it back."
        : "The mouse is the terminal's: it selects text.")
    return [.mouse(hasMouse)]
  }
}
