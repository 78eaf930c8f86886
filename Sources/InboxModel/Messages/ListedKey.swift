/// A message of a list, without what it says: for doing something to many.
public struct ListedKey: Hashable, Sendable, Codable {
  /// Which message.
  public var key: MessageKey
  /// Whether the person has read it.
  public var isRead: Bool

  /// Takes its parts as they are; nothing is checked.
  public init(_ key: MessageKey, isRead: Bool) {
    self.key = key
    self.isRead = isRead
  }

  /// The row of a list.
  public init(_ row: ArchivedMessage) { self.init(row.key, isRead: row.read != nil) }
}
