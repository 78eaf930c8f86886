package import InboxEvidence
package import InboxModel

/// The report on deliveries as it is on the screen.
package struct ProofState: Equatable, Sendable {
  /// What was read last; nil before the first.
  package var report: DeliveryReport? { didSet { layout = nil } }
  /// What the server recorded; nil where it was not asked, or has not responded.
  package var server: ServerReport? { didSet { layout = nil } }
  /// Why the server could not be asked, as a sentence.
  package var serverProblem: String? { didSet { layout = nil } }
  /// Whether the server is being asked.
  package var isAskingServer = false { didSet { layout = nil } }
  /// Why the last reading failed, as a sentence.
  package var problem: String? { didSet { layout = nil } }
  package var isReading = true { didSet { layout = nil } }
  /// Whether only problems are shown.
  package var showsProblemsOnly = false { didSet { layout = nil } }
  package var layout: LaidOut?
}

package enum ProofEvent: FeatureEvent {
  case deliveryProven(DeliveryReport)
  case deliveryUnproven(InboxError)
  case serverCompared(ServerReport)
  case serverUnread(InboxError)
}
