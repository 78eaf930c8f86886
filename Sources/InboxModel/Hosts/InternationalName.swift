private import Foundation

/// Internationalised host names as the network knows them (UTS 46, nontransitional processing).
///
/// Foundation would do it with tables of ICU, 34 MB of a program (PerformanceNotes, “ICU's tables are left out”). What this does is
/// held against Foundation by a test, letter by letter; a name that it cannot judge it refuses.
enum InternationalName {
  /// The name in ASCII (`xn--…`); nil for one that cannot be, and for one whose signs no name is made of.
  static func ascii(_ host: String) -> String? {
    guard let mapped = mapped(host) else { return nil }
    var labels: [String] = []
    for label in mapped.split(separator: ".", omittingEmptySubsequences: false) {
      guard !label.unicodeScalars.allSatisfy(\.isASCII) else {
        labels.append(String(label))
        continue
      }
      guard isValid(label.unicodeScalars), let encoded = Punycode.encode(label.unicodeScalars) else {
        return nil
      }
      labels.append("xn--" + encoded)
    }
    return labels.joined(separator: ".")
  }

  /// In small letters, composed, and without what stands for nothing (section 4, steps 1 and 2).
  private static func mapped(_ host: String) -> String? {
    // Compatibility makes the sigma at a word's end of it, where UTS 46 has the other one.
    guard !host.unicodeScalars.contains("\u{3F2}") else { return nil }
    var folded = ""
    for scalar in host.precomposedStringWithCompatibilityMapping.unicodeScalars {
      switch scalar {
      // The soft hyphen and the selectors of a letter's form stand for nothing.
      case "\u{AD}", "\u{200B}", "\u{2060}", "\u{FE00}"..."\u{FE0F}", "\u{FEFF}": continue
      case "\u{3002}": folded.unicodeScalars.append(".")
      case "\u{1E9E}": folded.unicodeScalars.append("ß")
      default: folded += scalar.properties.lowercaseMapping
      }
    }
    return folded.precomposedStringWithCompatibilityMapping
  }

  /// Letters, marks, digits and hyphens, in one direction, not beginning with a mark.
  private static func isValid(_ label: Substring.UnicodeScalarView) -> Bool {
    let categories = label.map(\.properties.generalCategory)
    let isSpelt = zip(label, categories).allSatisfy { scalar, category in
      switch category {
      case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber:
        // Where folding is more than a small letter (Cherokee, iota below), it is left to others.
        !scalar.properties.isDefaultIgnorableCodePoint
          && (!scalar.properties.changesWhenCaseFolded || scalar == "ß" || scalar == "ς")
      default: scalar == "-"
      }
    }
    guard isSpelt, ![.nonspacingMark, .spacingMark].contains(categories.first) else { return false }
    // What is written from right to left mixes with nothing that is not (RFC 5893, kept small).
    let leftwards = label.filter { isLeftward($0) }.count
    return leftwards == 0 || leftwards == label.count
  }

  /// Hebrew, Arabic and the scripts beside them.
  private static func isLeftward(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
