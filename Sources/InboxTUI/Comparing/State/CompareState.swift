package import InboxEvidence
package import InboxModel

/// A comparison with another person as it is on the screen.
package struct CompareState: Equatable, Sendable {
  /// With whom, as it was typed.
  package var other: String
  /// Nil until both were fetched.
  package var comparison: PersonComparison?
  /// Why it failed, as a sentence.
  package var problem: String?
  /// Whether what is the same is listed too.
  package var showsSame = false
}

package enum CompareEvent: FeatureEvent {
  case compared(PersonComparison, with: String)
  case comparisonFailed(InboxError, with: String)
}
