private import Foundation

/// Internationalised host names as the network knows them (UTS 46, nontransitional processing).
///
/// Foundation would need ICU's tables for it, 34 MB of a program (PerformanceNotes, “ICU's tables are left out”). A
/// test compares this with Foundation, letter by letter; a name that it cannot judge it refuses.
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

  /// Lower case, composed, without ignored characters (section 4, steps 1 and 2); nil for a name with U+03F2.
  private static func mapped(_ host: String) -> String? {
    // NFKC makes ς of it, UTS 46 makes σ.
    guard !host.unicodeScalars.contains("\u{3F2}") else { return nil }
    var folded = ""
    for scalar in host.precomposedStringWithCompatibilityMapping.unicodeScalars {
      switch scalar {
      // UTS 46 ignores soft hyphens, zero-width characters and variation selectors.
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
        // Letters whose case folding is not their lower case (Cherokee, iota subscript) are refused.
        !scalar.properties.isDefaultIgnorableCodePoint
          && (!scalar.properties.changesWhenCaseFolded || scalar == "ß" || scalar == "ς")
      default: scalar == "-"
      }
    }
    guard isSpelt, ![.nonspacingMark, .spacingMark].contains(categories.first) else { return false }
    // A label with right-to-left characters holds no others (RFC 5893, simplified).
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
