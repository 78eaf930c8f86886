import InboxModel

/// One person follows one link: a second time while that is under way is the same gesture (UL-16).
struct FollowGesture: Hashable, Sendable {
  var person: Identity
  var link: String
}
