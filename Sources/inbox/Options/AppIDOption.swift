import InboxDomains

/// `--app-id`.
nonisolated enum AppIDOption {
  /// - Throws: ``Exit`` for what is not an app id; a missing one is fine.
  static func check(_ text: String?) throws {
    guard let text, !AppEntitlements.isAppID(text) else { return }
    throw Exit.usage(
      "--app-id “\(Output.oneLine(text))” is not an app id. Write it like TEAM123456.com.example.app.")
  }
}
