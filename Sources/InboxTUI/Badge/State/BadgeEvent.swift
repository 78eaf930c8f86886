package import InboxCore

package enum BadgeEvent: FeatureEvent {
  /// What the server holds now, and what was requested; recordings of before do not say that.
  case badgeSet(Int, asked: Int? = nil)
  case badgeFailed(asked: Int, InboxError)
}
