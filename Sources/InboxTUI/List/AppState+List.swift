import InboxCore
import InboxModel

extension AppState {
  mutating func take(_ event: ListEvent) -> [AppEffect] {
    switch event {
    case .windowLoaded(let window, let request): return loaded(window, request, ofAll: false)
    case .foundEverywhere(let window, let request): return loaded(window, request, ofAll: true)
    case .windowFailed(let name, let request, let error):
      lists[name]?.failed(request: request)
      return unread(error)
    case .findFailed(let request, let error):
      find.everywhere.failed(request: request)
      return unread(error)
    case .outdated:
      list.revision = -1
      return []
    }
  }

  mutating func unread(_ error: InboxError) -> [AppEffect] {
    waitingKeys = []
    return notify(sentence(error), .error)
  }

  /// The selected message while it is opened or read under a filter: that may not show it any more.
  private var readUnderFilter: ArchivedMessage? {
    guard !find.filter.isEmpty, let row = list.selectedRow else { return nil }
    let open = detail.flatMap { $0.isOpen && $0.row.key == row.key ? $0.row : nil }
    let read = open ?? (opening == row.key ? row : nil)
    return read?.isListed(at: now) == true ? read : nil
  }

  /// Takes a message out of the list that was in it only while it was read.
  mutating func dropRead() {
    guard let kept = list.kept, list.shown == source, readUnderFilter?.key != kept else { return }
    list.remove([kept])
  }

  /// Selects a message that may be far from the loaded rows; where it is gone, the selection stays.
  mutating func seek(_ key: MessageKey) -> [AppEffect] {
    list.pendingSelection = .message(key)
    return [.load(list.load(source, .around(key)))]
  }

  /// Has a center's messages read again from the archive with the next frame.
  mutating func reread(_ name: CenterName) {
    lists[name]?.revision = -1
    find.everywhere.revision = -1
  }

  private mutating func loaded(_ window: ListWindow, _ request: Int, ofAll: Bool) -> [AppEffect] {
    guard window.identity == snapshot?.identity, var list = ofAll ? find.everywhere : lists[window.center]
    else { return [] }
    let isInSight = ofAll ? isEverywhere : !isEverywhere && window.center == center
    let (selected, jump) = (list.selection?.key, list.pendingSelection)
    list.take(window, request: request, keeping: isInSight ? readUnderFilter : nil)
    // The selected message has left the list: no key moved the selection to the row that took its place.
    if isInSight, jump == nil, list.selection?.key != selected { closeRange() }
    if case .message(let key)? = jump, list.pendingSelection == nil, list.selection?.key != key {
      // The rows are those around the message that is gone: those around the selection are read again.
      if list.selectedIndex == nil { list.revision = -1 }
      if isInSight, !isNarrowed { reportGone(key) }
    }
    // Keys pressed before the list was left lead to their end behind it.
    let target = isInSight ? source : list.asked
    var effects =
      target.flatMap { target in list.continueMove().map { [AppEffect.load(list.load(target, $0))] } } ?? []
    if ofAll { find.everywhere = list } else { lists[window.center] = list }
    if isInSight {
      dropMarksOfGone()
      effects += replayWaitingKeys()
      selectLaunched()
    }
    // What is shown beside the list may have changed with it; what has the keys, or is read, may have left it.
    guard let key = detail?.row.key, isInSight,
      focus == .detail || isReading || window.rows.contains(where: { $0.key == key })
    else { return effects }
    detail?.isStale = true
    return effects + readDetail(PaneLayout(self))
  }

  /// The message that was looked for is in its whole list no more.
  private mutating func reportGone(_ key: MessageKey) {
    // The events keep the keys.
    if let sought = events.sought, sought.message == key { (focus, events.mode) = (.events, sought.mode) }
    // Why it is gone is for who tests.
    let why = presenting == nil ? "; \(keys.name(of: .about)) says why" : ""
    notify("That message is no longer in the list\(why).", .warning)
  }

  /// Drops the marks of messages that have left a list which is loaded whole: no filter hides those.
  private mutating func dropMarksOfGone() {
    guard !marks.keys.isEmpty, find.filter.isEmpty, list.shown == source, let rows = list.window?.rows,
      rows.count == list.total
    else { return }
    let listed = Set(rows.map(\.key))
    marks.keys = marks.keys.filter { listed.contains($0) || (!isEverywhere && $0.center != center) }
  }
}
