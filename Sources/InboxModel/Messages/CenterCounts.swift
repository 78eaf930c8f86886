/// How many messages of a center are in its list.
public struct CenterCounts: Hashable, Sendable, Codable {
  /// All that are shown.
  public var total: Int
  /// Those that are unread.
  public var unread: Int

  /// Takes its parts as they are; nothing is checked.
  public init(total: Int, unread: Int) {
    self.total = total
    self.unread = unread
  }

  /// No messages.
  public static let zero = CenterCounts(total: 0, unread: 0)
}
