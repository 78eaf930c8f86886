/// What ``MessageCenter`` tells its front, in the order in which it happened.
public enum InboxUpdate: Hashable, Sendable, Codable {
  /// A new picture.
  case snapshot(InboxSnapshot)
  /// Something happened, and why.
  case journal(JournalEntry)
  /// Centers that brought something new; the store has changed already (MC-13).
  case updated([CenterNews])
  /// A push banner; its message is fetched already if it can be.
  case banner(MessageKey, alert: String)
  /// A universal link was handed to the vendor's SDK (UL-4).
  case webURLResolved(WebURLNotice)
}
