import ArgumentParser
import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTUI

/// Prints what each vendor's SDK would still show of what the server lists.
struct StaleCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stale",
    abstract: "Say what each vendor's SDK would still show, and why: the differences first.",
    discussion: """
      For each record of the archive: whether the server lists it, whether we show it, and which SDK would \
      do something else according to its public code or documentation: expired but kept, withdrawn but kept, \
      dropped for its HTML, hidden because another record cannot be read. The SDKs of other vendors are \
      judged as if their server had sent the same. Where nothing is published, nothing is claimed. Nothing \
      is requested. Exit status 1 when an SDK of the profile's own vendor would show something else.
      """)

  @OptionGroup var options: ProfileOptions

  @Option(help: "Only this center.", completion: Completions.centers, transform: ArgumentValue.filled)
  var center: String?

  @Flag(help: "Also list records that every SDK would show as we do.")
  var all = false

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws { try await run(on: options.load()) }

  func run(on profile: Profile) async throws {
    let report = try await RunRecording()(profile, mayOnlyRead: true) { composition in
      let core = composition.center
      try await core.start()
      let name = try composition.list(center)
      let centers = name.map { [$0] } ?? Array(composition.profile.settings.centers)
      try await core.requireFetched(centers)
      return try await core.staleReport(
        of: centers, at: composition.services.time.now())
    }
    if json { Output.json(report.json) } else { print(report) }
    if !report.isClear { throw ExitCode(Exit.failed) }
  }

  private func print(_ report: StaleReport) {
    for row in all ? report.rows : report.differing {
      Output.line(row.title)
      Output.hanging("  ", [row.facts], width: 80)
      for (rule, verdict) in row.others {
        Output.hanging("  ", ["\(rule.name) \(verdict.sentence)"], width: 80, indent: 4)
      }
    }
    for note in report.notes { Output.line(note) }
    Output.line(report.summary)
  }
}
