import InboxCore

/// What the app's `com.apple.developer.associated-domains` entitlement says about the domain (UL-8, UL-9).
public enum EntitlementFacts: Hashable, Sendable {
  /// The person gave no entitlements.
  case notGiven
  /// This entry covers the domain.
  case covered(entry: String)
  /// This entry does, but on devices in its `?mode=` alone.
  case coveredInMode(entry: String, mode: String)
  /// No entry does; the reason is a clause.
  case notCovered(reason: String)
}
