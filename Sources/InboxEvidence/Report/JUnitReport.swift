/// JUnit's XML, as build servers read it.
package struct JUnitReport: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case passed
    /// Why, in a line, and whole.
    case failed(String, String)
    case broken(String)
    case skipped(String)
  }

  package struct Case: Hashable, Sendable {
    package var className: String
    package var name: String
    package var outcome: Outcome

    package init(className: String, name: String, outcome: Outcome) {
      self.className = className
      self.name = name
      self.outcome = outcome
    }
  }

  package var name: String
  package var cases: [Case]

  package init(_ name: String, _ cases: [Case]) {
    self.name = name
    self.cases = cases
  }

  package var xml: String {
    func count(_ isOne: (Outcome) -> Bool) -> Int { cases.count { isOne($0.outcome) } }
    let failures = count { if case .failed = $0 { true } else { false } }
    let errors = count { if case .broken = $0 { true } else { false } }
    let skipped = count { if case .skipped = $0 { true } else { false } }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuite name=\"\(Self.escaped(name))\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
      + "errors=\"\(errors)\"\(skipped > 0 ? " skipped=\"\(skipped)\"" : "")>\n"
      + cases.map(Self.element).joined() + "</testsuite>\n"
  }

  private static func element(_ one: Case) -> String {
    let head =
      "  <testcase classname=\"\(escaped(one.className))\" name=\"\(escaped(one.name))\""
    switch one.outcome {
    case .passed: return head + "/>\n"
    case .failed(let line, let whole):
      return head
        + ">\n    <failure message=\"\(escaped(line))\">\(escaped(whole))</failure>\n  </testcase>\n"
    case .broken(let reason):
      return head + ">\n    <error message=\"\(escaped(reason))\"/>\n  </testcase>\n"
    case .skipped(let reason):
      return head + ">\n    <skipped message=\"\(escaped(reason))\"/>\n  </testcase>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
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
