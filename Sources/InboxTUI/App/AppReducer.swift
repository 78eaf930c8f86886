import Foundation
import InboxCore
import InboxModel

/// Hands an event to its feature. Pure: no clock, no network, no screen.
extension AppState {
  /// Takes an event, and updates what is waited for.
  ///
  /// Call ``settle()`` after the last event of a batch.
  package mutating func reduce(_ event: AppEvent) -> [AppEffect] {
    let heldKeys = holdsKeys
    waits.removeAll { $0.ends(with: event) }
    var effects = handOn(event)
    if effects.contains(.quit) { lifecycle.hasQuit = true }
    for kind in effects.compactMap(Wait.kind) where !waits.contains(where: { $0.kind == kind }) {
      waits.append(Wait(kind: kind, since: now))
    }
    if heldKeys, !holdsKeys { effects += replayWaitingKeys() }
    return effects
  }

  private mutating func handOn(_ event: AppEvent) -> [AppEffect] {
    switch event {
    case .of(let person, let event): snapshot?.identity == person ? reduce(event) : []
    case .keyPressed(let key): pressed(key)
    case .coreUpdated(let update): take(update)
    case .exchanged(let exchange): take(exchange)
    case .screen(let event): take(event)
    case .list(let event): take(event)
    case .message(let event): take(event)
    case .marking(let event): take(event)
    case .picture(let event): take(event)
    case .badge(let event): take(event)
    case .center(let event): take(event)
    case .link(let event): take(event)
    case .proof(let event): take(event)
    case .compare(let event): take(event)
    case .lens(let event): take(event)
    case .stale(let event): take(event)
    case .command(let event): take(event)
    case .presenting(let event): take(event)
    case .theme(let event): take(event)
    case .sandbox(let event): take(event)
    }
  }

  // MARK: - What follows from the state

  /// Settles the state after a batch of events: lists that are out of date are read again, the detail follows
  /// the selection, scroll positions fit the layout, and the core receives the rows on the screen (EN-1).
  package mutating func settle() -> [AppEffect] {
    var effects: [AppEffect] = []
    if let until = notice?.until, now >= until { notice = nil }
    effects += leaveCard() + advanceTour()
    effects += readList() + saveFilters()
    dropRead()
    if layer != nil { _ = scroll(by: 0) }
    let layout = PaneLayout(self)
    let top = list.top
    list.scrollToSelection(rows: layout.wholeRows)
    let scrolls = list.top != top
    followSelection()
    effects += readDetail(layout)
    effects += decodePictures()
    followBrand()
    showEventsToAudience()
    dropFormer(layout, scrolls: scrolls)
    if former == nil { fitDetail(to: layout) }
    if events.mode == .hidden, focus == .events { focus = .list }
    effects += closeFormer()
    effects += appear()
    effects += followArrived()
    effects += setVisibleRows(layout)
    for name in lists.keys where lists[name]?.hasArrived == true { lists[name]?.endFrame() }
    find.everywhere.endFrame()
    return effects
  }

  /// Where opening ends the session (EN-3), every return to the list begins a new one.
  private mutating func appear() -> [AppEffect] {
    guard profile.sessionEndsOnOpen, let snapshot, snapshot.session == nil, opening == nil,
      !lifecycle.isAppearing, !lifecycle.isAway, !isReading
    else { return [] }
    lifecycle.isAppearing = true
    return [.appear]
  }

  /// Closes a message that was open and is no longer shown, where the vendor takes that (VE-5).
  private mutating func closeFormer() -> [AppEffect] {
    guard profile.capabilities.closes else { return [] }
    let open = detail.flatMap { $0.isOpen && !$0.isShownAgain ? $0.row.key : nil }
    defer { lifecycle.openMessage = open }
    guard let former = lifecycle.openMessage, former != open else { return [] }
    return [.close(former)]
  }

  private mutating func setVisibleRows(_ layout: PaneLayout) -> [AppEffect] {
    guard let session = snapshot?.session else { return setVisibleRowsBesideMessage(layout) }
    var rows = layout.visibleRows(self)
    // What came into view is displayed once the archive has confirmed it: it may have expired or gone meanwhile (EN-1).
    if !list.isConfirmed {
      let before = lifecycle.lastVisibleRows.flatMap { $0.session == session.id ? $0.rows : nil } ?? []
      rows = rows.filter { row in
        before.contains {
          $0.message == row.message && ($0.visibility == .whole || row.visibility != .whole)
        }
      }
    }
    let visible = Lifecycle.VisibleRows(session: session.id, rows: rows)
    guard visible != lifecycle.lastVisibleRows else { return [] }
    lifecycle.lastVisibleRows = visible
    return [.setVisibleRows(rows, session: session.id)]
  }

  /// Where opening has ended the session, a row that comes into view beside the message is shown outside any session
  /// (EN-6).
  private mutating func setVisibleRowsBesideMessage(_ layout: PaneLayout) -> [AppEffect] {
    guard profile.sessionEndsOnOpen, isReading, !lifecycle.isAway, let last = lifecycle.lastVisibleRows else {
      lifecycle.lastVisibleRows = nil
      return []
    }
    let seen = Set(last.rows.map(\.message))
    let new = layout.visibleRows(self).filter { !seen.contains($0.message) }
    guard list.isConfirmed, !new.isEmpty else { return [] }
    lifecycle.lastVisibleRows = Lifecycle.VisibleRows(session: last.session, rows: last.rows + new)
    return [.setVisibleRows(new, session: last.session)]
  }
}
