import InboxCore

/// One entry of `applinks.details`.
struct AssociationDetails: Hashable, Sendable {
  /// The apps it is for: `appID`, then `appIDs`.
  let appIDs: [String]
  /// Its rules in order.
  let rules: [AssociationRule]
}
