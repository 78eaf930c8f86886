/// How much room a text takes in the list of a phone, in cells.
///
/// A rough measure, as phones use proportional type: a letter of East Asia or an emoji takes two cells, any other
/// character with its marks one. A terminal needs a finer one, which the front has.
enum ListCells {
  static func count(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  /// The beginning of a text that fits, with `…` in the last cell.
  static func cut(_ text: String, to width: Int) -> String {
    var used = 1
    let retained = text.prefix { character in
      used += Self.width(character)
      return used <= width
    }
    return retained + "…"
  }

  private static func width(_ character: Character) -> Int {
    character.unicodeScalars.contains(where: isWide) ? 2 : 1
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    // Hangul, CJK, kana, full-width forms; the variation selector that asks for an emoji.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE0F, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
