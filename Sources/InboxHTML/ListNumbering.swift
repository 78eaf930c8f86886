/// How the items of a list are marked.
enum ListNumbering {
  case bullets
  case numbers
  case letters(isUpper: Bool)
  case roman(isUpper: Bool)
  /// As menus and footers have it: the items stand without any marker.
  case unmarked

  /// Reads what a list, or one of its items, says; nil where it says nothing that is known.
  init?(_ element: HTMLElement) {
    let values = [element.style["list-style-type"], element.style["list-style"], element.attributes["type"]]
    for value in values.compactMap(\.self) {
      let words = value.split(whereSeparator: \.isWhitespace)
      if let kind = words.lazy.compactMap({ Self.named[$0] }).first {
        self = kind
        return
      }
      // Beside a kind, “none” is of the picture that could be the marker.
      if words.contains("none") {
        self = .unmarked
        return
      }
    }
    return nil
  }

  private static let named: [Substring: ListNumbering] = [
    "disc": .bullets, "circle": .bullets, "square": .bullets, "1": .numbers, "decimal": .numbers,
    "a": .letters(isUpper: false), "lower-alpha": .letters(isUpper: false),
    "lower-latin": .letters(isUpper: false), "A": .letters(isUpper: true),
    "upper-alpha": .letters(isUpper: true), "upper-latin": .letters(isUpper: true),
    "i": .roman(isUpper: false), "lower-roman": .roman(isUpper: false), "I": .roman(isUpper: true),
    "upper-roman": .roman(isUpper: true),
  ]

  /// What stands before an item; what letters and Roman numerals cannot say, and very large numbers, stay digits.
  func marker(_ number: Int) -> String {
    switch self {
    case .unmarked: return ""
    case .bullets: return "•"
    case .letters(let isUpper) where (1...26).contains(number):
      let letter = String(UnicodeScalar(UInt8(96 + number)))
      return (isUpper ? letter.uppercased() : letter) + "."
    case .roman(let isUpper) where (1...399).contains(number):
      return (isUpper ? Self.roman(number) : Self.roman(number).lowercased()) + "."
    case .numbers, .letters, .roman: return "\(number)."
    }
  }

  private static func roman(_ number: Int) -> String {
    var rest = number
    var text = ""
    for (value, sign) in [
      (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ] {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }
}
