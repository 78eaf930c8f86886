import InboxModel

/// JUnit's XML, as build servers read it.
package struct JUnitReport: Hashable, Sendable {
  /// What is said of a case; one of which nothing is said has passed.
  package struct Remark: Hashable, Sendable {
    /// The elements of JUnit, and those of Maven Surefire for what was run again (“Rerun Failing Tests”).
    package enum Kind: String, Hashable, Sendable {
      case failure, error, skipped
      /// A failed run of a case that passed in the end.
      case flakyFailure
      /// A further failed run of a case that failed.
      case rerunFailure
    }

    package var kind: Kind
    /// Why, in a line.
    package var message: String
    /// Why, whole; empty where the line says it all.
    package var text: String

    package init(_ kind: Kind, _ message: String, _ text: String = "") {
      (self.kind, self.message, self.text) = (kind, message, text)
    }
  }

  package struct Case: Hashable, Sendable {
    package var className: String
    package var name: String
    /// How long it took; nil where nothing was measured.
    package var seconds: Double?
    package var remarks: [Remark]
    /// Lines that change no result.
    package var output: [String]
    /// Files that belong to it, each named as `[[ATTACHMENT|path]]` on a line of its own (JUnit Attachments plugin of
    /// Jenkins; GitLab, “Unit test reports”).
    package var attachments: [String]

    package init(
      className: String, name: String, seconds: Double? = nil, remarks: [Remark] = [],
      output: [String] = [], attachments: [String] = []
    ) {
      (self.className, self.name, self.seconds) = (className, name, seconds)
      (self.remarks, self.output, self.attachments) = (remarks, output, attachments)
    }
  }

  package var name: String
  package var cases: [Case]

  package init(_ name: String, _ cases: [Case]) { (self.name, self.cases) = (name, cases) }

  package var xml: String {
    func count(_ kind: Remark.Kind) -> Int { cases.count { $0.remarks.contains { $0.kind == kind } } }
    let skipped = count(.skipped)
    let times = cases.compactMap(\.seconds)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuite name=\"\(Self.escaped(name))\" tests=\"\(cases.count)\" failures=\"\(count(.failure))\" "
      + "errors=\"\(count(.error))\"\(skipped > 0 ? " skipped=\"\(skipped)\"" : "")"
      + (times.isEmpty ? "" : " time=\"\(Self.words(times.reduce(0, +)))\"") + ">\n"
      + cases.map(Self.element).joined() + "</testsuite>\n"
  }

  private static func element(_ one: Case) -> String {
    let head =
      "  <testcase classname=\"\(escaped(one.className))\" name=\"\(escaped(one.name))\""
      + (one.seconds.map { " time=\"\(words($0))\"" } ?? "")
    var content = one.remarks.map(element).joined()
    let lines = one.output + one.attachments.map { "[[ATTACHMENT|\($0)]]" }
    if !lines.isEmpty {
      content += "    <system-out>\n" + lines.map { escaped($0) + "\n" }.joined() + "</system-out>\n"
    }
    return content.isEmpty ? head + "/>\n" : head + ">\n" + content + "  </testcase>\n"
  }

  private static func element(_ remark: Remark) -> String {
    let type = [.flakyFailure, .rerunFailure].contains(remark.kind) ? " type=\"retry\"" : ""
    let head = "    <\(remark.kind.rawValue) message=\"\(escaped(remark.message))\"\(type)"
    guard !remark.text.isEmpty else { return head + "/>\n" }
    return head + ">\(escaped(remark.text))</\(remark.kind.rawValue)>\n"
  }

  /// Seconds with three places.
  private static func words(_ seconds: Double) -> String {
    EvidencePage.seconds(Int((seconds * 1_000).rounded()))
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in VisibleText.of(text, preservingLines: true).unicodeScalars {
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
