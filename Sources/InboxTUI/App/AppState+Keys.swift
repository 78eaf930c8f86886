import struct Foundation.Data
import InboxCore

/// What keys do.
extension AppState {
  mutating func pressed(_ key: Key) -> [AppEffect] {
    if case .mouse(let event) = key {
      guard !isLeaving, !hasQuit, !PaneLayout.isTooSmall(size) else { return [] }
      // A click acts in its order as well.
      return waitingKeys.isEmpty && !isPicking ? moused(event) : wait(with: key)
    }
    guard key.isPress else { return [] }
    if isLeaving { return [.hurry] }
    // What was pressed behind the key that quits is for nobody.
    if hasQuit { return [] }
    // Esc and a key in one read look like Alt and that key; what a terminal has left unsaid must act as neither.
    if case .alt(let character) = key, !key.mayBeCut, keys.action(for: key, in: context) == nil {
      return pressed(.escape) + pressed(.character(character))
    }
    let acts = action(for: key)
    // Nobody can see what the other keys would do, nor what lies on top and would take them.
    if PaneLayout.isTooSmall(size) {
      guard let acts, [.quit, .quitNow, .suspend, .redraw].contains(acts) else { return [] }
      return perform(acts == .quit ? .quitNow : acts)
    }
    // Keys act in their order: what is pressed behind those that wait for a list waits as well.
    if !waitingKeys.isEmpty || isPicking, ![.quitNow, .suspend, .redraw].contains(acts) {
      return wait(with: key)
    }
    if let effects = pressedInTour(key) ?? pressedAtLooks(key) { return effects }
    notice = nil
    pageWish = nil
    isAppearing = false
    // Whoever did something else meanwhile is asked again.
    if action(for: key) != .pictures { pictures.question = nil }
    if let effects = typed(key) { return effects }
    guard let action = keys.action(for: key, in: context) else {
      if let text = key.unboundLabel {
        tell("\(text) does nothing here; \(keys.name(of: .help)) shows every key.", .warning)
      }
      return []
    }
    if layer == nil, focus == .list, action.contexts.contains(.list), waitsForRows(action) {
      return wait(with: key)
    }
    if waitsForThemes(key, action.id) { return [] }
    if let why = action.whyDisabled(self) {
      tell(why, .warning)
      return []
    }
    if action.id != .linkNumber { detail?.digits = "" }
    if !action.moves { showDetail() }
    return perform(action.id, key)
  }

  private mutating func wait(with key: Key) -> [AppEffect] {
    // A terminal holds no more than that for a program that does not read.
    if waitingKeys.count < 4_096 { waitingKeys.append(key) }
    return []
  }

  private func action(for key: Key) -> ActionID? { keys.action(for: key, in: context)?.id }

  /// Runs an action, from a key or from a test.
  package mutating func perform(_ id: ActionID, _ key: Key? = nil) -> [AppEffect] {
    switch id {
    case .down: return scroll(by: 1)
    case .up: return scroll(by: -1)
    case .halfPageDown: return turn(by: max(1, page / 2))
    case .halfPageUp: return turn(by: -max(1, page / 2))
    case .pageDown: return turn(by: page)
    case .pageUp: return turn(by: -page)
    case .top: return jump(toEnd: false)
    case .bottom: return jump(toEnd: true)
    case .nextTab: return show(tab: 1)
    case .previousTab: return show(tab: -1)
    case .tabNumber: return showTab(number: key.flatMap { keys.number(of: $0, for: id) } ?? 1)
    case .nextPane: return nextPane()
    case .open: return openSelection()
    case .back: return goBack()
    case .toggleRead: return actOnMarks(id) ?? toggleRead()
    case .delete: return actOnMarks(id) ?? deleteTarget()
    case .undo: return undo()
    case .mark: return toggleMark()
    case .range: return switchRange()
    case .markAll: return markAll()
    case .deleteMarked: return deleteAsked()
    case .nextLink: return select(link: 1)
    case .previousLink: return select(link: -1)
    case .linkNumber: return selectLink(digit: key.flatMap { keys.number(of: $0, for: id) } ?? 1)
    case .followLink: return followLink()
    case .browse: return browse()
    case .find: return beginFinding()
    case .endFinding: return endFinding()
    case .leaveFinding: return leaveFinding()
    case .earlierFilter: return recall(1)
    case .laterFilter: return recall(-1)
    case .findEverywhere, .everywhere: return switchScope()
    case .showAll: return dropMarks() ? [] : showAll()
    case .refresh: return [.refresh(isEverywhere ? nil : center)]
    case .refreshAll: return [.refresh(nil)]
    case .about: return showCenter()
    case .proof, .rereadProof: return showProof()
    case .filterProof: return filterProof()
    case .domain: return checkDomain(domainAtHand)
    case .nextDomain: return checkDomain(step: 1)
    case .previousDomain: return checkDomain(step: -1)
    case .recheckDomain: return checkDomain(step: 0)
    case .user:
      layer = .user(input: "")
      return []
    case .logIn: return logIn()
    case .switchFeature: return switchFeature()
    case .disable:
      layer = nil
      return [.setEnabled(false)]
    case .command:
      layer = .command(PaletteState())
      return []
    case .runCommand: return runCommand()
    case .faults:
      layer = .faults(selected: 0)
      return []
    case .switchFault: return switchFault()
    case .clearFaults: return [.askSandbox("fault clear")]
    case .badge:
      layer = .badge(input: "", answer: nil)
      return [.rereadBadge]
    case .showEvent: return showEvent()
    case .filterEvents:
      events.show(only: events.filter.next)
      return []
    case .eventMessage: return showEventMessage()
    case .copyEvent: return copyEvent()
    case .copyID: return actOnMarks(id) ?? copyID()
    case .copyJSON: return actOnMarks(id) ?? copyMessage()
    case .page: return pageMessage()
    case .pageEvent: return pageEvent()
    case .findAction: return beginFindingAction()
    case .runHelp: return runHelp()
    case .retryRich: return retryRich()
    case .pictures: return showPictures()
    case .setBadge: return setBadge()
    case .resetBadge: return sendBadge(0)
    case .events: return toggleEvents()
    case .themes: return showThemes()
    case .keepTheme: return keepTheme()
    case .help:
      if case .help? = layer { layer = nil } else { layer = .help(HelpState()) }
      return []
    case .stopWaiting: return stopWaiting()
    case .zoom:
      isZoomed.toggle()
      return []
    case .wider: return share(+1)
    case .narrower: return share(-1)
    case .split:
      split = split.next
      tell(split.words)
      return []
    case .openNext: return openNeighbour(1)
    case .openPrevious: return openNeighbour(-1)
    case .redraw: return [.redraw]
    case .mouse:
      hasMouse.toggle()
      tell(
        hasMouse
          ? "The mouse clicks here; \(keys.name(of: .mouse)) gives it back."
          : "The mouse is the terminal's: it selects text."
      )
      return [.mouse(hasMouse)]
    case .suspend: return [.suspend]
    case .keep, .keepMarked:
      layer = nil
      return []
    case .quit:
      guard !PaneLayout.isTooSmall(size) else { return [.quit] }
      return layer == nil && focus == .list && events.mode != .full ? [.quit] : goBack()
    case .quitNow: return [.quit]
    case .present: return togglePresenting()
    case .nextLook: return nextLook()
    case .campaigns: return showCampaigns()
    case .launchCampaign: return launchCampaign()
    case .tour: return beginTour()
    case .nextCaption: return nextCaption()
    case .previousCaption: return previousCaption()
    case .leaveTour: return leaveTour()
    }
  }

  // MARK: - Tabs and panes

  private mutating func show(tab step: Int) -> [AppEffect] {
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

  private mutating func nextPane() -> [AppEffect] {
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

  /// Back to what was being done before: a message that was open stays open.
  private mutating func closeEvents() {
    events.mode = .hidden
    events.back = 0
    guard focus == .events else { return }
    focus = events.cameFrom == .detail && detail?.isOpen == true ? .detail : .list
    events.cameFrom = .list
  }

  private mutating func toggleEvents() -> [AppEffect] {
    switch events.mode {
    case .hidden where !hasOnePane: events.mode = .strip
    // There is no strip beside a pane that has the whole screen.
    case .hidden, .strip:
      events.mode = .full
      events.cameFrom = focus
      focus = .events
    case .full: closeEvents()
    }
    return []
  }

  // MARK: - Messages

  private mutating func openSelection() -> [AppEffect] {
    guard let row = list.selectedRow, opening == nil else { return [] }
    opening = row.key
    return [.open(row.key)]
  }

  /// Opens the message after or before the one that is read, as Enter in the list would.
  private mutating func openNeighbour(_ step: Int) -> [AppEffect] {
    guard opening == nil else { return [] }
    // What was read may have left a filtered list, and the selection is the one after it already.
    if step > 0, let read = detail?.row, let next = list.selectedRow, next.place < read.place {
      return openSelection()
    }
    let before = list.selection?.key
    let effects = list.move(by: step).map { [list.load(source, $0)] } ?? []
    guard list.owed == 0 else {
      list.stay()
      return effects
    }
    guard let row = list.selectedRow, row.key != before else {
      tell(step > 0 ? "This is the last message." : "This is the first message.")
      return effects
    }
    return effects + openSelection()
  }

  private mutating func toggleRead() -> [AppEffect] {
    guard let row = target else { return [] }
    return change(LocalChange(row.read == nil ? .read : .unread, [row.key]))
  }

  private mutating func deleteTarget() -> [AppEffect] {
    let isDone = { [undoable] (key: MessageKey) in
      undoable.contains { $0.kind == .deleted && $0.keys.contains(key) }
    }
    guard let row = target, row.deleted == nil, !isDone(row.key) else { return [] }
    if focus == .detail { _ = goBack() }
    return change(LocalChange(.deleted, [row.key]))
  }

  /// Rich content that could not be had is asked for again; that is no other open.
  private mutating func retryRich() -> [AppEffect] {
    guard let detail, case .failed = detail.content, detail.isOpen else { return [.refresh(center)] }
    self.detail?.content = .loading
    return [.loadRich(detail.row.key)]
  }

  /// Selects the message that the event is about; where it is gone from the list, the place where it was.
  private mutating func showEventMessage() -> [AppEffect] {
    guard let key = events.selected?.entry.message else { return [] }
    guard lists[key.center] != nil else {
      tell("There is no center \(key.center).", .warning)
      return []
    }
    _ = showAll()
    _ = show(key.center)
    if events.mode == .full { events.mode = .strip }
    focus = .list
    detail = nil
    list.wish = .message(key)
    return [list.load(source, .around(key))]
  }

  /// The event that keys about an event mean.
  var eventAtHand: EventLine? {
    if case .event(let line, _)? = layer { return line }
    return events.selectedWhole
  }

  private func copyID() -> [AppEffect] {
    target.map { [.copy($0.key.id.pasted, what: "the id \($0.key.id)")] } ?? []
  }

  private mutating func copyMessage() -> [AppEffect] {
    guard let row = target else { return [] }
    guard let text = rawText(of: row) else {
      tell("The message is still being read.", .warning)
      return []
    }
    return [.copy(text + "\n", what: "\(row.key.id) as JSON")]
  }

  /// Several messages as a JSON list.
  mutating func copy(_ rows: [ArchivedMessage]) -> [AppEffect] {
    let texts = rows.map { Self.indented($0.message.raw) }
    return [.copy("[\n" + texts.joined(separator: ",\n") + "\n]\n", what: "\(rows.count) messages as JSON")]
  }

  /// What cannot be read is copied as it came.
  static func indented(_ text: String) -> String {
    do { return try JSONValue.parse(Data(text.utf8)).indented } catch { return text }
  }

  private func copyEvent() -> [AppEffect] {
    guard let line = eventAtHand else { return [] }
    let entries = [line.entry] + line.more
    let json = entries.map(\.json).joined(separator: "\n")
    let what = entries.count == 1 ? "the event as JSON" : "\(entries.count) events as JSON"
    return [.copy(json + "\n", what: what)]
  }

  private mutating func showEvent() -> [AppEffect] {
    guard let line = events.selectedWhole else { return [] }
    layer = .event(line, scroll: 0)
    return []
  }
}
