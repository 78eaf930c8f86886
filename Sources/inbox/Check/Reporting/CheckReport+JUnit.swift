import Foundation

extension CheckReport {
  /// JUnit's XML, as build servers read it.
  ///
  /// A scenario that passed on a retry has `flakyFailure`s, further failed runs are `rerunFailure`s (Maven Surefire,
  /// “Rerun Failing Tests”). A recording is named as `[[ATTACHMENT|path]]` on a line of its own in `system-out` (JUnit
  /// Attachments plugin of Jenkins; GitLab, “Unit test reports”).
  nonisolated var junit: String {
    let failed = entries.count { if case .failed = $0.outcome { true } else { false } }
    let broken = entries.count { if case .broken = $0.outcome { true } else { false } }
    let time = Self.seconds(entries.reduce(0) { $0 + $1.seconds })
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuite name=\"inbox check\" tests=\"\(entries.count)\" failures=\"\(failed)\" errors=\"\(broken)\" "
      + "time=\"\(time)\">\n" + entries.map(Self.testCase).joined() + "</testsuite>\n"
  }

  private nonisolated static func testCase(_ entry: Entry) -> String {
    let head =
      "  <testcase classname=\"\(xml(entry.file))\" name=\"\(xml(entry.name))\" time=\"\(seconds(entry.seconds))\""
    let content = content(entry)
    return content.isEmpty ? head + "/>\n" : head + ">\n" + content + "  </testcase>\n"
  }

  private nonisolated static func content(_ entry: Entry) -> String {
    var content = ""
    switch entry.outcome {
    case .passed:
      for run in entry.failed { content += element("flakyFailure", entry, run) }
    case .failed:
      for (number, run) in entry.failed.enumerated() {
        content += element(number == 0 ? "failure" : "rerunFailure", entry, run)
      }
    case .broken(let reason): content += "    <error message=\"\(xml(reason))\"/>\n"
    }
    let recordings = entry.failed.flatMap(\.recordings)
    guard !recordings.isEmpty else { return content }
    let lines = recordings.map { "[[ATTACHMENT|\(xml($0))]]\n" }.joined()
    return content + "    <system-out>\n" + lines + "</system-out>\n"
  }

  private nonisolated static func element(_ name: String, _ entry: Entry, _ run: FailedRun) -> String {
    let text = run.failures.map(entry.text).joined(separator: "\n")
    let type = name == "failure" ? "" : " type=\"retry\""
    return
      "    <\(name) message=\"\(xml(run.failures.first?.problem ?? ""))\"\(type)>\(xml(text))</\(name)>\n"
  }

  private nonisolated static func seconds(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1_000).rounded())
    let parts = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - parts.count))\(parts)"
  }

  private nonisolated static func xml(_ text: String) -> String {
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
