import InboxModel

extension JSONPiece {
  /// What a response that cannot be used says of itself, behind a colon; empty where it says nothing.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` where it is no JSON.
  func words() throws(InboxError) -> String {
    _ = try value()
    guard let text = ServerSentence.text(in: bytes) else { return "" }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    // Cut between words, so that no part of a secret is left that is not known as one.
    let start = line.count > 160 ? line.prefix(160) : line[...]
    guard start.count < line.count else { return ": " + line }
    return ": " + (start.lastIndex(of: " ").map { start[..<$0] } ?? "") + "…"
  }
}
