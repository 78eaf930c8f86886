import InboxModel

/// A colour of a style.
struct InlineColor: Hashable {
  let rich: RichColor

  /// Reads `#fff`, `#ffffff`, `rgb(255, 255, 255)`, `rgba(255, 255, 255, 1)` and HTML's names; nil for anything else,
  /// what is see-through among it.
  init?(_ text: String) {
    if let named = Self.named[text] {
      self.init(named >> 16 & 0xFF, named >> 8 & 0xFF, named & 0xFF)
    } else if text.hasPrefix("#") {
      self.init(digits: text.dropFirst())
    } else if text.hasPrefix("rgb"), text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
      let parts = text[text.index(after: open)...].dropLast().split(separator: ",").map {
        Double($0.filter { !$0.isWhitespace })
      }
      guard parts.count == 3 || parts.count == 4, (parts.count == 4 ? parts[3] ?? 0 : 1) >= 0.5,
        let red = parts[0], let green = parts[1], let blue = parts[2]
      else { return nil }
      self.init(Self.byte(red), Self.byte(green), Self.byte(blue))
    } else {
      return nil
    }
  }

  /// Reads the value of `bgcolor` and `color`, where the `#` may be missing.
  init?(legacy text: String) {
    let text = text.lowercased().filter { !$0.isWhitespace }
    if let color = InlineColor(text) { self = color } else { self.init(digits: text[...]) }
  }

  private init?(digits text: Substring) {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count else { return nil }
    switch digits.count {
    case 3: self.init(digits[0] * 17, digits[1] * 17, digits[2] * 17)
    case 6: self.init(digits[0] * 16 + digits[1], digits[2] * 16 + digits[3], digits[4] * 16 + digits[5])
    default: return nil
    }
  }

  private init(_ red: Int, _ green: Int, _ blue: Int) {
    rich = RichColor(red: UInt8(clamping: red), green: UInt8(clamping: green), blue: UInt8(clamping: blue))
  }

  private static func byte(_ part: Double) -> Int {
    part.isFinite ? Int(min(255, max(0, part)).rounded()) : 0
  }

  /// The sixteen names of HTML 4, and orange.
  private static let named: [String: Int] = [
    "aqua": 0x00FFFF, "black": 0x000000, "blue": 0x0000FF, "fuchsia": 0xFF00FF, "gray": 0x808080,
    "green": 0x008000, "grey": 0x808080, "lime": 0x00FF00, "maroon": 0x800000, "navy": 0x000080,
    "olive": 0x808000, "orange": 0xFFA500, "purple": 0x800080, "red": 0xFF0000, "silver": 0xC0C0C0,
    "teal": 0x008080, "white": 0xFFFFFF, "yellow": 0xFFFF00,
  ]
}
