import ArgumentParser
import InboxCore
import InboxEvidence
import InboxTUI

/// `inbox report --server`: what was sent beside what the server has (VE-14).
nonisolated struct ServerReportRun {
  var settle: Int?
  var junit: String?
  var showsProblemsOnly: Bool
  var json: Bool
  /// What an app sent, of a recording.
  var app: [SentEvent] = []

  /// - Throws: ``Exit`` with 1 where something stands against it.
  func run(_ composition: Composition, of person: Identity?) async throws {
    try TextFile.prepare(junit, for: "--junit")
    let report: ServerReport
    do throws(InboxError) {
      let server = try composition.backEnd.requiredReadBack()
      report = try await composition.center.serverReport(
        server, settling: settle.map(Double.init), of: person, others: app, now: composition.services.time.now
      )
    } catch {
      // Nothing is proved and nothing refuted: it could not be asked.
      throw Exit(Exit.notReady, error)
    }
    if let junit {
      try TextFile.write(
        JUnitReport("inbox report --server", report.testCases).xml, to: junit, for: "--junit")
    }
    if json {
      Output.raw(report.json.serialized)
    } else {
      Self.print(report, showsProblemsOnly: showsProblemsOnly)
    }
    if !report.isProven { throw ExitCode(Exit.failed) }
  }

  private static func print(_ report: ServerReport, showsProblemsOnly: Bool) {
    let rows = report.rows.filter { !showsProblemsOnly || $0.verdict != .matched }
    let table = TextTable(
      head: ["verdict", "event", "person", "when", "we sent", "the server has"],
      rows: rows.map {
        [
          $0.verdict.rawValue, $0.title, $0.identity.label, WireDate.format($0.time), $0.sentWords,
          $0.serverWords,
        ]
      })
    if !rows.isEmpty { Output.lines(table.lines) }
    Output.line(report.summary)
  }
}
