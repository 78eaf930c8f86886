package import InboxEvidence
package import InboxModel

/// What the SDKs would show, as the screen has it.
package struct StaleState: Equatable, Sendable {
  /// The last report; nil before the first.
  package var report: StaleReport? { didSet { layout = nil } }
  /// Why the last reading failed, as a sentence.
  package var problem: String? { didSet { layout = nil } }
  /// Whether records that everyone sees alike are shown too.
  package var showsAll = false { didSet { layout = nil } }
  package var layout: LaidOut?
}

package enum StaleEvent: FeatureEvent {
  case staleRead(StaleReport)
  case staleUnread(InboxError)
}
