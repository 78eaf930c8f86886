public import InboxModel

/// Something the platform's push service delivered.
public enum Push: Hashable, Sendable {
  /// The line is up; this is the badge that the server holds.
  case state(badge: Int, version: Int? = nil)
  /// A message was launched with a push banner, and the address of a picture in it where there is one.
  case message(MessageKey, alert: String, badge: BadgeChange?, attachment: String? = nil)
  /// The server changed the badge without a message to show.
  case badge(BadgeChange)
  /// A list holds something else than before, or all of them do where nil: it is to be fetched.
  case changed(CenterName?)
  /// The line is still up.
  case keepAlive
  /// A line that was for somewhere else, and says nothing to the core.
  case aside

  /// A new badge and why (BD-5).
  public struct BadgeChange: Hashable, Sendable {
    /// The value that the server holds now.
    public var count: Int
    /// Why: “campaign +1: spring”, with the id of the message.
    public var cause: String
    /// The version of the value (``ServerBadge/version``).
    public var version: Int?

    /// Takes its parts as they are; nothing is checked.
    public init(count: Int, cause: String, version: Int? = nil) {
      self.count = count
      self.cause = cause
      self.version = version
    }
  }
}
