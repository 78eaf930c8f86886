import InboxHTML

extension HTMLReader {
  /// For what cannot be done without it.
  nonisolated static func require() throws {
    guard isReady else { throw Exit.notReady(missing) }
  }
}
