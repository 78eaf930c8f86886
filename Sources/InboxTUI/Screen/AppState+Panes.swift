import InboxCore
import InboxModel

extension AppState {
  mutating func take(_ event: ScreenEvent) -> [AppEffect] {
    switch event {
    case .resized(let size): resize(to: size)
    case .gestureRepeated(let key): return repeated(key)
    case .away(let isAway): lifecycle.isAway = isAway
    case .leaving: waits.append(Wait(kind: .leaving, since: now))
    case .momentPassed: former = nil
    case .copied(_, let problem?, _): notify(problem, .error)
    case .copied(let what, nil, let place): notify("Copied\(place.map { " to \($0)" } ?? ""): \(what)")
    case .paged(let problem): paged(problem: problem)
    case .warned(let text): notify(text, .error)
    case .failed(let error): if error != .cancelled { notify(sentence(error), .error) }
    }
    return []
  }

  mutating func show(tab step: Int) -> [AppEffect] {
    let names = centers
    guard let index = names.firstIndex(of: center) else { return [] }
    return show(names[(index + step + names.count) % names.count])
  }

  mutating func showTab(number: Int) -> [AppEffect] {
    guard number <= centers.count else {
      return notify(
        "There is no \(profile.capabilities.list) \(number); this profile has \(centers.count).", .warning)
    }
    return show(centers[number - 1])
  }

  mutating func show(_ name: CenterName) -> [AppEffect] {
    if name == center, !isEverywhere {
      // It is its list that is asked for, whatever is in front of that.
      if focus == .detail || isReading { leaveMessage() }
    } else {
      // The waiting keys were about the list that is left, and so is a range.
      waitingKeys = []
      closeRange()
      leaveEverywhere()
      center = name
      detail = nil
    }
    uncoverList()
    focus = .list
    return []
  }

  mutating func nextPane() -> [AppEffect] {
    let layout = unzoomed
    switch focus {
    case .list: focus = layout.detail != nil && detail != nil ? .detail : .events
    case .detail where layout.events != nil:
      focus = .events
      events.previousFocus = .detail
    case .detail, .events:
      uncoverList()
      focus = .list
      events.previousFocus = .list
      // An open message that does not stand beside the list is left.
      if detail?.isOpen == true, unzoomed.detail == nil { leaveMessage() }
    }
    if focus == .events, layout.events == nil {
      focus = .list
      notify(
        "There is no other pane; \(keys.name(of: .open)) opens the message, \(keys.name(of: .events)) the events.",
        .warning)
    }
    return []
  }

  /// The panes as they are without zoom.
  private var unzoomed: PaneLayout {
    var whole = self
    whole.panes.isZoomed = false
    return PaneLayout(whole)
  }

  /// Brings what the keys are about into view.
  mutating func uncoverList() {
    guard events.mode == .full else { return }
    if hasOnePane { closeEvents() } else { events.mode = .strip }
  }

  mutating func goBack() -> [AppEffect] {
    if narrowing?.isOn == true {
      clearNarrowing()
    } else if let layer {
      guard let below = layer.content.afterBack else { return closeLayer() }
      self.layer = below
    } else if focus == .detail {
      leaveMessage()
    } else if focus == .events {
      closeEvents()
    }
    return []
  }

  /// Moves the keys from the message to the list, whatever is being searched for in the message.
  mutating func leaveMessage() {
    focus = .list
    events.previousFocus = .list
    // It is a preview again: content still on its way is for the next opening.
    detail = list.selectedRow.map { row in
      var preview = DetailState(row: row)
      if detail?.row.key == row.key { preview.history = detail?.history }
      preview.isStale = true
      return preview
    }
  }

  mutating func closeLayer() -> [AppEffect] {
    if case .help? = layer { uncoverHelp() } else { layer = nil }
    return []
  }

  mutating func switchMouse() -> [AppEffect] {
    mouse.isOn.toggle()
    notify(
      mouse.isOn
        ? "Mouse on; \(keys.name(of: .mouse)) turns it off."
        : "Mouse off: the terminal selects text.")
    return [.mouse(mouse.isOn)]
  }

  /// Whether list and message share the screen in the intended way.
  var hasSplit: Bool {
    guard [.beside, .stacked].contains(panes.split) else { return true }
    var whole = self
    whole.panes.isZoomed = false
    whole.uncoverList()
    let layout = PaneLayout(whole)
    guard let list = layout.list, layout.detail != nil else { return false }
    return (list.width < size.columns) == (panes.split == .beside)
  }
}
