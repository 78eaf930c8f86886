import InboxModel

/// Text in a page that the sandbox makes.
enum HTMLText {
  /// A text of anyone's making as evidence: without anything that HTML would read, that turns text around or hides.
  static func escaped(_ text: String) -> String { quoted(VisibleText.of(text, preservingLines: true)) }

  /// The text without anything that HTML would read.
  ///
  /// Mark by mark, as one that combines with the next must not hide it.
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

  /// One part of a path, with everything encoded that could end it.
  static func pathPart(_ text: String) -> String {
    PercentCoding.encode(text) { $0.isASCIIAlphanumeric || "-_~:@.".utf8.contains($0) }
  }

  /// The page of a message, with its title, text and link as its campaign has them.
  static func page(_ title: String, _ text: String, link: String, named name: String) -> String {
    """
    <html><body><h1>\(quoted(title))</h1><p>\(quoted(text))</p>\
    <p><a href="\(quoted(link))">\(name)</a></p></body></html>
    """
  }
}
