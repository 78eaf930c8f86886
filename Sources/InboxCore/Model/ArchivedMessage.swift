public import struct Foundation.Date

/// A message together with what this device knows about it (MC-7, MC-18): the server knows none of it.
public struct ArchivedMessage: Hashable, Sendable {
  /// What the back end sent, newest version.
  public var message: Message
  /// When it was first stored.
  public var fetched: Date
  /// When the person read it; nil = unread.
  public var read: Date?
  /// When the person deleted it; nil = kept.
  public var deleted: Date?
  /// Whether the newest answer still listed it.
  public var presence: Presence
  /// Whether rich content is stored, missing or lost.
  public var rich: RichState

  /// Makes a row from its parts.
  public init(
    message: Message, fetched: Date, read: Date? = nil, deleted: Date? = nil, presence: Presence = .listed,
    rich: RichState = .none
  ) {
    self.message = message
    self.fetched = fetched
    self.read = read
    self.deleted = deleted
    self.presence = presence
    self.rich = rich
  }

  /// Where the message lives.
  public var key: MessageKey { message.key }

  /// The one definition of unread: neither read nor deleted nor expired.
  public func isUnread(at now: Date) -> Bool {
    read == nil && deleted == nil && !ExpiryPolicy.isExpired(message.expiry, at: now)
  }
}
