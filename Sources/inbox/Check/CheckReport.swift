import InboxCore

/// What became of scenarios, for people and for machines.
nonisolated struct CheckReport {
  enum Outcome {
    case passed(steps: Int)
    case failed([ScenarioRun.Failure])
    case broken(String)
  }

  struct Entry {
    var file: String
    var name: String
    var outcome: Outcome
  }

  var entries: [Entry] = []

  /// 0 when all passed, 1 when an expectation failed, 2 when a scenario is broken.
  var status: Int32 {
    if entries.contains(where: { if case .broken = $0.outcome { true } else { false } }) { return 2 }
    return entries.contains { if case .failed = $0.outcome { true } else { false } } ? 1 : 0
  }

  /// Lines for people.
  static func lines(_ entry: Entry) -> [String] {
    switch entry.outcome {
    case .passed(let steps): ["ok    \(Output.oneLine(entry.name)) (\(steps) steps)"]
    case .failed(let failures):
      ["FAIL  \(Output.oneLine(entry.name))"]
        + failures.map { "      \(Output.oneLine(entry.file)):\($0.line): \($0.problem)" }
    case .broken(let reason): ["BROKEN \(Output.oneLine(entry.file))", "      \(Output.oneLine(reason))"]
    }
  }

  var summary: String {
    var counts = (passed: 0, failed: 0, broken: 0)
    for entry in entries {
      switch entry.outcome {
      case .passed: counts.passed += 1
      case .failed: counts.failed += 1
      case .broken: counts.broken += 1
      }
    }
    return "\(counts.passed) passed, \(counts.failed) failed, \(counts.broken) broken."
  }

  /// One JSON object a line: each scenario, then each of its failures.
  var jsonLines: String {
    entries.flatMap { entry -> [JSONValue] in
      func line(_ result: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
        .object(
          ["file": .string(entry.file), "scenario": .string(entry.name), "result": .string(result)]
            .merging(more) { _, new in new })
      }
      switch entry.outcome {
      case .passed(let steps): return [line("passed", ["steps": .integer(Int64(steps))])]
      case .broken(let reason): return [line("broken", ["problem": .string(reason)])]
      case .failed(let failures):
        return [line("failed")]
          + failures.map {
            line("failure", ["line": .integer(Int64($0.line)), "problem": .string($0.problem)])
          }
      }
    }.map { $0.serialized + "\n" }.joined()
  }

  /// JUnit's XML, as build servers read it.
  var junit: String {
    var failed = 0
    var broken = 0
    var cases = ""
    for entry in entries {
      cases += "  <testcase classname=\"\(Self.xml(entry.file))\" name=\"\(Self.xml(entry.name))\""
      switch entry.outcome {
      case .passed: cases += "/>\n"
      case .failed(let failures):
        failed += 1
        let text = failures.map { "\(entry.file):\($0.line): \($0.problem)" }.joined(separator: "\n")
        cases +=
          ">\n    <failure message=\"\(Self.xml(failures.first?.problem ?? ""))\">\(Self.xml(text))</failure>\n"
          + "  </testcase>\n"
      case .broken(let reason):
        broken += 1
        cases += ">\n    <error message=\"\(Self.xml(reason))\"/>\n  </testcase>\n"
      }
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuite name=\"inbox check\" tests=\"\(entries.count)\" failures=\"\(failed)\" errors=\"\(broken)\">\n"
      + cases + "</testsuite>\n"
  }

  private static func xml(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      // XML 1.0 has no way to write other control characters.
      case "\t": result += "&#9;"
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || [0xFFFE, 0xFFFF].contains(scalar.value):
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
