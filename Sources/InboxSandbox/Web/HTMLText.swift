import InboxModel

enum HTMLText {
  /// A received text as evidence: without anything that HTML would interpret, that changes its direction or hides it.
  static func escaped(_ text: String) -> String { quoted(VisibleText.of(text, preservingLines: true)) }

  /// The text without anything that HTML would interpret.
  ///
  /// Scalar by scalar, as a mark that combines with the next must not hide it.
  private static func quoted(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// One part of a path; every character that could end it is encoded.
  static func pathPart(_ text: String) -> String {
    PercentCoding.encode(text) { $0.isASCIIAlphanumeric || "-_~:@.".utf8.contains($0) }
  }

  /// The page of a message, with the title, text and link of its campaign.
  static func page(_ title: String, _ text: String, link: String, named name: String) -> String {
    """
    <html><body><h1>\(quoted(title))</h1><p>\(quoted(text))</p>\
    <p><a href="\(quoted(link))">\(name)</a></p></body></html>
    """
  }
}
