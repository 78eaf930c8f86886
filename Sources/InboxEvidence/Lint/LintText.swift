import struct Foundation.Date
import InboxModel

/// Foreign text in the sentences of findings: on one line, short and harmless.
enum LintText {
  /// The text between quotation marks, at most 60 characters of it.
  static func quoted(_ text: String) -> String { "“\(line(text, limit: 60))”" }

  /// The first scalars of a text, with a visible sign, as in reports, for each that could move a cursor, break the line
  /// or turn text around.
  static func line(_ text: String, limit: Int) -> String {
    let start = text.unicodeScalars.prefix(limit)
    let isCut = start.endIndex < text.endIndex
    return VisibleText.of(String(start), preservingLines: false) + (isCut ? "…" : "")
  }

  /// The first of the texts between quotation marks: “a”, “b” and 3 more.
  static func list(_ texts: [String], limit: Int = 3) -> String {
    let shown = texts.map(quoted)
    if texts.count > limit { return shown.listed(atMost: limit) }
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A time to the second, in UTC.
  static func time(_ date: Date) -> String {
    // What is farther away than the year 9999 has no such form.
    guard abs(date.timeIntervalSince1970) < 253_402_300_000 else { return "a time that no calendar has" }
    return WireDate.format(date).prefix(19) + "Z"
  }

  /// Whether it is empty, or no one can see it.
  static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      let category = $0.properties.generalCategory
      return $0.properties.isWhitespace || category == .control || category == .format
    }
  }
}
