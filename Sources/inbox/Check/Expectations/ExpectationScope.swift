/// The source of what an expectation is about.
nonisolated enum ExpectationScope: Sendable {
  /// What one client shows or has stored: where there are several, the step names one.
  case client
  /// What clients logged: the one that the step names, or all of them.
  case anyClient
  /// What the server received; it cannot tell the clients of one person apart.
  case server
}
