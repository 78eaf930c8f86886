package import InboxCore

/// The report on deliveries as it is on the screen.
package struct ProofState: Equatable, Sendable {
  /// What was read last; nil before the first.
  package var report: DeliveryReport?
  /// Why the last reading failed, as a sentence.
  package var problem: String?
  /// Whether it is being read.
  package var isReading: Bool
  /// Whether only what stands against exactly once is shown.
  package var isOddOnly = false

  /// Being read for the first time.
  package init() { isReading = true }
}
