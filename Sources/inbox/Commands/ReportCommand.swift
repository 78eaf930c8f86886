import ArgumentParser
import Foundation
import InboxCore
import InboxSandbox
import InboxTransport

/// Whether each display and open reached the server exactly once.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Prove that each display and open reached the server exactly once.",
    discussion: """
      A row for each person, session and message. With a sandbox its receipts are compared by the events' ids: \
      exactly-once, duplicated (the receiver can tell by the id), missing, repeated, waiting, lost. Other back ends give no \
      receipts: then it is what they acknowledged. Exit status 0 when nothing stands against it.
      """)

  @OptionGroup var options: ProfileOptions

  @Flag(help: "Only rows that are not exactly-once.")
  var odd = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await reporting {
      let composition = try Composition(options.load(), isScreen: false)
      do {
        let report = try await report(composition)
        await composition.close()
        if json { Output.raw(report.json.serialized) } else { print(report) }
        if !report.isProven { throw ExitCode(Exit.failed) }
      } catch {
        await composition.close()
        throw error
      }
    }
  }

  private func report(_ composition: Composition) async throws -> DeliveryReport {
    guard composition.profile.isLocal else {
      return try await composition.center.deliveryReport(receipts: nil)
    }
    let body = try await SandboxControl(url: composition.profile.transport.backEnd).send(
      "GET", "/sandbox/receipts")
    let receipts = try JSONDecoder().decode(Receipts.self, from: body)
    let counts = receipts.engagements.compactMap { event in
      UUID(uuidString: event.id).map { ($0, event.count) }
    }
    return try await composition.center.deliveryReport(
      receipts: Dictionary(counts) { first, _ in first }, since: receipts.began.flatMap { WireDate.parse($0) }
    )
  }

  private func print(_ report: DeliveryReport) {
    for row in report.rows where !odd || row.verdict != .exactlyOnce {
      let session = row.session.map { "session \($0)" } ?? "no session"
      var facts = ["\(row.events) here"]
      if let received = row.received { facts.append("\(received) there") }
      if let duplicates = row.duplicates, duplicates > 0 { facts.append("\(duplicates) repeated") }
      facts += row.reasons
      let verdict = row.verdict.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)
      Output.line(
        "\(verdict)  \(row.kind.rawValue) \(row.message.id) · \(row.identity.label) · \(session) · "
          + facts.map(Output.oneLine).joined(separator: ", "))
    }
    Output.line(report.summary)
  }
}
