/// Whose doing an expectation is about.
nonisolated enum ExpectationScope: Sendable {
  /// What one client shows or holds: where there are several, the step names one.
  case client
  /// What a client logged: one that the step names, or all of them.
  case anyClient
  /// What the server received, which does not know the clients of a person apart.
  case server
}
