/// A colour of a cell's foreground or background.
package enum Color: Hashable, Sendable {
  /// The terminal's own colour; the colour below shines through it in ``Style/over(_:)``.
  case standard
  /// An entry of the terminal's palette: 0–15 are the user's own, 16–231 a cube, 232–255 greys.
  case palette(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
}

extension Color {
  /// How many bits ``packed`` takes.
  static let packedBits = 26

  /// The colour as a number: its kind in two bits, above 24 bits for red, green and blue or for its place in the
  /// palette.
  var packed: UInt32 {
    switch self {
    case .standard: 0
    case .palette(let index): 1 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue): 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  init(packed: UInt32) {
    switch packed >> 24 {
    case 1: self = .palette(UInt8(truncatingIfNeeded: packed))
    case 2:
      self = .rgb(
        UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
        UInt8(truncatingIfNeeded: packed))
    default: self = .standard
    }
  }
}

extension Color: CustomStringConvertible {
  /// The colour in a word: “6”, “#a0b1c2”.
  package var description: String {
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
