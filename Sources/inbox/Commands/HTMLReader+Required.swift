import InboxHTML

extension HTMLReader {
  /// For who can do nothing without it.
  nonisolated static func require() throws {
    guard isReady else { throw Exit(Exit.notReady, missing) }
  }
}
