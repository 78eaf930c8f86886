import Foundation

/// Runs scenarios, several at a time, and repeats those that fail.
struct CheckRunner {
  let command: CheckCommand
  /// The folder for the clients' state while they run.
  let folder: String

  /// - Parameter report: Takes each result in the order of the items, as soon as all before it are there.
  func run(
    _ items: [CheckPlan.Item], report: (CheckReport.Entry) -> Void
  ) async throws -> [CheckReport.Entry] {
    var entries = [CheckReport.Entry?](repeating: nil, count: items.count)
    var reported = 0
    try await withThrowingTaskGroup(of: (number: Int, entry: CheckReport.Entry).self) { group in
      var begun = 0
      while reported < items.count {
        while begun < items.count, begun - entries.count(where: { $0 != nil }) < command.jobs {
          let (number, item) = (begun, items[begun])
          group.addTask { [self] in (number, try await entry(item, number + 1)) }
          begun += 1
        }
        guard let next = try await group.next() else { break }
        entries[next.number] = next.entry
        while reported < entries.count, let entry = entries[reported] {
          report(entry)
          reported += 1
        }
      }
    }
    return entries.compactMap { $0 }
  }

  private func entry(_ item: CheckPlan.Item, _ number: Int) async throws -> CheckReport.Entry {
    switch item {
    case .broken(let path, let file, let row, let reason):
      return .init(
        file: file, name: file + Scenario.label(row), row: row, outcome: .broken(reason), path: path)
    case .scenario(let scenario, let file):
      var entry = CheckReport.Entry(
        file: file, name: scenario.name, row: scenario.row, outcome: .failed, path: scenario.file)
      let begin = ContinuousClock.now
      do {
        try await run(scenario, number, &entry)
      } catch {
        try Task.checkCancellation()
        entry.outcome = .broken("\(error)")
      }
      entry.seconds = (ContinuousClock.now - begin) / .seconds(1)
      return entry
    }
  }

  /// Runs a scenario until it passes, as often as allowed.
  private func run(
    _ scenario: Scenario, _ number: Int, _ entry: inout CheckReport.Entry
  ) async throws {
    for run in 1...(command.retries + 1) {
      let place = "\(folder)/\(number)-\(run)"
      let file = command.record ?? command.junit.map { _ in "\(place)/recording.jsonl" }
      let outcome = try await ScenarioRun.run(
        scenario, against: command.against, tokenFile: command.control.file, in: place,
        recording: file.map { ($0, command.record == nil ? "The recording for --junit" : "--record") })
      // A recording that is not kept misses nothing.
      if command.record != nil || !outcome.failures.isEmpty { entry.missing += outcome.missing }
      guard !outcome.failures.isEmpty else {
        entry.outcome = .passed(steps: scenario.steps.count)
        return
      }
      let (recordings, missing) = attached(file, scenario, number, run)
      entry.failed.append(.init(failures: outcome.failures, recordings: recordings))
      entry.missing += missing
    }
  }

  /// Puts the recordings of a failed run beside the report.
  ///
  /// - Returns: their paths in the form of the report's, as GitLab wants them relative and Jenkins absolute; and which
  ///   cannot be put there, as sentences.
  private func attached(
    _ file: String?, _ scenario: Scenario, _ number: Int, _ run: Int
  ) -> (paths: [String], missing: [String]) {
    guard let file, let report = command.junit else { return ([], []) }
    var (paths, missing): ([String], [String]) = ([], [])
    for client in scenario.clients {
      let source = RecordingName.of(client.name, file)
      guard command.record == nil else {
        paths.append(source)
        continue
      }
      let base = report.hasSuffix(".xml") ? String(report.dropLast(4)) : report
      let name = URL(fileURLWithPath: scenario.file).deletingPathExtension().lastPathComponent
      let target = RecordingName.of(
        client.name, "\(base)-\(number)-\(name)\(run > 1 ? "-run-\(run)" : "").jsonl")
      do {
        // The recording of an earlier check, whose report is overwritten as well.
        if FileManager.default.fileExists(atPath: target) {
          try FileManager.default.removeItem(atPath: target)
        }
        try FileManager.default.moveItem(atPath: source, toPath: target)
        paths.append(target)
      } catch {
        missing.append(
          "The recording of a failure cannot be put at \(target). Make room, or name another --junit.")
      }
    }
    return (paths, missing)
  }
}
