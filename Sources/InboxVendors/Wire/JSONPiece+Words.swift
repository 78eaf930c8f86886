import InboxModel

extension JSONPiece {
  /// The elements of a member that must be there.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` where it is missing or no list.
  func requiredList(_ name: String) throws(InboxError) -> [JSONPiece] {
    if let records = try list(name) { return records }
    throw .invalidPayload("it has no list named \(name)" + (try words()))
  }

  /// What a response that cannot be used says of itself, behind a colon; empty where it says nothing.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` where it is no JSON.
  func words() throws(InboxError) -> String {
    _ = try value()
    guard let text = ServerSentence.text(in: bytes) else { return "" }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard line.count > 160 else { return ": " + line }
    // Cut between words, so that no part of a secret is left that is not known as one.
    let words = line.prefix(160).split(separator: " ", omittingEmptySubsequences: false).dropLast()
    return ": " + words.joined(separator: " ") + "…"
  }
}
