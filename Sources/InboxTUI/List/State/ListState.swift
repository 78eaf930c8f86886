import struct Foundation.Date
package import InboxCore
package import InboxModel

/// A center's list as far as it is loaded, its selection and its scroll position.
///
/// The selection is a message, never a row number: what arrives or leaves around it does not move it.
package struct ListState: Equatable, Sendable {
  /// What to select when a window arrives.
  package enum PendingSelection: Equatable, Sendable {
    case first, last
    /// A message; where it is gone, the selection stays.
    case message(MessageKey)
    /// A message, or the one in its place where it is gone.
    case nearest(ArchivedMessage)
  }

  package var window: ListWindow?
  package var selection: ArchivedMessage?
  /// The list position of the first row on the screen.
  package var top = 0
  /// A jump whose rows are being loaded.
  package var pendingSelection: PendingSelection?
  /// The message that was selected when the list was narrowed: where that hides it, widening selects it again.
  package var origin: ArchivedMessage?
  /// The message that is selected only because ``origin`` is hidden; nil where a person selected it.
  private var substitute: MessageKey?
  /// Whether a message found since replaces ``origin``.
  private var isTaken = false
  /// The source that was requested last.
  package private(set) var asked: ListSource?
  /// The source that ``window`` shows.
  package private(set) var shown: ListSource?
  /// The message that is in ``window`` only because it is being read: the filter no longer shows it.
  package private(set) var kept: MessageKey?
  /// The core's revision at which the rows were requested last.
  package var revision = -1
  /// When the rows were requested last because they may have changed.
  var readTime: Date?
  /// The revision that ``window`` shows.
  private var shownRevision = -1
  /// Whether rows came since the last frame: a revision heard together with them makes them no older.
  private(set) var hasArrived = false
  /// The newest request for rows; the rows of an older one are out of date.
  package private(set) var request = 0
  /// How many rows the selection still has to move, over rows that are not loaded yet.
  package private(set) var pendingSteps = 0
  /// Whether rows are being loaded.
  package private(set) var isLoading = false
  /// The last index of the selection in the window, where it is searched for first.
  private var lastPlace = 0
  /// How many rows are loaded at once, before and after the selection together.
  package static let span = 200
  /// The most rows loaded at once, where the selection has far to go.
  private static let farthest = 8_192

  /// The message that the person selected: also while it is hidden, until another one is selected.
  var meant: ArchivedMessage? {
    !isTaken && selection?.key == substitute ? origin ?? selection : selection ?? origin
  }

  /// Remembers the selection before the list is narrowed, to restore it where that hides it.
  mutating func keepOrigin() {
    origin = meant
    isTaken = false
  }

  /// Lets a message that is found, or will be, replace the hidden one.
  mutating func takeFound() { isTaken = true }

  /// Whether the rows are those of the last revision, or came since the last frame.
  ///
  /// Of others the archive may say that they are in no list any more.
  var isConfirmed: Bool { shownRevision == revision || hasArrived }

  /// Ends a frame: what is shown from here on has to be confirmed anew where the lists change.
  mutating func endFrame() { hasArrived = false }

  /// Messages in the whole list.
  package var total: Int { window?.total ?? 0 }

  /// The selected row as loaded, newest version.
  package var selectedRow: ArchivedMessage? { selectedIndex.flatMap { row(at: $0) } }

  /// The list position of the selection, when it is loaded.
  package var selectedIndex: Int? {
    guard let window, let key = selection?.key else { return nil }
    if window.rows.indices.contains(lastPlace), window.rows[lastPlace].key == key {
      return window.offset + lastPlace
    }
    return window.rows.firstIndex { $0.key == key }.map { window.offset + $0 }
  }

  /// The row at a list position, when it is loaded.
  package func row(at index: Int) -> ArchivedMessage? {
    guard let window, window.rows.indices.contains(index - window.offset) else { return nil }
    return window.rows[index - window.offset]
  }

  /// Whether the place of a message lies among the loaded rows, or beyond an end of the list: no row that is not
  /// loaded lies between them.
  func isWithinRows(_ message: ArchivedMessage) -> Bool {
    guard let window, let first = window.rows.first, let last = window.rows.last else { return total == 0 }
    return (window.offset == 0 || message.place <= first.place)
      && (window.offset + window.rows.count >= window.total || last.place <= message.place)
  }

  package mutating func select(_ key: MessageKey) {
    if let row = window?.rows.first(where: { $0.key == key }) {
      selection = row
      substitute = nil
      pendingSteps = 0
    }
  }

  /// Selects the first or the last row of the list; false where that is not loaded.
  package mutating func selectEnd(last: Bool) -> Bool {
    guard let window, last ? window.offset + window.rows.count >= window.total : window.offset == 0
    else { return false }
    selection = last ? window.rows.last : window.rows.first
    substitute = nil
    pendingSteps = 0
    return true
  }

  /// The anchor of the rows to be loaded.
  var anchor: WindowRequest.Anchor {
    switch pendingSelection {
    case .first: .top
    case .last: .bottom
    case .message(let key): .around(key)
    case .nearest(let row): .around(row.key)
    case nil: selection.map { .around($0.key) } ?? .top
    }
  }

  package mutating func load(_ source: ListSource, _ anchor: WindowRequest.Anchor) -> ListRequest {
    request += 1
    isLoading = true
    if pendingSelection != nil || source != asked { pendingSteps = 0 }
    asked = source
    let distance = min(max(-Self.farthest, pendingSteps), Self.farthest)
    let limit = Self.span + abs(distance)
    var anchor = anchor
    // Rows towards the target, and the usual number around it.
    if distance != 0, case .around(let key, _) = anchor { anchor = .around(key, ahead: distance) }
    return ListRequest(source: source, anchor: anchor, number: request, limit: limit)
  }

  /// Forgets the rows; those of an earlier request are out of date.
  package mutating func forget() {
    let request = request + 1
    self = ListState()
    self.request = request
  }

  /// The rows of a request could not be read: the next change of the store, or `r`, asks again.
  package mutating func failed(request: Int) {
    guard request == self.request else { return }
    isLoading = false
    // Nothing newer will be known of the rows before then.
    shownRevision = revision
    pendingSelection = nil
    pendingSteps = 0
  }

  /// Shows a change at once; the window that follows it agrees.
  package mutating func update(_ keys: Set<MessageKey>, _ change: (inout ArchivedMessage) -> Void) {
    guard var next = window else { return }
    for index in next.rows.indices where keys.contains(next.rows[index].key) { change(&next.rows[index]) }
    window = next
  }

  /// Removes rows at once; the selection moves to the next remaining row, else to the last; where none of them is
  /// loaded, they are found from where it stood.
  package mutating func remove(_ keys: Set<MessageKey>) {
    guard var next = window else { return }
    let place = next.rows.firstIndex { $0.key == selection?.key }
    let behind = place.flatMap { place in next.rows[place...].first { !keys.contains($0.key) } }
    let count = next.rows.count
    next.rows.removeAll { keys.contains($0.key) }
    next.total -= count - next.rows.count
    if let key = selection?.key, keys.contains(key), place != nil {
      selection = behind ?? next.rows.last ?? (next.total > 0 ? selection : nil)
    }
    if let key = kept, keys.contains(key) { kept = nil }
    window = next
  }

  /// Takes a window that arrived; the selection stays on its message, or moves to the one that took its place.
  ///
  /// - Parameter read: A message that is being read, which the same filter may no longer show: it stays.
  package mutating func take(_ window: ListWindow, request: Int, keeping read: ArchivedMessage? = nil) {
    guard request == self.request else { return }
    let before = shown == asked ? selectedIndex : nil
    var window = window
    kept = nil
    if shown == asked, pendingSelection == nil, let read, window.insert(read) { kept = read.key }
    self.window = window
    shown = asked
    shownRevision = revision
    hasArrived = true
    isLoading = false
    switch pendingSelection {
    case .first: selection = window.rows.first
    case .last: selection = window.rows.last
    case .message(let key):
      selection = window.rows.first { $0.key == key } ?? selection ?? window.rows.first
    case .nearest(let row):
      selection = successor(of: row, in: window)
      substitute = row.key == origin?.key && selection?.key != row.key ? selection?.key : nil
    case nil: selection = successor(of: selection, in: window)
    }
    pendingSelection = nil
    if let before, let after = selectedIndex, top > 0 { top = max(0, top + after - before) }
  }

  private func successor(of selection: ArchivedMessage?, in window: ListWindow) -> ArchivedMessage? {
    guard let selection else { return window.rows.first }
    if let same = window.rows.first(where: { $0.key == selection.key }) { return same }
    return window.rows.first { $0.place < selection.place } ?? window.rows.last
  }

  /// Moves the selection by some rows; where they are not loaded yet, the remaining steps are ``pendingSteps``.
  ///
  /// - Returns: where more rows must be loaded, if anywhere.
  package mutating func move(by steps: Int) -> WindowRequest.Anchor? {
    guard let window, !window.rows.isEmpty else { return nil }
    let index = selectedIndex ?? window.offset
    let target = min(max(0, index + pendingSteps + steps), total - 1)
    let loaded = min(max(window.offset, target), window.offset + window.rows.count - 1)
    selection = row(at: loaded)
    substitute = nil
    lastPlace = loaded - window.offset
    pendingSteps = target - loaded
    return needsMore(around: loaded)
  }

  /// Continues with ``pendingSteps`` now that rows were loaded; gives up where they did not bring the target nearer.
  ///
  /// - Returns: where more rows must be loaded, if anywhere.
  package mutating func continueMove() -> WindowRequest.Anchor? {
    // The rows of an older request do not help; those of the newer one will.
    guard pendingSteps != 0, !isLoading else { return nil }
    let before = (selection?.key, pendingSteps)
    let anchor = move(by: 0)
    if before == (selection?.key, pendingSteps) { pendingSteps = 0 }
    if pendingSteps == 0, anchor == nil { leaveFarRows() }
    return anchor
  }

  /// Drops far rows once the selection has arrived: only those near it stay loaded.
  private mutating func leaveFarRows() {
    guard var near = window, let index = selectedIndex, near.rows.count > 2 * Self.span else { return }
    let place = index - near.offset
    let first = max(0, place - Self.span)
    near.rows = Array(near.rows[first..<min(near.rows.count, place + Self.span)])
    near.offset += first
    window = near
  }

  package mutating func stay() { pendingSteps = 0 }

  /// Whether the loaded rows end near a position although the list goes on.
  private func needsMore(around index: Int) -> WindowRequest.Anchor? {
    guard let window, let key = row(at: index)?.key, !isLoading else { return nil }
    let margin = 40
    let above = window.offset > 0 && index - window.offset < margin
    let end = window.offset + window.rows.count
    let below = end < window.total && end - index <= margin
    return above || below ? .around(key) : nil
  }

  /// Scrolls so that the selection is on the screen, whole when rows fit at all.
  package mutating func scrollToSelection(rows: Int) {
    guard rows > 0 else { return }
    top = min(top, max(0, total - rows))
    guard let index = selectedIndex else { return }
    lastPlace = index - (window?.offset ?? 0)
    if index < top { top = index }
    if index >= top + rows { top = index - rows + 1 }
  }
}

extension ListWindow {
  /// Adds a row at its place.
  ///
  /// - Returns: false where it is there already, or its place is beyond the rows.
  fileprivate mutating func insert(_ row: ArchivedMessage) -> Bool {
    guard !rows.contains(where: { $0.key == row.key }) else { return false }
    let index = rows.firstIndex { $0.place < row.place } ?? rows.count
    guard index > 0 || offset == 0, index < rows.count || offset + rows.count == total else { return false }
    rows.insert(row, at: index)
    total += 1
    return true
  }
}

extension ArchivedMessage {
  /// Its sort key in a list, of one center or of all.
  var place: (Date, String, String) { (message.sent, key.id.rawValue, key.center.rawValue) }
}
