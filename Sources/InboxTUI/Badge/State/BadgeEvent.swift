package import InboxModel

package enum BadgeEvent: FeatureEvent {
  /// What the server holds now, and what was requested; nil in earlier recordings.
  case badgeSet(Int, asked: Int? = nil)
  case badgeFailed(asked: Int, InboxError)
}
