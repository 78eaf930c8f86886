import struct Foundation.Data
import InboxCore

/// What is done with a message.
extension AppState {
  mutating func openSelection() -> [AppEffect] {
    guard let row = list.selectedRow, opening == nil else { return [] }
    opening = row.key
    return [.open(row.key)]
  }

  /// Opens the message after or before the one that is read, as Enter in the list would.
  mutating func openNeighbour(_ step: Int) -> [AppEffect] {
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

  mutating func toggleRead() -> [AppEffect] {
    guard let row = target else { return [] }
    return change(LocalChange(row.read == nil ? .read : .unread, [row.key]))
  }

  mutating func deleteTarget() -> [AppEffect] {
    let isDone = { [undoable] (key: MessageKey) in
      undoable.contains { $0.kind == .deleted && $0.keys.contains(key) }
    }
    guard let row = target, row.deleted == nil, !isDone(row.key) else { return [] }
    if focus == .detail { _ = goBack() }
    return change(LocalChange(.deleted, [row.key]))
  }

  /// Rich content that could not be had is asked for again; that is no other open.
  mutating func retryRich() -> [AppEffect] {
    guard let detail, case .failed = detail.content, detail.isOpen else { return [.refresh(center)] }
    self.detail?.content = .loading
    return [.loadRich(detail.row.key)]
  }

  func copyID() -> [AppEffect] {
    target.map { [.copy($0.key.id.pasted, what: "the id \($0.key.id)")] } ?? []
  }

  mutating func copyMessage() -> [AppEffect] {
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
}
