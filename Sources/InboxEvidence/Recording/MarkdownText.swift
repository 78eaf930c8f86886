import InboxModel

/// Texts of anyone's making as parts of a Markdown page in which they can be nothing else.
enum MarkdownText {
  /// A text in a cell of a table or in a heading: nothing in it is markup, and it has one line.
  static func inline(_ text: String) -> String {
    element(text).unicodeScalars.reduce(into: "") { result, scalar in
      if "\\|`*_[]~$#".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }

  /// The same in an element of HTML, where a backslash would be shown.
  static func element(_ text: String) -> String {
    var result = ""
    for scalar in VisibleText.of(text, preservingLines: false).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text as a block of code, with a fence that is longer than any run of backticks in it.
  static func block(_ text: String, language: String) -> [String] {
    let text = VisibleText.of(text, preservingLines: true)
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + language, text.hasSuffix("\n") ? String(text.dropLast()) : text, fence]
  }

  static func row(_ cells: [String]) -> String { "| " + cells.map(inline).joined(separator: " | ") + " |" }
}
