/// A colour of a cell's foreground or background.
public enum Color: Hashable, Sendable {
  /// The terminal's own colour; the colour below shines through it in ``Style/over(_:)``.
  case standard
  /// An entry of the terminal's palette: 0–15 are the user's own, 16–231 a cube, 232–255 greys.
  case palette(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
}

extension Color: CustomStringConvertible {
  /// The colour in a word: “6”, “#a0b1c2”.
  public var description: String {
    switch self {
    case .standard: "standard"
    case .palette(let index): String(index)
    case .rgb(let red, let green, let blue):
      "#"
        + [red, green, blue].map { part in
          let digits = String(part, radix: 16)
          return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
  }
}

extension Color {
  /// Reads what ``description`` writes, and `#rgb`.
  package init?(_ text: some StringProtocol) {
    if text == "standard" {
      self = .standard
      return
    }
    if text.first?.isNumber == true, let index = UInt8(text) {
      self = .palette(index)
      return
    }
    guard text.first == "#" else { return nil }
    var digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == text.count - 1 else { return nil }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 else { return nil }
    self = .rgb(
      UInt8(digits[0] * 16 + digits[1]), UInt8(digits[2] * 16 + digits[3]), UInt8(digits[4] * 16 + digits[5]))
  }
}
