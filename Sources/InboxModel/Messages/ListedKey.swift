/// A message of a list, without what it says: for doing something to many.
public struct ListedKey: Hashable, Sendable, Codable {
  /// The message's center and id.
  public var key: MessageKey
  /// Whether the person has read it.
  public var isRead: Bool

  /// Takes its parts as they are; nothing is checked.
  public init(_ key: MessageKey, isRead: Bool) {
    self.key = key
    self.isRead = isRead
  }

  /// Takes the key and the read state of a row.
  public init(_ row: ArchivedMessage) { self.init(row.key, isRead: row.read != nil) }
}
