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
    return plainer.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
