/// Texts of anyone's making as parts of a Markdown page in which they can be nothing else.
enum MarkdownText {
  /// A text in a cell of a table or in a heading: nothing in it is markup, and it has one line.
  static func inline(_ text: String) -> String {
    var result = ""
    for scalar in visible(text, preservingLines: false).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "|", "`", "*", "_", "[", "]", "~", "$", "#": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text as a block of code, with a fence that is longer than any run of backticks in it.
  static func block(_ text: String, language: String) -> [String] {
    let text = visible(text, preservingLines: true)
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

  /// A text in which nothing moves a cursor, turns text around or hides.
  static func visible(_ text: String, preservingLines: Bool) -> String {
    var result = ""
    for scalar in withoutReturns(text).unicodeScalars {
      switch scalar.value {
      case 0x0A where preservingLines, 0x09 where preservingLines: result.unicodeScalars.append(scalar)
      case 0x00...0x1F: result += String(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
      case 0x7F: result += "␡"
      case 0x80...0x9F, 0x2028, 0x2029: result += code(scalar)
      default:
        let isHidden = scalar.properties.generalCategory == .format
        result += isHidden ? code(scalar) : String(scalar)
      }
    }
    return result
  }

  /// The text with the line ends of this system.
  private static func withoutReturns(_ text: String) -> String {
    String(text.map { $0 == "\r\n" ? "\n" : $0 })
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "‹U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "›"
  }
}
