/// `{{link:NAME}}`, `{{esp:NAME}}` and `{{onelink:NAME}}` in the texts of a campaign: a row of its link table, tracked in
/// one of three ways.
struct LinkPlaceholder: Hashable, Sendable {
  /// How the link is tracked.
  enum Kind: String, CaseIterable {
    /// By Responsys: `/pub/acc` of the branded domain.
    case link
    /// By an email service, whose click domain redirects to the row's OneLink or web link.
    case esp
    /// By AppsFlyer: a short OneLink.
    case onelink
  }

  var kind: Kind
  var name: String

  /// The placeholders in a text, in order.
  static func all(in text: String) -> [LinkPlaceholder] { parts(of: text).placeholders }

  /// Whether a text holds something in braces that looks like a placeholder and is not one, or is not replaced there.
  static func hasLoose(in text: String, replaces: Bool) -> Bool {
    (replaces ? parts(of: text).pieces : [text]).contains { $0.contains("{{") }
  }

  static func replace(in text: String, with link: (LinkPlaceholder) -> String) -> String {
    let (pieces, placeholders) = parts(of: text)
    var result = pieces[0]
    for (placeholder, piece) in zip(placeholders, pieces.dropFirst()) { result += link(placeholder) + piece }
    return result
  }

  /// The texts between the placeholders; there is always one more of them than placeholders.
  ///
  /// - Parameter find: Finds a mark in a text.
  static func parts(
    of text: String, find: (Substring, String) -> Range<String.Index>? = { $0.firstRange(of: $1) }
  ) -> (pieces: [String], placeholders: [LinkPlaceholder]) {
    var pieces: [String] = []
    var placeholders: [LinkPlaceholder] = []
    var piece = ""
    var rest = text[...]
    while let open = find(rest, "{{") {
      let inside = rest[open.upperBound...]
      piece += rest[..<open.lowerBound]
      guard let kind = Kind.allCases.first(where: { inside.hasPrefix("\($0.rawValue):") }) else {
        // Something else in braces, which may hold a placeholder itself.
        piece += rest[open]
        rest = inside
        continue
      }
      guard let close = find(inside, "}}") else {
        piece += rest[open]
        rest = inside
        break
      }
      pieces.append(piece)
      piece = ""
      let name = inside[..<close.lowerBound].dropFirst(kind.rawValue.count + 1)
      placeholders.append(.init(kind: kind, name: String(name)))
      rest = inside[close.upperBound...]
    }
    return (pieces + [piece + rest], placeholders)
  }
}
