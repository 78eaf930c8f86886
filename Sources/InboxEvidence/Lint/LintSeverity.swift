import InboxCore

/// How much a finding matters.
public enum LintSeverity: String, Hashable, Sendable, Codable, CaseIterable {
  /// The message does not do what it was made for.
  case error
  /// Some people get less than was meant.
  case warning
  /// Worth knowing; nothing has to be done.
  case note
}
