/// How much more than a count is allowed.
nonisolated struct Slack: Codable, Sendable {
  /// Percent of the count.
  var percent: Int
  /// So many besides.
  var more: Int

  /// The most that is allowed; nothing remains nothing.
  func bound(_ count: Int) -> Int { count == 0 ? 0 : count + count * percent / 100 + more }
}
