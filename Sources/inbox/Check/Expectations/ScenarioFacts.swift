import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTUI

/// Everything that can be observed at a moment of a scenario.
nonisolated struct ScenarioFacts {
  /// What the server received, from all clients.
  var receipts: Receipts
  /// When the scenario began, by its clock.
  var began: Date
  /// The state of the client that is observed.
  var state: AppState
  var screen: Frame
  /// All rows of the list in question; nil where the client has no such center.
  var rows: [ArchivedMessage]?
  /// The journal of that client, or of all clients.
  var journal: [JournalEntry]
  /// What each vendor's rule counts of what its reader saw and did, where that is needed.
  var lens: LensReport?
  /// Where the last link ended that the client followed.
  var trail: LinkTrail?
  /// The badge that the sandbox has stored, where no client runs that would know it.
  var held: Int?

  /// What is wrong, in one line unless it is the screen; nil when it is as expected.
  func mismatch(_ wanted: any Expectation) -> String? {
    guard let problem = wanted.mismatch(in: self) else { return nil }
    return wanted is ScreenExpectation ? problem : Output.oneLine(problem)
  }

  /// Several items as the end of a sentence.
  static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "nothing" : texts.prefix(12).joined(separator: "; ") + (texts.count > 12 ? "; …" : "")
  }
}
