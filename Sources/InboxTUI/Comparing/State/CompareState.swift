package import InboxEvidence
package import InboxModel

/// A comparison with another person as it is on the screen.
package struct CompareState: Equatable, Sendable {
  /// The other person, as typed.
  package var other: String
  /// Nil until both were fetched.
  package var comparison: PersonComparison?
  /// Whether both are on their way; the former result stays until they are here.
  package var isFetching = true
  /// Why it failed, as a sentence.
  package var problem: String?
  package var showsSame = false
}

package enum CompareEvent: FeatureEvent {
  case compared(PersonComparison, with: String)
  case comparisonFailed(InboxError, with: String)
}
