import ArgumentParser
import Foundation
import InboxSandbox

/// Scenarios: what is done with an inbox, and what must be so afterwards.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Run scenarios without a screen, each against a sandbox of its own.",
    discussion: """
      A scenario is a TOML file: [scenario], campaigns, and [[step]]s that press keys, move the clock, set faults, \
      launch campaigns, kill the client, and expect receipts, badges, rows, why lines and link outcomes. Exit status 0 \
      when all is as expected, 1 when something is not, 2 when a scenario is broken.
      """)

  @Argument(
    help:
      "Scenario files (TOML), folders of them, or names of those that come with the program; without any, all of those."
  )
  var files: [String] = []

  @Option(help: ArgumentHelp("Write the results as JUnit XML.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write the results as JSON lines.", valueName: "file"))
  var jsonl: String?

  @Option(
    help: ArgumentHelp(
      "Use the sandbox that ‘inbox sandbox’ runs at this address instead of one for each scenario: its campaigns count, and of what it gets the scenario's own; its clock and faults are put back.",
      valueName: "url"))
  var against: String?

  @OptionGroup var control: ControlTokenOption

  @Option(
    help: ArgumentHelp(
      "Record one scenario into this file, as ‘inbox --record’ does: for replay, diff and export.",
      valueName: "file"))
  var record: String?

  func run() async throws {
    try await reporting {
      let paths = try paths()
      if record != nil, paths.count != 1 {
        throw Exit(
          Exit.usage, "--record records one run, and these are \(paths.count) scenarios. Name one of them.")
      }
      // What must be there at the end is searched for at the beginning.
      try TextFile.prepare(junit, for: "--junit")
      try TextFile.prepare(jsonl, for: "--jsonl")
      if let against { _ = try await ProfileSource.endpoint(at: against, tokenFile: control.file) }
      let scratch = try ScratchFolder("check")
      let report: CheckReport
      do {
        report = try await Interruption.watched(orElse: scratch.remove) {
          try await check(paths, in: scratch.path)
        }
      } catch {
        scratch.remove()
        throw error
      }
      scratch.remove()
      Output.line(report.summary)
      try write(report.junit, to: junit)
      try write(report.jsonLines, to: jsonl)
      if report.status != 0 { throw ExitCode(report.status) }
    }
  }

  private func check(_ paths: [String], in folder: String) async throws -> CheckReport {
    var report = CheckReport()
    for (number, file) in paths.enumerated() {
      let entry = try await entry(file, in: "\(folder)/\(number + 1)")
      report.entries.append(entry)
      for line in CheckReport.lines(entry) { Output.text(line) }
    }
    return report
  }

  private func entry(_ path: String, in folder: String) async throws -> CheckReport.Entry {
    // What comes with the program is named without the place where it lies.
    let isShipped = ShippedScenarios.folder.map { path.hasPrefix($0 + "/") } ?? false
    let file = isShipped ? URL(fileURLWithPath: path).lastPathComponent : path
    var name = file
    do {
      let scenario = try ScenarioReader.read(path)
      name = scenario.name
      let failures = try await ScenarioRun.run(
        scenario, against: against, tokenFile: control.file, in: folder, recording: record)
      return .init(
        file: file, name: name,
        outcome: failures.isEmpty ? .passed(steps: scenario.steps.count) : .failed(failures))
    } catch {
      try Task.checkCancellation()
      return .init(file: file, name: name, outcome: .broken("\(error)" + (try Self.hint(path))))
    }
  }

  private func paths() throws -> [String] {
    guard !files.isEmpty else { return try Self.shipped() }
    return try files.flatMap { try TextFile.inFolder(Self.path(of: $0)) }
  }

  /// The scenarios that come with the program.
  private static func shipped() throws -> [String] {
    guard let folder = ShippedScenarios.folder else {
      throw Exit(Exit.notReady, "The scenarios that come with the program are missing beside it.")
    }
    return try TextFile.inFolder(folder)
  }

  /// A file, or the one that comes with the program under that name, with or without “.toml”.
  private static func path(of name: String) throws -> String {
    guard isName(name) else { return name }
    return try shipped().first {
      [name, name + ".toml"].contains(URL(fileURLWithPath: $0).lastPathComponent)
    }
      ?? name
  }

  /// Whether no file is meant that is there.
  private static func isName(_ text: String) -> Bool {
    text != "-" && !text.contains("/") && !FileManager.default.fileExists(atPath: text)
  }

  /// What a name could have been that is none.
  private static func hint(_ name: String) throws -> String {
    guard isName(name) else { return "" }
    let names = try shipped().map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    return " With the program come: \(names.joined(separator: ", "))."
  }

  private func write(_ text: String, to file: String?) throws {
    guard let file else { return }
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) } catch {
      throw Exit(Exit.usage, "\(file) cannot be written.")
    }
  }
}
