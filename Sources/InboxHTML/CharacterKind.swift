/// What a character does to the gap between words.
enum CharacterKind {
  /// It is read, or at least not ours to judge.
  case visible
  /// White space that HTML collapses.
  case space
  /// A space that HTML keeps: no-break, of a certain width, or blank.
  case preservedSpace
  /// Without width: kept alone between letters, where scripts and emoji need it, dropped in numbers.
  case zeroWidth
  /// Only a hint for breaking lines.
  case ignored

  init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar.value {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: .space
      case ..<0xA0: .visible
      case 0xAD, 0xFEFF: .ignored
      case 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x2800, 0x3000: .preservedSpace
      case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B...0x200D, 0x2060...0x2064, 0x3164, 0xFFA0:
        .zeroWidth
      default: .visible
      }
  }

  /// Whether there is anything to read in a text.
  static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains { CharacterKind($0) == .visible }
  }
}
