/// A text of anyone's making in which nothing moves a cursor, turns text around or hides: a visible sign stands for
/// what would.
package enum VisibleText {
  /// - Parameter preservingLines: Whether line ends and tabs stay as they are.
  package static func of(_ text: String, preservingLines: Bool) -> String {
    var result = ""
    let scalars = Array(withoutReturns(text).unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar.value {
      // Within an emoji, and between letters of scripts that join.
      case 0x200C...0x200D where joins(scalars, at: place): result.unicodeScalars.append(scalar)
      case 0x0A where preservingLines, 0x09 where preservingLines: result.unicodeScalars.append(scalar)
      case 0x00...0x1F: result += String(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
      case 0x7F: result += "␡"
      case 0x80...0x9F, 0x2028, 0x2029: result += code(scalar)
      default:
        let isHidden = scalar.properties.generalCategory == .format
        result += isHidden ? code(scalar) : String(scalar)
      }
    }
    return result
  }

  /// Whether a joiner stands between two signs that it can be about: none of them ASCII, and none hidden itself.
  private static func joins(_ scalars: [Unicode.Scalar], at place: Int) -> Bool {
    [place - 1, place + 1].allSatisfy { place in
      scalars.indices.contains(place) && !scalars[place].isASCII
        && scalars[place].properties.generalCategory != .format
    }
  }

  /// The text with the line ends of this system.
  private static func withoutReturns(_ text: String) -> String {
    String(text.map { $0 == "\r\n" ? "\n" : $0 })
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "‹U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "›"
  }
}
