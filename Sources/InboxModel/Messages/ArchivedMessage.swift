public import struct Foundation.Date

/// A message together with what this device knows about it (MC-7, MC-18).
public struct ArchivedMessage: Hashable, Sendable, Codable {
  /// What the back end sent, newest version.
  public var message: Message
  /// When it was first stored.
  public var fetched: Date
  /// When the person read it; nil = unread.
  public var read: Date?
  /// When the person deleted it; nil = kept.
  public var deleted: Date?
  /// When a response last listed it.
  public var lastFetched: Date
  /// Whether the vendor's cache still holds it.
  public var cacheState: CacheState
  /// Since when it has been in this state.
  public var cacheStateSince: Date
  /// Whether rich content is stored, missing or lost.
  public var rich: RichState

  // As recordings have it.
  private enum CodingKeys: String, CodingKey {
    case message, fetched, read, deleted, lastFetched, rich
    case cacheState = "presence"
    case cacheStateSince = "presenceSince"
  }

  /// Dates that are left out are that of the first fetch.
  public init(
    message: Message, fetched: Date, read: Date? = nil, deleted: Date? = nil, lastFetched: Date? = nil,
    cacheState: CacheState = .listed, cacheStateSince: Date? = nil, rich: RichState = .none
  ) {
    self.message = message
    self.fetched = fetched
    self.read = read
    self.deleted = deleted
    self.lastFetched = lastFetched ?? fetched
    self.cacheState = cacheState
    self.cacheStateSince = cacheStateSince ?? fetched
    self.rich = rich
  }

  /// Where the message lives.
  public var key: MessageKey { message.key }

  /// Whether the list of its center shows it; the archive's SQL states the same and a test keeps them together.
  public func isListed(at now: Date) -> Bool {
    deleted == nil && cacheState != .disabled && !ExpiryPolicy.isExpired(message.expiry, at: now)
  }

  /// The one definition of unread: in the list and not read.
  public func isUnread(at now: Date) -> Bool { read == nil && isListed(at: now) }

  /// Whether its rich content is here: it came with the message, or was fetched and stored (MC-17).
  public var hasRichContent: Bool { message.richHTML != nil || rich == .stored }

  /// Why it is gone, and since when; nil while nothing has happened to it (MC-11).
  public func removal(at now: Date) -> Removal? {
    if let deleted {
      return Removal(cacheState.isTakenAway ? cacheState.reason ?? .removed : .deleted, deleted)
    }
    let isDisabled = cacheState == .disabled
    // What had expired by then was gone already.
    if let expiry = message.expiry, ExpiryPolicy.isExpired(expiry, at: isDisabled ? cacheStateSince : now) {
      return Removal(.expired, expiry)
    }
    if isDisabled { return Removal(.disabled, cacheStateSince) }
    return cacheState.reason.map { Removal($0, cacheStateSince) }
  }
}
