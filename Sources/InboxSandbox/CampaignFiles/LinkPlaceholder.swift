/// `{{link:NAME}}` in the texts of a campaign.
enum LinkPlaceholder {
  /// The names in a text, in order.
  static func names(in text: String) -> [String] { parts(of: text).names }

  /// The text with every placeholder replaced.
  static func replace(in text: String, with link: (String) -> String) -> String {
    let (pieces, names) = parts(of: text)
    var result = pieces[0]
    for (name, piece) in zip(names, pieces.dropFirst()) { result += link(name) + piece }
    return result
  }

  /// What is between the placeholders, always one piece more than names.
  private static func parts(of text: String) -> (pieces: [String], names: [String]) {
    var pieces: [String] = []
    var names: [String] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "{{link:"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      pieces.append(String(rest[..<open.lowerBound]))
      names.append(String(rest[open.upperBound..<close.lowerBound]))
      rest = rest[close.upperBound...]
    }
    return (pieces + [String(rest)], names)
  }
}
