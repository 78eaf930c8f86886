import InboxModel

/// Raw JSON in the person's pager.
extension AppState {
  /// The selected message as the server sent it.
  mutating func pageMessage() -> [AppEffect] {
    guard let row = target else { return [] }
    guard let raw = rawText(of: row) else {
      // It is still loading: the pager opens when it has arrived.
      requested = RequestedMessage(key: row.key, use: .page)
      return []
    }
    return givePager(Page("message", row.key.id.rawValue, json: raw))
  }

  /// Uses the message that the pager or the clipboard waits for, unless another key was pressed since.
  mutating func doRequested(with key: MessageKey) -> [AppEffect] {
    guard let requested, requested.key == key else { return [] }
    self.requested = nil
    guard layer == nil, target?.key == key else { return [] }
    return requested.use == .page ? pageMessage() : copyMessage()
  }

  /// Shows the selected event with all that is retained of it, and the others that share its line.
  mutating func pageEvent() -> [AppEffect] {
    guard let line = eventAtHand else { return [] }
    let json = ([line.entry] + line.more).map(\.json).joined(separator: "\n")
    return givePager(Page("event", line.entry.label, json: json))
  }

  private mutating func givePager(_ page: Page) -> [AppEffect] {
    // One at a time: only one pager can have the terminal.
    guard !lifecycle.isPaged else { return [] }
    lifecycle.isPaged = true
    return [.page(page)]
  }

  /// The terminal is ours again.
  mutating func paged(problem: String?) {
    lifecycle.isPaged = false
    if let problem { notify(problem, .error) }
  }

  /// A message's record as indented JSON; nil while it is on its way.
  ///
  /// Rows of the list come without it; the message beside it has it.
  func rawText(of row: ArchivedMessage) -> String? {
    let text = detail?.row.key == row.key ? detail?.row.message.raw ?? "" : row.message.raw
    return text.isEmpty ? nil : Self.indented(text)
  }
}
