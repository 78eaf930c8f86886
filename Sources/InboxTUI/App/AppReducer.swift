import Foundation
import InboxCore

/// What every event changes, and what is to be done about it. Pure: no clock, no network, no screen.
extension AppState {
  mutating func react(to event: AppEvent) -> [AppEffect] {
    switch event {
    case .keyPressed(let key): return pressed(key)
    case .of(let person, let event): return snapshot?.identity == person ? reduce(event) : []
    case .resized(let size):
      self.size = size
      return []
    case .coreTold(let update): return told(update)
    case .exchanged(let exchange):
      // It began by the machine's clock, and here another may go.
      let began = now.addingTimeInterval(-Double(exchange.milliseconds) / 1_000)
      events.append(exchange, at: began, reader: snapshot?.identity)
      return []
    case .windowLoaded(let window, let request): return loaded(window, request, ofAll: false)
    case .foundEverywhere(let window, let request): return loaded(window, request, ofAll: true)
    case .windowFailed(let name, let request, let error):
      lists[name]?.failed(request: request)
      return unread(error)
    case .findFailed(let request, let error):
      find.everywhere.failed(request: request)
      return unread(error)
    case .detailLoaded(let row, let history):
      guard detail?.row.key == row.key else { return [] }
      if case .text? = detail?.content, detail?.row.message.body != row.message.body {
        detail?.content = .text(RichText.plain(row.message.body))
      }
      detail?.row = row
      detail?.history = history
      return pageWished(row.key)
    case .opened(let key, let row): return opened(key, row)
    case .openFailed(let key, let error):
      if opening == key { opening = nil }
      tell(error.told(keys), .error)
      return []
    case .richLoaded(let key, let text): return show(.rich(text), of: key)
    case .richFailed(let key, let error):
      return show(.failed(RichText.plain(detail?.row.message.body ?? ""), error), of: key)
    case .changed(let change, let isUndo):
      return changed(change, isUndo: isUndo)
    case .changeFailed(let change, let isUndo, let error):
      return failed(change, isUndo: isUndo, error)
    case .messagesPicked(let rows, let purpose): return picked(rows, then: purpose)
    case .pickingFailed(let error): return unread(error)
    case .messagesRead(let rows): return copy(rows)
    // What recordings of before say instead.
    case .deletedSet(let key, let isDeleted):
      return reduce(.changed(LocalChange(isDeleted ? .deleted : .restored, [key]), isUndo: !isDeleted))
    case .markFailed(let key, let error):
      return reduce(.changeFailed(LocalChange(.read, [key]), isUndo: false, error))
    case .deleteFailed(let key, let isDeleted, let error):
      return reduce(
        .changeFailed(LocalChange(isDeleted ? .deleted : .restored, [key]), isUndo: !isDeleted, error))
    case .copied(let what, let problem, let place):
      if let problem {
        tell(problem, .error)
      } else {
        tell("Copied\(place.map { " to \($0)" } ?? ""): \(what)")
      }
      return []
    case .paged(let problem):
      paged(problem: problem)
      return []
    case .badgeSet(let count, let asked):
      let difference = BadgeMachine.difference(of: count, from: asked ?? count)
      let text = difference.map { "\(asked ?? count) was \($0)." } ?? "The server holds \(count) now."
      answer(Notice(text: text, level: difference == nil ? .info : .warning), to: asked ?? count)
      return []
    case .badgeFailed(let asked, let error):
      let kept =
        "The badge stays \(snapshot?.badge.local ?? 0), not \(asked)."
        + (error.mayHaveBeenTaken ? " The server's number is not known." : "")
      answer(Notice(text: "\(kept) \(error.description)", level: .error), to: asked)
      return []
    case .refreshed(let name, let failures, let news):
      if let failure = failures.first {
        if failure == .cancelled {
          tell("Stopped: \(name?.rawValue ?? "every center") is as it was.")
        } else {
          tell(failure.told(keys), .error)
        }
      } else {
        tell(CenterNews.words(news ?? []) ?? "\(name?.rawValue ?? "Every center"): up to date")
      }
      return []
    case .goneLoaded(let name, let gone):
      if case .center(name, _, let scroll)? = layer { layer = .center(name, gone: gone, scroll: scroll) }
      return []
    case .deliveryProven(let report): return proved(.success(report))
    case .deliveryUnproven(let error): return proved(.failure(error))
    case .linkArrived(let link):
      arrivedLinks.append(link)
      return followArrived()
    case .linkResolved(let trail):
      campaignLog.take(trail)
      guard resolving == trail.link else { return [] }
      resolving = nil
      // Who has gone on meanwhile is not interrupted.
      if layer == nil, !find.isTyping,
        resolvingFrom == nil || (focus == .detail && detail?.row.key == resolvingFrom)
      {
        layer = .outcome(trail, scroll: 0)
      } else {
        tell("The link ended: \(OutcomeView.title(trail)). \(keys.name(of: .events)) shows how.")
      }
      return []
    case .domainChecked(let check):
      if case .domain(check.host, _, let scroll)? = layer {
        layer = .domain(check.host, check: check, scroll: scroll)
      }
      return []
    case .browserAsked(let url, let problem):
      if let problem { tell(problem, .error) } else { tell("Handed to the browser: \(url)") }
      return []
    case .sandboxAnswered(let answer, let failed, let command):
      sandboxAnswered(answer, failed: failed, to: command)
      return []
    case .tourAnswered(let failed):
      tourAnswered(failed: failed)
      return []
    case .momentPassed:
      former = nil
      return []
    case .tourWaitedLong:
      if isTourUnderWay { presenting?.tour?.gaveUp() }
      return []
    case .themesListed(let choices):
      presenting?.take(choices)
      return listed(choices) + themesCame(choices)
    case .themeChanged(let theme, let told):
      changed(theme, told: told)
      return []
    case .themeKept(_, let problem):
      tell(problem ?? "Theme: \(theme.title)", problem == nil ? .info : .warning)
      return []
    case .historyLoaded(let lines):
      remembered(lines)
      return []
    case .warned(let text):
      tell(text, .error)
      return []
    case .away(let isAway):
      self.isAway = isAway
      return []
    case .pictureCame(let key, let numbers, let outcome):
      pictureCame(key, numbers, outcome)
      return []
    case .picturesEnded(let key, let stopped):
      picturesEnded(key, stopped: stopped)
      return []
    case .leaving:
      waits.append(Wait(kind: .leaving, since: now))
      return []
    case .failed(let error):
      if error != .cancelled { tell(error.told(keys), .error) }
      return []
    }
  }

  private mutating func unread(_ error: InboxError) -> [AppEffect] {
    waitingKeys = []
    tell(error.description, .error)
    return []
  }

  /// What the archive says of a center's messages is read again with the next frame.
  mutating func reread(_ name: CenterName) {
    lists[name]?.revision = -1
    find.everywhere.revision = -1
  }

  private mutating func loaded(_ window: ListWindow, _ request: Int, ofAll: Bool) -> [AppEffect] {
    guard window.identity == snapshot?.identity, var list = ofAll ? find.everywhere : lists[window.center]
    else { return [] }
    list.take(window, request: request)
    let isInSight = ofAll ? isEverywhere : !isEverywhere && window.center == center
    // Keys that came before the list was left are gone to their end behind it.
    let goal = isInSight ? source : list.asked
    var effects = goal.flatMap { goal in list.goOn().map { [list.load(goal, $0)] } } ?? []
    if ofAll { find.everywhere = list } else { lists[window.center] = list }
    if isInSight { effects += replayWaitingKeys() }
    // What is shown beside the list may have changed with it.
    guard let detail, isInSight, window.rows.contains(where: { $0.key == detail.row.key })
    else {
      return effects
    }
    effects.append(.loadDetail(detail.row.key))
    return effects
  }

  /// Keys that were pressed before the list was there mean what they would have meant then.
  mutating func replayWaitingKeys() -> [AppEffect] {
    let keys = waitingKeys
    waitingKeys = []
    // Nobody presses them now.
    guard !isLeaving, !hasQuit else { return [] }
    // Something else has come between: they were not meant for that, but for a question about what is marked.
    if case .deleting? = layer {} else { guard layer == nil, focus == .list else { return [] } }
    var effects: [AppEffect] = []
    for key in keys where !effects.contains(.quit) { effects += reduce(.keyPressed(key)) }
    return effects
  }

  /// Follows the next link that arrived, when start-up is done and no other is on its way (UL-16).
  private mutating func followArrived() -> [AppEffect] {
    guard snapshot != nil, resolving == nil, layer == nil, !arrivedLinks.isEmpty else { return [] }
    return resolve(arrivedLinks.removeFirst(), from: nil)
  }

  private mutating func answer(_ notice: Notice, to number: Int) {
    isSettingBadge = false
    guard case .badge(let input, _)? = layer else {
      self.notice = notice
      return
    }
    // Another number may be typed already.
    layer = .badge(input: input.text == "\(number)" ? LineEditor() : input, answer: notice)
  }

  private mutating func show(_ content: DetailState.Content, of key: MessageKey) -> [AppEffect] {
    guard detail?.row.key == key, detail?.isOpen == true else { return [] }
    detail?.content = content
    detail?.layout = .empty
    return [.loadDetail(key)]
  }

  /// The open is durable: the message is shown in full, and its kind decides what else happens (MC-19).
  private mutating func opened(_ key: MessageKey, _ row: ArchivedMessage?) -> [AppEffect] {
    if opening == key { opening = nil }
    isAppearing = false
    guard let row, key.center == center || isEverywhere else { return [] }
    if find.isTyping { _ = leaveFinding() }
    if detail?.row.key != key { detail = DetailState(row: row) }
    detail?.row = row
    detail?.isOpen = true
    detail?.scroll = 0
    detail?.link = nil
    detail?.layout = .empty
    focus = .detail
    var effects: [AppEffect] = [.loadDetail(key)]
    switch row.message.kind {
    case .launchApp: break
    case .openURL: effects += resolve(row.message.deepLink ?? "", from: key)
    case .openRichMessage:
      detail?.content = .loading
      effects.append(.loadRich(key))
    }
    return effects
  }

  // MARK: - The core

  private mutating func told(_ update: InboxUpdate) -> [AppEffect] {
    switch update {
    case .snapshot(let snapshot): return took(snapshot)
    case .journal(let entry):
      events.append(.journal(entry))
      campaignLog.take(entry)
      // Its history has another line now.
      guard let key = detail?.row.key, entry.message == key else { return [] }
      return [.loadDetail(key)]
    case .updated(let news):
      // The first fetch fills the list, which says it all.
      if let words = CenterNews.words(news.filter { !$0.isFirst }) { tell(words) }
      return []
    case .webURLResolved: return []
    case .banner(let key, let alert):
      campaignLog.announced(key, alert, at: now)
      tell("\(key.center): \(alert)")
      return []
    }
  }

  private mutating func took(_ snapshot: InboxSnapshot) -> [AppEffect] {
    let isFirst = self.snapshot == nil
    if let before = self.snapshot {
      if before.identity != snapshot.identity {
        forgetPerson()
        tell("Reading as \(snapshot.identity.label)")
      }
      if before.isEnabled, !snapshot.isEnabled {
        forgetMessages()
        tell("Message centers are disabled: every fetched message is removed")
      }
      if !before.isEnabled, snapshot.isEnabled { tell("Message centers are enabled") }
    }
    var effects: [AppEffect] = self.snapshot?.identity == snapshot.identity ? [] : [.loadHistory]
    // What is gone may have changed with the list.
    if case .center(let name, _, _)? = layer, self.snapshot?.revision != snapshot.revision {
      effects.append(.loadGone(name))
    }
    if self.snapshot?.identity != snapshot.identity { events.begin(reader: snapshot.identity) }
    self.snapshot = snapshot
    now = max(now, snapshot.time)
    if snapshot.session != nil { isAppearing = false }
    return isFirst ? readList() + effects + followArrived() : effects
  }

  /// Nothing of a former identity stays on the screen (MC-12).
  private mutating func forgetPerson() {
    forgetMessages()
    undoable = []
    hasTakenBack = false
    // What names somebody, or says what they looked for.
    commands.removeAll { !HistoryLines.isImpersonal($0) }
    events.forget()
    campaignLog = CampaignLog()
  }

  /// No message stays on the screen: another person reads, or the feature is off (MC-1, MC-12).
  private mutating func forgetMessages() {
    for name in lists.keys { lists[name] = ListState() }
    find.forget()
    detail = nil
    marks = Marks()
    pictures = PictureShelf()
    opening = nil
    resolving = nil
    waits.removeAll { wait in
      switch wait.kind {
      case .rich, .link, .pictures, .picking, .restoring: true
      case .badge, .leaving, .refresh, .sandbox: false
      }
    }
    layer = nil
    notice = nil
    focus = .list
    waitingKeys = []
  }

  // MARK: - What follows from the state

  /// Brings the state to rest after a batch of events: lists that are out of date are read again, the detail follows
  /// the selection, scroll positions fit the layout, and the core is told what is on the screen now (EN-1).
  package mutating func settle() -> [AppEffect] {
    var effects: [AppEffect] = []
    if let until = notice?.until, now >= until { notice = nil }
    effects += advanceTour()
    effects += readList() + saveFilters()
    if layer != nil { _ = scroll(by: 0) }
    let layout = PaneLayout(self)
    let top = list.top
    list.keepSelectionVisible(rows: layout.wholeRows)
    let scrolls = list.top != top
    effects += followSelection()
    effects += decodePictures()
    followBrand()
    dropFormer(layout, scrolls: scrolls)
    if former == nil { fitDetail(to: layout) }
    if events.mode == .hidden, focus == .events { focus = .list }
    effects += appear()
    effects += followArrived()
    effects += look(layout)
    return effects
  }

  /// Where opening ends the session (EN-3), every way back to the list begins another.
  private mutating func appear() -> [AppEffect] {
    let isReading = detail?.isOpen == true && (focus == .detail || events.cameFrom == .detail)
    guard profile.sessionEndsOnOpen, let snapshot, snapshot.session == nil, opening == nil, !isAppearing,
      !isAway, !isReading
    else { return [] }
    isAppearing = true
    return [.appear]
  }

  private mutating func followSelection() -> [AppEffect] {
    guard focus != .detail, opening == nil else { return [] }
    guard let row = list.selectedRow else {
      detail = nil
      return []
    }
    guard detail?.row.key != row.key else { return [] }
    leaveDetail()
    detail = DetailState(row: row)
    return [.loadDetail(row.key)]
  }

  private mutating func look(_ layout: PaneLayout) -> [AppEffect] {
    guard let session = snapshot?.session else {
      lastLook = nil
      return []
    }
    let rows = layout.visibleRows(self)
    let look = Look(session: session.id, rows: rows)
    guard look != lastLook else { return [] }
    lastLook = look
    return [.look(rows, session: session.id)]
  }
}
