import InboxHTML

extension HTMLReader {
  /// Throws where libxml2 is missing, for work that needs it.
  nonisolated static func require() throws {
    guard isReady else { throw Exit.notReady(missing) }
  }
}
