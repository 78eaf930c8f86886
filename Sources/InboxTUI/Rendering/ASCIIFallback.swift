/// The ASCII text that comes closest to a character; never empty.
enum ASCIIFallback {
  /// Printable ASCII for a scalar that is not ASCII.
  static func text(for scalar: Unicode.Scalar) -> String {
    let value = Int(scalar.value)
    if value >= 0xA0, value < 0xA0 + latin.count { return latin[value - 0xA0] }
    switch value {
    case 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return " "
    case 0x2010...0x2015, 0x2212, 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x2550: return "-"
    case 0x2018...0x201B, 0x2032: return "'"
    case 0x201C...0x201F, 0x2033: return "\""
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x2551, 0x258F...0x2590, 0x2595: return "|"
    case 0x250C...0x254B, 0x2552...0x2570: return "+"
    case 0x2022, 0x2023, 0x25AA, 0x25CF, 0x25C6, 0x25A0, 0x2605, 0x2606, 0x23FA, 0x1F514: return "*"
    case 0x25CB, 0x25E6, 0x25A1, 0x25C7, 0x25CC: return "o"
    case 0x2039, 0x2190, 0x25C0, 0x25C2: return "<"
    case 0x203A, 0x2192, 0x25B6, 0x25B8, 0x276F: return ">"
    case 0x2191, 0x25B2, 0x25B4: return "^"
    case 0x2193, 0x25BC, 0x25BE: return "v"
    case 0x2713, 0x2714: return "v"
    case 0x2717, 0x2718, 0x2715, 0x2716: return "x"
    case 0x2197: return "/"
    case 0x2260: return "!"
    case 0x2261: return "="
    case 0x2024: return "."
    case 0x2026: return "..."
    case 0x2070, 0x2074...0x2079: return String(value - 0x2070)
    case 0x2080...0x2089: return String(value - 0x2080)
    case 0x20AC: return "EUR"
    case 0x2122: return "(TM)"
    case 0x2580...0x258E, 0x2591...0x2593: return "#"
    case 0x2800...0x28FF: return "*"
    case 0x2400...0x2421: return "?"
    case 0xFF01...0xFF5E: return String(UnicodeScalar(UInt8(value - 0xFEE0)))
    default: return "?"
    }
  }

  /// U+00A0 to U+017F: the letters without their accents, and customary spellings of the signs.
  private static let latin: [String] = [
    " ", "!", "c", "GBP", "$", "JPY", "|", "S", "\"", "(c)", "a", "<<", "-", "-", "(R)", "-", "o", "+-",
    "2", "3", "'", "u", "P", ".", ",", "1", "o", ">>", "1/4", "1/2", "3/4", "?", "A", "A", "A", "A", "A",
    "A", "AE", "C", "E", "E", "E", "E", "I", "I", "I", "I", "D", "N", "O", "O", "O", "O", "O", "x", "O",
    "U", "U", "U", "U", "Y", "TH", "ss", "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i",
    "i", "i", "i", "d", "n", "o", "o", "o", "o", "o", "/", "o", "u", "u", "u", "u", "y", "th", "y", "A",
    "a", "A", "a", "A", "a", "C", "c", "C", "c", "C", "c", "C", "c", "D", "d", "D", "d", "E", "e", "E",
    "e", "E", "e", "E", "e", "E", "e", "G", "g", "G", "g", "G", "g", "G", "g", "H", "h", "H", "h", "I",
    "i", "I", "i", "I", "i", "I", "i", "I", "i", "IJ", "ij", "J", "j", "K", "k", "k", "L", "l", "L", "l",
    "L", "l", "L", "l", "L", "l", "N", "n", "N", "n", "N", "n", "'n", "N", "n", "O", "o", "O", "o", "O",
    "o", "OE", "oe", "R", "r", "R", "r", "R", "r", "S", "s", "S", "s", "S", "s", "S", "s", "T", "t", "T",
    "t", "T", "t", "U", "u", "U", "u", "U", "u", "U", "u", "U", "u", "U", "u", "W", "w", "Y", "y", "Y",
    "Z", "z", "Z", "z", "Z", "z", "s",
  ]
}
