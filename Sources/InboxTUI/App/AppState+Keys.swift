extension AppState {
  mutating func pressed(_ key: Key) -> [AppEffect] {
    if case .mouse(let event) = key { return pointed(event, key) }
    guard key.isPress else { return [] }
    links.isOpeningGesture = false
    if isLeaving { return [.hurry] }
    // Keys after the one that quits are ignored.
    if lifecycle.hasQuit { return [] }
    // Esc and a key in one read look like Alt and that key; the rest of an unfinished report of the terminal must act
    // as neither. The letter of an Alt in a line, where readline edits words, must not act on what lies below the line.
    if case .alt(let character) = key, !key.mayBeCut, keys.action(for: key, in: context) == nil {
      let isTyping = context.isTextField
      return pressed(.escape) + (isTyping ? [] : pressed(.character(character)))
    }
    // On a screen this small neither the effect of other keys nor the layer that would take them is visible.
    if PaneLayout.isTooSmall(size) {
      guard let id = keys.action(for: key, in: .list)?.id,
        [.quit, .quitNow, .suspend, .redraw].contains(id)
      else { return [] }
      return perform(id == .quit ? .quitNow : id)
    }
    let acts = action(for: key)
    // Keys act in order: keys behind those that wait for a list wait as well.
    if !waitingKeys.isEmpty || (holdsKeys && !repeatsOpening(key)),
      ![.quitNow, .suspend, .redraw].contains(acts)
    {
      return wait(with: key)
    }
    forgetQuestions(for: acts)
    if let effects = pressedInTour(key) {
      stopAwaitingLaunched()
      return effects
    }
    if let effects = pressedAtLooks(key) { return effects }
    stopAwaitingLaunched(inTour: true)
    notice = nil
    requested = nil
    events.sought = nil
    lifecycle.isAppearing = false
    if let effects = typed(key) { return effects }
    return acted(key)
  }

  /// A mouse's event; a click acts in its order among the keys.
  private mutating func pointed(_ event: MouseEvent, _ key: Key) -> [AppEffect] {
    guard !isLeaving, !lifecycle.hasQuit, !PaneLayout.isTooSmall(size) else { return [] }
    if event.kind == .press {
      // The picture under the pointer is about to change.
      guard opening == nil else { return [] }
      links.isOpeningGesture = false
      stopAwaitingLaunched(inTour: true)
    }
    return waitingKeys.isEmpty && !isPicking ? moused(event) : wait(with: key)
  }

  /// After anything but its own key, or a click on that, a question has to be asked again.
  mutating func forgetQuestions(for action: ActionID?) {
    if action != .pictures { pictures.question = nil }
    if action != .browse { links.browseQuestion = nil }
  }

  /// Runs the action of a key, or says why it does nothing.
  private mutating func acted(_ key: Key) -> [AppEffect] {
    guard let action = keys.action(for: key, in: context) else {
      if let text = key.unboundLabel {
        notify("\(text) does nothing here; \(helpKey) lists all keys.", .warning, isKept: false)
      }
      return []
    }
    return act(action.id, key)
  }

  /// Runs an action if it can be done, as its key does, whichever key that is: for a click, and a step of a tour, too.
  ///
  /// - Parameter key: The key that asks for it, or would instead of a click; it waits for rows that are on their way.
  mutating func act(_ id: ActionID, _ key: Key? = nil) -> [AppEffect] {
    notice = nil
    requested = nil
    lifecycle.isAppearing = false
    if let key, waitsForThemes(key, id) { return [] }
    let action = ActionRegistry[id]
    if let key, layer == nil, focus == .list, action.contexts.contains(.list), waitsForRows(action) {
      return wait(with: key)
    }
    if let why = action.whyDisabled(self) { return notify(why, .warning, isKept: false) }
    if id != .linkNumber { detail?.digits = "" }
    if !action.moves { showDetail() }
    return perform(id, key)
  }

  /// The key for the help at this place: in a line that is typed into `?` is a letter.
  var helpKey: String {
    let key = keys.hint(of: ActionRegistry[.help].binding, in: context)
    return key.map(keys.label) ?? keys.name(of: .help)
  }

  /// The key that the hint line names for an action, and that a click on the hint stands for; nil where none does it here.
  func hintKey(of action: Action) -> Key? {
    keys.hint(of: action.binding, in: followsTour ? .tour : context, isBegun: isBadgeBegun)
  }

  private mutating func wait(with key: Key) -> [AppEffect] {
    // A terminal holds no more keys than that for a program that does not read.
    if waitingKeys.count < 4_096 { waitingKeys.append(key) }
    return []
  }

  /// Whether a key pressed while a message is being opened repeats that gesture, and is dropped rather than queued.
  private func repeatsOpening(_ key: Key) -> Bool {
    let opens: [ActionID?] = [.open, .openNext, .openPrevious]
    return opening != nil && (opens.contains(action(for: key)) || mayFollow(key))
  }

  private func action(for key: Key) -> ActionID? { keys.action(for: key, in: context)?.id }

  /// Keys pressed before the list, or the opened message, was there are replayed now that it is.
  mutating func replayWaitingKeys() -> [AppEffect] {
    let keys = waitingKeys
    waitingKeys = []
    // They cannot act any more.
    guard !isLeaving, !lifecycle.hasQuit else { return [] }
    // Something else has come up that they were not meant for; only a question about marked messages takes them.
    if case .deleting? = layer {} else { guard layer == nil, focus != .events else { return [] } }
    var effects: [AppEffect] = []
    for key in keys where !effects.contains(.quit) { effects += reduce(.keyPressed(key)) }
    return effects
  }

  /// Handles a key in a line that is typed into.
  ///
  /// - Returns: nil when the key is not one of the line's own.
  mutating func typed(_ key: Key) -> [AppEffect]? {
    // Enter, and other keys that end or fill the line.
    if let action = keys.action(for: key, in: context), action.isFixed { return nil }
    if narrowing?.isTyping == true { return typedNarrowing(key) }
    if let layer { return layer.content.typed(key, in: &self) }
    return find.isTyping && focus == .list ? typedFilter(key) : nil
  }

  /// Runs an action, from a key or from a test.
  package mutating func perform(_ id: ActionID, _ key: Key? = nil) -> [AppEffect] {
    let action = ActionRegistry[id]
    if let numbered = action.numbered, let key, let number = keys.number(of: key, for: id) {
      return numbered(&self, number)
    }
    return action.perform(&self)
  }
}
