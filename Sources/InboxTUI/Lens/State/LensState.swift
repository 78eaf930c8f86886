package import InboxEvidence

/// The vendors' counts as they are on the screen.
package struct LensState: Equatable, Sendable {
  /// What was counted last, of the person who reads; nil before the first.
  package var report: LensReport?
  /// Which message is selected, and which rule.
  package var row = 0
  package var rule = 0
  /// Whether only messages on which the rules disagree are shown.
  package var isDifferingOnly = false
  /// From which line on the reason of the selected cell is read, where it is read alone; nil for the table.
  package var reading: Int?

  package init() {}

  /// The rows that are shown.
  package var rows: [LensReport.Row] {
    let all = report?.rows ?? []
    return isDifferingOnly ? all.filter(\.differs) : all
  }

  /// Keeps the selection within what there is.
  package mutating func fit() {
    row = min(max(0, row), max(0, rows.count - 1))
    rule = min(max(0, rule), LensRule.all.count - 1)
  }
}

package enum LensEvent: FeatureEvent {
  case lensCounted(LensReport)
}
