import InboxCore

extension MessageCenter {
  /// The message of an id that a person names.
  ///
  /// - Parameter remedy: How the center is named where the id is written.
  /// - Throws: ``InboxError/unknownMessage(_:)``, and ``Exit`` where the id is in several centers.
  nonisolated func key(
    _ id: String, in center: CenterName?, remedy: String = "Add --center."
  ) async throws -> MessageKey {
    let keys = try await find(MessageID(id)).filter { center == nil || $0.center == center }
    guard let key = keys.first else { throw InboxError.unknownMessage(id) }
    guard keys.count == 1 else {
      throw Exit(
        Exit.failed,
        "“\(id)” is in several centers (\(keys.map(\.center.rawValue).joined(separator: ", "))). \(remedy)"
      )
    }
    return key
  }
}
