import ArgumentParser
import Foundation
import InboxEvidence
import InboxModel
import InboxTUI

/// Prints what each vendor would count of what was seen and opened in a recording.
struct LensCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lens",
    abstract: "Count the gestures of a recording by each vendor's published rule, side by side.",
    discussion: """
      For each message: what Responsys, Iterable, Airship, CleverTap, Braze and Bloomreach would count, and \
      why. Each rule is our reading of public code or documentation, whose version is given beside it; a \
      dash is not a zero: the vendor has no such event. ‘inbox --record FILE’ makes a recording; those of \
      older versions are read as well. In the inbox, C shows the same for the current run. Nothing is \
      requested. Exit status 0.
      """)

  @Argument(help: "The recording.", completion: .file()) var recording: String?

  @Flag(help: "Only messages on which the rules disagree.")
  var differing = false

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    guard let recording else {
      throw Exit.usage(
        "The gestures of a run are kept while it runs, so name a recording: ‘inbox --record FILE’ makes one, and C "
          + "on the screen counts the current run.")
    }
    let report = LensReport(try RecordingText.read(recording))
    if json { Output.json(report.json(differingOnly: differing)) } else { print(report) }
  }

  private func print(_ report: LensReport) {
    for row in report.rows where !differing || row.differs {
      Output.line("\(row.title) · \(row.person.label)")
      for rule in LensRule.all {
        guard let count = row.count(by: rule) else { continue }
        let head =
          "  " + rule.id.padding(toLength: 26, withPad: " ", startingAt: 0)
          + count.text.padding(toLength: 5, withPad: " ", startingAt: 0)
        Output.hanging(head, [count.reason], width: 100)
      }
    }
    for note in report.notes { Output.line(note) }
    Output.line(report.summary)
    Output.line("Rules and their sources: ‘inbox lens --json’, and the guide's page Lens.")
  }
}
