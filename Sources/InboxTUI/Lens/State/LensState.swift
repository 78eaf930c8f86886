package import InboxEvidence

/// The vendors' counts on the screen.
package struct LensState: Equatable, Sendable {
  /// The last counts for the current reader; nil before the first.
  package var report: LensReport?
  /// Which row of the report is selected, and which rule.
  package var row = 0
  package var rule = 0
  /// Whether only messages on which the rules disagree are shown.
  package var isDifferingOnly = false
  /// The first visible line of the reason, where it is read alone; nil for the table.
  package var reading: Int?

  /// The indices of the rows that are shown.
  func shown(_ narrowing: Narrowing) -> [Int] {
    let rows = report?.rows ?? []
    return rows.indices.filter {
      (!isDifferingOnly || rows[$0].differs) && narrowing.matches(rows[$0].title)
    }
  }

  /// The selected row; nil where none is shown.
  func selected(_ narrowing: Narrowing) -> LensReport.Row? {
    shown(narrowing).contains(row) ? report?.rows[row] : nil
  }

  /// Keeps the selection among the rows that are shown, moved by this many.
  mutating func fit(_ narrowing: Narrowing, movedBy steps: Int = 0) {
    let shown = shown(narrowing)
    rule = min(max(0, rule), LensRule.all.count - 1)
    guard let last = shown.indices.last else { return row = 0 }
    let place = shown.firstIndex(of: row) ?? shown.firstIndex { $0 > row } ?? last
    row = shown[min(max(0, place + steps), last)]
  }
}

package enum LensEvent: FeatureEvent {
  case lensCounted(LensReport)
}
