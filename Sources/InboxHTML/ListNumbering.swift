/// How the items of a list are numbered.
enum ListNumbering {
  case numbers
  case letters(isUpper: Bool)
  case roman(isUpper: Bool)
  /// As menus and footers have it: the items stand without any marker.
  case none

  /// - Parameter list: A list, or one of its items.
  init(_ list: HTMLElement) {
    let style = list.style["list-style-type"] ?? list.style["list-style"]?.prefix { $0 != " " }.description
    switch style ?? list.attributes["type"] {
    case "a", "lower-alpha", "lower-latin": self = .letters(isUpper: false)
    case "A", "upper-alpha", "upper-latin": self = .letters(isUpper: true)
    case "i", "lower-roman": self = .roman(isUpper: false)
    case "I", "upper-roman": self = .roman(isUpper: true)
    case "none": self = .none
    default: self = .numbers
    }
  }

  var isNone: Bool { if case .none = self { true } else { false } }

  /// The number of an item; what letters and Roman numerals cannot say, and very large ones, stay digits.
  func text(_ number: Int) -> String {
    switch self {
    case .letters(let isUpper) where (1...26).contains(number):
      let letter = UnicodeScalar(UInt8(96 + number))
      return isUpper ? String(letter).uppercased() : String(letter)
    case .roman(let isUpper) where (1...399).contains(number):
      return isUpper ? Self.roman(number) : Self.roman(number).lowercased()
    case .numbers, .letters, .roman, .none: return String(number)
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
