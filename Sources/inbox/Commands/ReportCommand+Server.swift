import ArgumentParser
import InboxEvidence
import InboxModel
import InboxTUI
import InboxTap

extension ReportCommand {
  /// `--server`: what was sent beside what the server has (VE-14).
  ///
  /// - Parameter app: What an app sent, from a recording.
  /// - Throws: ``Exit`` with 1 where something speaks against it.
  func runServer(_ composition: Composition, of person: Identity?, _ app: AppDeliveries?) async throws {
    try TextFile.prepare(junit, for: "--junit")
    var report: ServerReport
    do throws(InboxError) {
      let server = try composition.backEnd.requiredReadBack()
      report = try await composition.center.serverReport(
        server, settling: settle.map(Double.init), of: person, others: app?.sent,
        now: composition.services.time.now
      )
    } catch {
      // Nothing is proved or refuted: the server could not be asked.
      throw Exit(Exit.notReady, error)
    }
    if let app = app?.report {
      (report.unreadable, report.refused, report.damage) = (app.unreadable, app.refused, app.damage)
      if report.isEmpty { throw nothing("event that the server lists", in: app) }
    } else if report.isEmpty {
      try await requireTrace(of: person, composition)
    }
    // First of all: a full disk keeps the files from being written, and says nothing against the events.
    if json { Output.json(report.json(problemsOnly: odd)) } else { print(report) }
    if let junit {
      try TextFile.write(
        JUnitReport("inbox report --server", report.testCases).xml, to: junit, for: "--junit")
    }
    if let html {
      try EvidenceFile.write(ReportPage.text(report, problemsOnly: odd), to: html, for: "--html")
    }
    if !report.isProven { throw ExitCode(Exit.failed) }
  }

  private func print(_ report: ServerReport) {
    let rows = report.cells(problemsOnly: odd)
    if !rows.isEmpty { Output.lines(TextTable(head: ServerReport.head, rows: rows).lines) }
    Output.line(report.summary)
  }
}
