import InboxModel

/// The results of scenarios, for people and for machines.
nonisolated struct CheckReport: Sendable {
  enum Outcome: Sendable {
    case passed(steps: Int)
    case failed
    case broken(String)
  }

  struct FailedRun: Sendable {
    var failures: [ScenarioFailure]
    /// Its recordings, as the report names them.
    var recordings: [String]
  }

  struct Entry: Sendable {
    var file: String
    var name: String
    /// The row of the data table; empty where there is none.
    var row: [String: String] = [:]
    var outcome: Outcome
    /// The runs that failed; a scenario that passed in the end has at most one fewer than the allowed number.
    var failed: [FailedRun] = []
    /// What is missing in the recordings that are kept, as sentences.
    var missing: [String] = []
    var seconds = 0.0

    var isPassed: Bool { if case .passed = outcome { true } else { false } }
    var isBroken: Bool { if case .broken = outcome { true } else { false } }
    var runs: Int { isPassed ? failed.count + 1 : max(1, failed.count) }

    /// Whether it passed, though not at once.
    var isRetried: Bool { isPassed && !failed.isEmpty }

    /// A place in a file, as the report names it.
    func shown(_ place: Scenario.Place) -> Scenario.Place {
      place.file == path ? .init(file: file, line: place.line) : place
    }

    /// The path of its file, which ``file`` may shorten.
    var path: String
  }

  var entries: [Entry] = []

  /// 0 when all passed, 1 when an expectation failed or a recording is incomplete, 2 when a scenario is broken.
  var status: Int32 {
    if entries.contains(where: \.isBroken) { return 2 }
    return entries.allSatisfy { $0.isPassed && $0.missing.isEmpty } ? 0 : 1
  }

  /// Lines for people.
  static func lines(_ entry: Entry) -> [String] {
    let name = Output.oneLine(entry.name)
    switch entry.outcome {
    case .passed(let steps) where entry.isRetried:
      return ["RETRY \(name) (\(steps.counted("step"))): it passed at run \(entry.runs) only"]
        + failures(entry)
    case .passed(let steps): return ["ok    \(name) (\(steps.counted("step")))"]
    case .failed: return ["FAIL  \(name)\(entry.runs > 1 ? " (\(entry.runs) runs)" : "")"] + failures(entry)
    case .broken(let reason):
      let file = Output.oneLine(entry.file + Scenario.label(entry.row))
      return ["BROKEN \(file)", "      \(Output.oneLine(reason))"] + failures(entry)
    }
  }

  private static func failures(_ entry: Entry) -> [String] {
    entry.failed.enumerated().flatMap { number, run in
      let lead = entry.runs > 1 ? "run \(number + 1): " : ""
      return run.failures.map { "      \(lead)\(entry.text(of: $0))" }
    }
  }

  var summary: String {
    let (passed, broken) = (entries.count(where: \.isPassed), entries.count(where: \.isBroken))
    let retried = entries.count(where: \.isRetried)
    let late = retried > 0 ? " (\(retried) of them on a retry)" : ""
    return "\(passed) passed\(late), \(entries.count - passed - broken) failed, \(broken) broken."
  }
}

extension CheckReport.Entry {
  /// A failure with its place, preceded by the steps that led there.
  nonisolated func text(of failure: ScenarioFailure) -> String {
    let uses = failure.uses.map { Scenario.Use(place: shown($0.place), name: $0.name).words }
    let places = (uses + [shown(failure.place).words]).map { Output.oneLine($0) }
    return "\(places.joined(separator: ": ")): \(failure.problem)"
  }
}
