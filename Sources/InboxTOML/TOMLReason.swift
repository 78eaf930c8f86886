/// What the parser says of a text that is not TOML, in words for who writes one: “in the boolean: expected 'true', saw
/// 'T'”.
enum TOMLReason {
  private static let head = "Error while parsing "

  /// Sentences of toml++ 3.4 that speak of its own work.
  private static let plainer = [
    ("could not determine value type", "it is no number, date, true or false, and a text stands in quotes"),
    (
      "unescaped control characters other than TAB (U+0009) are explicitly prohibited",
      "it is not closed in its line, or holds a control character"
    ),
    (
      "control characters other than TAB (U+0009) are explicitly prohibited",
      "it is not closed in its line, or holds a control character"
    ),
    ("encountered end-of-file", "the file ends in it"),
    ("saw '\\n'", "saw the end of the line"),
    ("cannot redefine existing", "this is there already:"),
  ]

  static func words(_ description: String) -> String {
    let text = description.hasPrefix(head) ? "in the " + description.dropFirst(head.count) : description
    return plainer.reduce(named(text)) { $0.replacing($1.0, with: $1.1) }
  }

  /// The sentence with the name of a key, which it has in quotes, as the file has it.
  private static func named(_ text: String) -> String {
    guard text.contains("cannot redefine existing") || text.contains("cannot insert '"),
      let first = text.firstIndex(of: "'"), let last = text.lastIndex(of: "'"), first < last
    else { return text }
    return text[...first] + name(text[first..<last].dropFirst()) + text[last...]
  }

  /// The parser notes a name while it reads, and reads the two characters behind an opening quote twice:
  /// “"memessage.open" ” for “"message.open"”.
  private static func name(_ read: Substring) -> String {
    var rest = read.unicodeScalars
    var name = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    while let scalar = rest.popFirst() {
      name.append(scalar)
      if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
        rest = rest.dropFirst(2)
      } else if quote == "\"", scalar == "\\", let escaped = rest.popFirst() {
        name.append(escaped)
      }
    }
    while name.last?.properties.isWhitespace == true { name.removeLast() }
    return String(name)
  }
}
