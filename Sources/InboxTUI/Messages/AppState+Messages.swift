import struct Foundation.Data
import InboxModel

extension AppState {
  mutating func take(_ event: MessageEvent) -> [AppEffect] {
    switch event {
    case .detailLoaded(let row, let history):
      guard detail?.row.key == row.key else { return [] }
      if case .text? = detail?.content, detail?.row.message.body != row.message.body {
        detail?.content = .text(RichText.plain(row.message.body))
      }
      detail?.row = row
      detail?.history = history
      return doRequested(with: row.key)
    case .opened(let key, let row): return opened(key, row)
    case .openFailed(_, let error):
      // The keys were meant for that message only.
      waitingKeys = []
      return error == .cancelled ? [] : notify(sentence(error), .error)
    case .richLoaded(let key, let text): return show(.rich(text), of: key)
    case .richFailed(let key, let error):
      return show(.failed(RichText.plain(detail?.row.message.body ?? ""), error), of: key)
    case .messagesRead(let rows): return copy(rows)
    }
  }

  private mutating func show(_ content: DetailState.Content, of key: MessageKey) -> [AppEffect] {
    guard detail?.row.key == key, detail?.isOpen == true else { return [] }
    detail?.content = content
    detail?.layout = .empty
    return [.loadDetail(key)]
  }

  /// The open is durable: the message is shown in full, and its kind decides what else happens (MC-19).
  private mutating func opened(_ key: MessageKey, _ row: ArchivedMessage?) -> [AppEffect] {
    lifecycle.isAppearing = false
    guard let row, key.center == center || isEverywhere else {
      waitingKeys = []
      return []
    }
    if find.isTyping { _ = leaveFinding() }
    list.takeFound()
    if list.kept == key { list.update([key]) { $0 = row } }
    var effects = showOpened(row)
    // What was opened is shown, where a phone has room for one look; a tour says itself what it shows.
    if presenting?.tour?.isOpen != true { presenting?.look = .all }
    guard row.message.kind == .openURL else { return effects }
    let link = detail?.links.first { $0.url == row.message.deepLink }
    guard profile.followsOnOpen else {
      detail?.link = link?.number
      detail?.isLinkOffered = link != nil
      return effects
    }
    effects += resolve(row.message.deepLink ?? "", from: key, label: link?.label)
    return effects
  }

  /// Shows in full a message that is open already.
  mutating func showOpened(_ row: ArchivedMessage) -> [AppEffect] {
    if detail?.row.key != row.key { detail = DetailState(row: row) }
    detail?.row = row
    detail?.isStale = false
    detail?.isOpen = true
    detail?.isShownAgain = false
    detail?.scroll = 0
    detail?.link = nil
    detail?.layout = .empty
    focus = .detail
    guard row.message.kind == .openRichMessage else { return [.loadDetail(row.key)] }
    detail?.content = .loading
    return [.loadDetail(row.key), .loadRich(row.key)]
  }

  mutating func openSelection() -> [AppEffect] {
    guard let row = list.selectedRow else { return [] }
    return open(row.key)
  }

  mutating func open(_ key: MessageKey) -> [AppEffect] {
    links.isOpeningGesture = true
    // A change of the open message moves the selection.
    closeRange()
    // A key during an open belongs to its gesture.
    return opening == nil ? [.open(key)] : []
  }

  /// Opens the message after or before the one that is read, as Enter in the list would.
  mutating func openNeighbour(_ step: Int) -> [AppEffect] {
    guard opening == nil else { return [] }
    closeRange()
    // The open message may have left a filtered list, and then the selection is already the one after it, or before it
    // at the end.
    if let read = detail?.row, let row = list.selectedRow,
      step > 0 ? row.place < read.place : row.place > read.place
    {
      return openSelection()
    }
    let before = list.selection?.key
    let effects = list.move(by: step).map { [AppEffect.load(list.load(source, $0))] } ?? []
    guard list.pendingSteps == 0 else {
      list.stay()
      return effects
    }
    guard let row = list.selectedRow, row.key != before else {
      notify(step > 0 ? "This is the last message." : "This is the first message.")
      return effects
    }
    return effects + openSelection()
  }

  mutating func toggleRead() -> [AppEffect] {
    guard let row = target else { return [] }
    return change(LocalChange(row.read == nil ? .read : .unread, of: row))
  }

  mutating func deleteTarget() -> [AppEffect] {
    guard let row = target, !changes.deleting.contains(row.key) else { return [] }
    guard row.deleted == nil else { return notify("It is deleted already.") }
    closeRange()
    if focus == .detail { leaveMessage() }
    return change(LocalChange(.deleted, of: row))
  }

  /// Requests rich content again that could not be loaded; that is not another open.
  mutating func retryRich() -> [AppEffect] {
    // In the list of all centers the message may be of another one.
    guard let detail, case .failed = detail.content, detail.isOpen else {
      return [.refresh(self.detail?.row.key.center ?? center)]
    }
    self.detail?.content = .loading
    return [.loadRich(detail.row.key)]
  }

  func copyID() -> [AppEffect] {
    target.map { [.copy($0.key.id.pasted, what: "message id \($0.key.id)")] } ?? []
  }

  mutating func copyMessage() -> [AppEffect] {
    guard let row = target else { return [] }
    guard let text = rawText(of: row) else {
      requested = RequestedMessage(key: row.key, use: .copy)
      return []
    }
    return [.copy(text + "\n", what: "\(row.key.id) as JSON")]
  }

  /// Several messages as a JSON list.
  mutating func copy(_ rows: [ArchivedMessage]) -> [AppEffect] {
    let texts = rows.map { Self.indented($0.message.raw) }
    return [
      .copy(
        "[\n" + texts.joined(separator: ",\n") + "\n]\n", what: "\(rows.count.counted("message")) as JSON")
    ]
  }

  /// A text that cannot be parsed is copied as received.
  static func indented(_ text: String) -> String {
    do { return try JSONValue.parse(Data(text.utf8)).indented } catch { return text }
  }
}
