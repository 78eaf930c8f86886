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
    let runs = entry.runs > 1 ? entry.runs : nil
    var result: [String: JSONValue]
    switch entry.outcome {
    case .passed(let steps):
      let retried = entry.isRetried ? true : nil
      result = .init(["result": "passed", "steps": steps, "runs": runs, "retried": retried])
    case .broken(let reason): result = .init(["result": "broken", "problem": reason])
    case .failed: result = .init(["result": "failed", "runs": runs])
    }
    if !entry.missing.isEmpty { result["missing"] = entry.missing.json }
    return ([result] + failures(entry)).map { .object(common.merging($0) { _, new in new }) }
  }

  private nonisolated static func failures(_ entry: Entry) -> [[String: JSONValue]] {
    entry.failed.enumerated().flatMap { number, run in
      run.failures.map { failure -> [String: JSONValue] in
        let uses = failure.uses.map { use in
          let place = entry.shown(use.place)
          return JSONValue.members(["file": place.file, "line": place.line, "use": use.name])
        }
        return .init([
          "result": "failure", "line": failure.place.line, "problem": failure.problem,
          "run": entry.runs > 1 ? number + 1 : nil,
          "place": failure.place.file == entry.path ? nil : failure.place.file,
          "uses": uses.isEmpty ? nil : uses,
        ])
      }
    }
  }
}
