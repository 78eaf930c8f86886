import InboxModel

extension JSONPiece {
  /// What a response that cannot be used says of itself, behind a colon; empty where it says nothing.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` where it is no JSON.
  func words() throws(InboxError) -> String {
    _ = try value()
    guard let text = ServerSentence.text(in: bytes) else { return "" }
    return ": " + text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(160)
  }
}
