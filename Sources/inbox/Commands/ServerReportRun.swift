import ArgumentParser
import InboxEvidence
import InboxModel
import InboxTUI
import InboxTap

/// `inbox report --server`: what was sent beside what the server has (VE-14).
nonisolated struct ServerReportRun {
  var settle: Int?
  var junit: String?
  var html: String?
  var showsProblemsOnly: Bool
  var json: Bool
  /// What an app sent, of a recording.
  var app: AppDeliveries?

  /// - Throws: ``Exit`` with 1 where something stands against it.
  func run(_ composition: Composition, of person: Identity?) async throws {
    try TextFile.prepare(junit, for: "--junit")
    var report: ServerReport
    do throws(InboxError) {
      let server = try composition.backEnd.requiredReadBack()
      report = try await composition.center.serverReport(
        server, settling: settle.map(Double.init), of: person, others: app?.sent,
        now: composition.services.time.now
      )
    } catch {
      // Nothing is proved and nothing refuted: it could not be asked.
      throw Exit(Exit.notReady, error)
    }
    if let app = app?.report { (report.unreadable, report.refused) = (app.unreadable, app.refused) }
    if let junit {
      try TextFile.write(
        JUnitReport("inbox report --server", report.testCases).xml, to: junit, for: "--junit")
    }
    if let html {
      let page = ReportPage.text(report, problemsOnly: showsProblemsOnly)
      try EvidenceFile.write(page, to: html, for: "--html")
    }
    if json {
      Output.json(report.json(problemsOnly: showsProblemsOnly))
    } else {
      Self.print(report, showsProblemsOnly: showsProblemsOnly)
    }
    if !report.isProven { throw ExitCode(Exit.failed) }
  }

  private static func print(_ report: ServerReport, showsProblemsOnly: Bool) {
    let rows = cells(of: report, problemsOnly: showsProblemsOnly)
    if !rows.isEmpty { Output.lines(TextTable(head: head, rows: rows).lines) }
    Output.line(report.summary)
  }

  static let head = ["verdict", "event", "person", "when", "we sent", "the server has"]

  static func cells(of report: ServerReport, problemsOnly: Bool) -> [[String]] {
    report.rows.filter { !problemsOnly || $0.verdict != .matched }.map {
      [
        $0.verdict.rawValue, $0.title, $0.identity.label, WireDate.format($0.time), $0.sentWords,
        $0.serverWords,
      ]
    }
  }
}
