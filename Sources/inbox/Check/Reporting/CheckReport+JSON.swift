import InboxModel

extension CheckReport {
  /// One JSON object a line: each scenario, then each of its failures.
  nonisolated var jsonLines: String {
    entries.flatMap(Self.json).map { $0.serialized + "\n" }.joined()
  }

  private nonisolated static func json(_ entry: Entry) -> [JSONValue] {
    let common = [String: JSONValue]([
      "file": entry.file, "scenario": entry.name, "row": entry.row.isEmpty ? nil : entry.row,
    ])
    func line(_ result: String, _ more: [String: JSONValue]) -> JSONValue {
      .object(common.merging(["result": .string(result)]) { _, new in new }.merging(more) { _, new in new })
    }
    var more: [String: JSONValue] = [:]
    if !entry.missing.isEmpty { more["missing"] = entry.missing.json }
    let result: String
    switch entry.outcome {
    case .passed(let steps):
      result = "passed"
      more["steps"] = steps.json
      if entry.runs > 1 { more["runs"] = entry.runs.json }
      if entry.isRetried { more["retried"] = .bool(true) }
    case .broken(let reason):
      result = "broken"
      more["problem"] = .string(reason)
    case .failed:
      result = "failed"
      if entry.runs > 1 { more["runs"] = entry.runs.json }
    }
    return [line(result, more)] + failures(entry, line)
  }

  /// A step that uses shared ones, as one of the steps that led to a failure.
  private nonisolated static func use(_ entry: Entry, _ use: Scenario.Use) -> JSONValue {
    let place = entry.shown(use.place)
    return .members(["file": place.file, "line": place.line, "use": use.name])
  }

  private nonisolated static func failures(
    _ entry: Entry, _ line: (String, [String: JSONValue]) -> JSONValue
  ) -> [JSONValue] {
    entry.failed.enumerated().flatMap { number, run in
      run.failures.map { failure in
        var more = [String: JSONValue](["line": failure.place.line, "problem": failure.problem])
        if entry.runs > 1 { more["run"] = (number + 1).json }
        if failure.place.file != entry.path { more["place"] = .string(failure.place.file) }
        if !failure.uses.isEmpty { more["uses"] = .array(failure.uses.map { use(entry, $0) }) }
        return line("failure", more)
      }
    }
  }
}
