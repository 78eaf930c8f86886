import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox

/// A report as a page that a browser shows, for a ticket (TS-5).
nonisolated enum ReportPage {
  static func text(_ report: DeliveryReport, problemsOnly: Bool) -> String {
    let rows = report.lines(problemsOnly: problemsOnly).map {
      [$0.verdict, $0.title, $0.person, $0.facts.joined(separator: " · ")]
    }
    return text(
      "What reached the server", report.remarks + [report.damage].compactMap(\.self),
      ["Verdict", "Event", "Person", "Facts"], rows)
  }

  static func text(_ report: ServerReport, problemsOnly: Bool) -> String {
    text(
      "What was sent, and what the server has", [report.summary, report.damage].compactMap(\.self),
      ServerReport.head.map(\.capitalizedFirst),
      report.cells(problemsOnly: problemsOnly))
  }

  private static func text(_ title: String, _ remarks: [String], _ head: [String], _ rows: [[String]])
    -> String
  {
    var page = HTMLPage(title: title)
    for remark in remarks { page.paragraph(remark) }
    if !rows.isEmpty { page.table(head, rows.map { $0.map { HTMLPage.Cell($0) } }) }
    return page.document(footer: HTMLPage.Cell("inbox \(Version.text)"))
  }
}

extension DeliveryReport {
  nonisolated func lines(
    problemsOnly: Bool
  ) -> [(verdict: String, title: String, person: String, facts: [String])] {
    rows.filter { !problemsOnly || $0.verdict.isProblem }.map {
      ($0.verdict.rawValue, $0.title, $0.place.identity.label, $0.facts)
    }
      + clicks.filter { !problemsOnly || $0.verdict.isProblem }.map {
        ($0.verdict.rawValue, $0.title, $0.identity.label, $0.facts)
      }
  }

  /// The remarks below the rows.
  nonisolated var remarks: [String] {
    let repeats = "Whether the server counts a repeat that has no id, ‘inbox report --server’ says."
    return [summary] + (rows.contains { $0.countsRepeats == true } ? [repeats] : [])
      + (hasReceipts ? [] : ["There are no receipts here: this is what the back end acknowledged."])
  }
}

extension ServerReport {
  nonisolated static let head = ["verdict", "event", "person", "when", "we sent", "the server has"]

  nonisolated func cells(problemsOnly: Bool) -> [[String]] {
    rows.filter { !problemsOnly || $0.verdict != .matched }.map {
      [$0.verdict.rawValue, $0.title, $0.identity.label, $0.timeText, $0.sentWords, $0.serverWords]
    }
  }
}
