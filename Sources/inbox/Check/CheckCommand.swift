import ArgumentParser
import Foundation
import InboxCore
import InboxSandbox
import InboxTransport

/// Scenarios: steps with an inbox, and the expected results.
struct CheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Run scenarios without a screen, each against a sandbox of its own.",
    discussion: """
      A scenario is a TOML file: [scenario], campaigns, and [[step]]s that press keys, use the mouse, \
      resize, move the clock, set faults, launch campaigns, kill the client, and expect receipts, badges, \
      rows, why lines and link outcomes, for one client or several. Parameters, data tables and shared steps \
      keep large sets short. Exit status 0 when all is as expected (on a retry, if need be), 1 when \
      something is not, 2 when a scenario is broken.
      """)

  @Argument(
    help:
      "Scenario files (TOML), folders of them, or names of bundled scenarios; without any, all the bundled ones.",
    completion: Completions.scenarios
  )
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run only scenarios with this tag or name (of the scenario or its file); repeatable.",
      valueName: "tag|name"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp("Skip scenarios with this tag or name; repeatable.", valueName: "tag|name"))
  var skip: [String] = []

  @Option(
    help: ArgumentHelp(
      "Give a parameter a value other than that in [parameters]; repeatable.", valueName: "name=value"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp("How many scenarios run at a time, each with its own sandbox.", valueName: "number"),
    transform: { try ArgumentValue.read($0, in: 1...64) })
  var jobs = 1

  @Option(
    help: ArgumentHelp(
      "How often to run a failed scenario again. One that then passes is reported as retried, with what failed before.",
      valueName: "number"), transform: { try ArgumentValue.read($0, in: 0...10) })
  var retries = 0

  @Option(
    help: ArgumentHelp(
      "Write the results as JUnit XML, with times; the recording of each failure is put beside it.",
      valueName: "file"), completion: .file())
  var junit: String?

  @Option(help: ArgumentHelp("Write the results as JSON lines.", valueName: "file"), completion: .file())
  var jsonl: String?

  @Option(
    help: ArgumentHelp(
      "Use the running ‘inbox sandbox’ at this address instead of one for each scenario: its campaigns apply, only the scenario's own receipts count, and its clock and faults are restored.",
      valueName: "url"))
  var against: String?

  @OptionGroup var control: ControlTokenOption

  @Option(
    help: ArgumentHelp(
      "Record one scenario into this file, as ‘inbox --record’ does, for replay, diff and export. With several clients, each has a file of its own, with the client's name before the extension.",
      valueName: "file"), completion: .file())
  var record: String?

  func perform() async throws {
    let settings = try settings()
    guard against == nil || jobs == 1 else {
      throw Exit.usage(
        "--jobs \(jobs) runs scenarios side by side, and --against has one clock for all. Leave one out.")
    }
    guard against != nil || control.file == nil else {
      throw Exit.usage(
        "--control-token is for the sandbox that --against names, and each scenario has its own here. Leave it out."
      )
    }
    guard record == nil || retries == 0 else {
      throw Exit.usage("--record records one run, and --retries makes several. Leave one out.")
    }
    let plan = try CheckPlan.read(files, setting: settings, only: only, skip: skip)
    if record != nil, plan.items.count != 1 {
      throw Exit.usage(
        "--record records one run, and these are \(plan.items.count) scenarios. Name one of them.")
    }
    // The files of the results are checked before the work begins.
    try TextFile.requireDistinct(
      [("--junit", junit), ("--jsonl", jsonl), ("--record", record)], from: plan.files)
    try TextFile.prepare(junit, for: "--junit")
    try TextFile.prepare(jsonl, for: "--jsonl")
    if let record, case .scenario(let scenario, _)? = plan.items.first {
      for client in scenario.clients {
        try EvidenceFile.prepare(RecordingName.of(client.name, record), for: "--record")
      }
    }
    if let against {
      do { _ = try await ProfileSource.endpoint(at: against, tokenFile: control.file) } catch let exit as Exit
      {
        // Whatever the reason, nothing was run.
        throw Exit.notReady(exit.sentence)
      }
    }
    let report = try await check(plan)
    Output.line(report.summary)
    for sentence in report.entries.flatMap(\.missing) { Output.complain(sentence) }
    if let junit { try TextFile.write(report.junit, to: junit, for: "--junit") }
    if let jsonl { try TextFile.write(report.jsonLines, to: jsonl, for: "--jsonl") }
    if report.status != 0 { throw ExitCode(report.status) }
  }

  private func check(_ plan: CheckPlan) async throws -> CheckReport {
    // A machine without a network breaks no scenario.
    try ProcessRoom.requireNetwork()
    let scratch = try ScratchFolder("check")
    defer { scratch.remove() }
    let runner = CheckRunner(command: self, folder: scratch.path)
    let entries = try await Interruption.watched {
      try await runner.run(plan.items) { entry in
        for line in CheckReport.lines(entry) { Output.text(line) }
      }
    }
    return CheckReport(entries: entries)
  }

  private func settings() throws -> [String: String] {
    var settings: [String: String] = [:]
    for text in set {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw Exit.usage("--set \(text): write --set NAME=VALUE.")
      }
      let name = String(text[..<equals])
      guard settings.updateValue(String(text[text.index(after: equals)...]), forKey: name) == nil else {
        throw Exit.usage("--set \(name) is given twice. Leave one of them out.")
      }
    }
    return settings
  }
}
