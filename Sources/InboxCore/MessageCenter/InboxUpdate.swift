public import InboxModel

/// What ``MessageCenter`` publishes to its front, in order.
public enum InboxUpdate: Hashable, Sendable, Codable {
  /// A new picture.
  case snapshot(InboxSnapshot)
  /// Something happened, and why.
  case journal(JournalEntry)
  /// Centers that brought something new; the store has changed already (MC-13).
  case updated([CenterNews])
  /// A push banner, and the address of a picture in it where there is one; its message is fetched already if it can be.
  case banner(MessageKey, alert: String, attachment: String? = nil)
  /// What a vendor's SDK would report to the app about a link that was followed (UL-4), as the vendor names it.
  case linkNoticed(JSONValue)

  // A recording names a case by its key.
  private enum CodingKeys: String, CodingKey {
    case snapshot, journal, updated, banner
    case linkNoticed = "webURLResolved"
  }
}
