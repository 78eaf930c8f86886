/// Raised or lowered digits as characters of their own: the cents of a price must not look like more euros.
struct ShiftedDigits {
  let text: String

  /// Nil where the element holds anything else; letters, as in 1st, can be read as they are.
  init?(of node: Int, in tree: HTMLTree, isRaised: Bool) {
    var text = ""
    for child in tree.nodes[node].children {
      guard case .text(let part) = tree.nodes[child].content, text.count + part.utf8.count <= 16 else {
        return nil
      }
      text += part
    }
    let digits = isRaised ? Self.raised : Self.lowered
    let scalars = text.unicodeScalars.filter { CharacterKind($0) == .visible }
    let shifted = scalars.compactMap { digits[$0] }
    guard !shifted.isEmpty, shifted.count == scalars.count else { return nil }
    self.text = String(String.UnicodeScalarView(shifted))
  }

  private static let raised = map("⁰¹²³⁴⁵⁶⁷⁸⁹")
  private static let lowered = map("₀₁₂₃₄₅₆₇₈₉")

  private static func map(_ shifted: String) -> [Unicode.Scalar: Unicode.Scalar] {
    Dictionary(uniqueKeysWithValues: zip("0123456789".unicodeScalars, shifted.unicodeScalars))
  }
}
