import InboxTUI
import Testing

@Suite("Widths of characters")
struct CharacterWidthTests {
  @Test("FE-9 the table follows the Unicode data of the standard library, scalar by scalar")
  func matchesUnicodeData() {
    var wrong: [String] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let found = CharacterWidth.classify(scalar)
      if !isAllowed(found, for: scalar) { wrong.append(String(value, radix: 16) + " \(found)") }
    }
    #expect(wrong.prefix(20) == [])
  }

  private func isAllowed(_ found: CharacterWidth.Class, for scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    let isNew = properties.age.map { ($0.major, $0.minor) > (16, 0) } ?? true
    // Tags vanish, the unassigned ones among them too.
    if (0xE0000...0xE007F).contains(scalar.value) { return found == .ignorable }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return found == .control
    case .unassigned, .privateUse, .surrogate: return found == .invalid
    case _ where isNew || properties.isNoncharacterCodePoint: return found == .invalid
    case .format:
      let reorders = properties.isBidiControl && !["\u{200E}", "\u{200F}", "\u{61C}"].contains(scalar)
      if reorders { return found == .bidi }
      return found == .ignorable || (found == .narrow && !properties.isDefaultIgnorableCodePoint)
    case _ where properties.isDefaultIgnorableCodePoint: return found == .ignorable
    case .nonspacingMark, .enclosingMark: return found == .mark
    case .spacingMark: return found == .narrow
    case _ where properties.isEmojiPresentation: return found == .wide
    default: return [.narrow, .wide, .mark].contains(found)
    }
  }

  @Test(
    "Letters, ideographs and pictures have the width that terminals give them",
    arguments: [
      ("a", 1), ("é", 1), ("ß", 1), ("日", 2), ("한", 2), ("Ａ", 2), ("ｱ", 1), ("😀", 2), ("🫨", 2), ("❤", 1),
      ("─", 1), ("…", 1), ("●", 1), ("\u{301}", 0), ("\u{200D}", 0), ("\u{1B}", -1), ("\u{202E}", -1),
      ("\u{E000}", -1), ("\u{FFFF}", -1), ("\u{FFFD}", 1),
    ] as [(Unicode.Scalar, Int)])
  func columns(scalar: Unicode.Scalar, expected: Int) {
    #expect(CharacterWidth.columns(of: scalar) == expected)
  }
}
