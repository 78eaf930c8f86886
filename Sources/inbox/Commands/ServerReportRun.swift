import ArgumentParser
import InboxEvidence
import InboxModel
import InboxTUI
import InboxTap

/// `inbox report --server`: what was sent beside what the server has (VE-14).
nonisolated struct ServerReportRun {
  let command: ReportCommand
  /// What an app sent, from a recording.
  let app: AppDeliveries?

  /// - Throws: ``Exit`` with 1 where something speaks against it.
  func run(_ composition: Composition, of person: Identity?) async throws {
    try TextFile.prepare(command.junit, for: "--junit")
    var report: ServerReport
    do throws(InboxError) {
      let server = try composition.backEnd.requiredReadBack()
      report = try await composition.center.serverReport(
        server, settling: command.settle.map(Double.init), of: person, others: app?.sent,
        now: composition.services.time.now
      )
    } catch {
      // Nothing is proved or refuted: the server could not be asked.
      throw Exit(Exit.notReady, error)
    }
    if app == nil, report.isEmpty { try await command.requireTrace(of: person, composition) }
    if let app = app?.report {
      (report.unreadable, report.refused, report.damage) = (app.unreadable, app.refused, app.damage)
    }
    // First of all: a full disk keeps the files from being written, and says nothing against the events.
    if command.json { Output.json(report.json(problemsOnly: command.odd)) } else { print(report) }
    if let junit = command.junit {
      try TextFile.write(
        JUnitReport("inbox report --server", report.testCases).xml, to: junit, for: "--junit")
    }
    if let html = command.html {
      try EvidenceFile.write(ReportPage.text(report, problemsOnly: command.odd), to: html, for: "--html")
    }
    if !report.isProven { throw ExitCode(Exit.failed) }
  }

  private func print(_ report: ServerReport) {
    let rows = Self.cells(of: report, problemsOnly: command.odd)
    if !rows.isEmpty { Output.lines(TextTable(head: Self.head, rows: rows).lines) }
    Output.line(report.summary)
  }

  static let head = ["verdict", "event", "person", "when", "we sent", "the server has"]

  static func cells(of report: ServerReport, problemsOnly: Bool) -> [[String]] {
    report.rows.filter { !problemsOnly || $0.verdict != .matched }.map {
      [
        $0.verdict.rawValue, $0.title, $0.identity.label, $0.timeText, $0.sentWords,
        $0.serverWords,
      ]
    }
  }
}
