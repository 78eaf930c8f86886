/// How the items of a list are numbered.
enum ListNumbering {
  case numbers
  case letters(isUpper: Bool)
  case roman(isUpper: Bool)

  init(_ list: HTMLElement) {
    switch list.style["list-style-type"] ?? list.attributes["type"] {
    case "a", "lower-alpha", "lower-latin": self = .letters(isUpper: false)
    case "A", "upper-alpha", "upper-latin": self = .letters(isUpper: true)
    case "i", "lower-roman": self = .roman(isUpper: false)
    case "I", "upper-roman": self = .roman(isUpper: true)
    default: self = .numbers
    }
  }

  /// The number of an item; what letters and Roman numerals cannot say, and very large ones, stay digits.
  func text(_ number: Int) -> String {
    switch self {
    case .letters(let isUpper) where (1...26).contains(number):
      let letter = UnicodeScalar(UInt8(96 + number))
      return isUpper ? String(letter).uppercased() : String(letter)
    case .roman(let isUpper) where (1...399).contains(number):
      return isUpper ? Self.roman(number) : Self.roman(number).lowercased()
    case .numbers, .letters, .roman: return String(number)
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
