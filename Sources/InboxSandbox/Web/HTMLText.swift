/// Text in a page that the sandbox makes.
enum HTMLText {
  /// The text without anything that HTML would read.
  ///
  /// Mark by mark, as one that combines with the next must not hide it.
  static func escaped(_ text: String) -> String {
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
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-_~:@.".unicodeScalars.contains(scalar))
      return isPlain
        ? String(Character(scalar)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// A page of a title, a text and a link.
  static func page(_ title: String, _ text: String, link: String, named name: String) -> String {
    """
    <html><body><h1>\(escaped(title))</h1><p>\(escaped(text))</p>\
    <p><a href="\(escaped(link))">\(name)</a></p></body></html>
    """
  }
}
