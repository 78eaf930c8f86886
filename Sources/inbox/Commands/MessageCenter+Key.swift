import InboxCore

extension MessageCenter {
  /// The message of an id that a command line names.
  ///
  /// - Throws: ``InboxError/unknownMessage(_:)``, and ``Exit`` where the id is in several centers.
  nonisolated func key(_ id: String, in center: CenterName?) async throws -> MessageKey {
    let keys = try await find(MessageID(id)).filter { center == nil || $0.center == center }
    guard let key = keys.first else { throw InboxError.unknownMessage(id) }
    guard keys.count == 1 else {
      throw Exit(
        Exit.failed,
        "“\(id)” is in several centers (\(keys.map(\.center.rawValue).joined(separator: ", "))). Add --center."
      )
    }
    return key
  }
}
