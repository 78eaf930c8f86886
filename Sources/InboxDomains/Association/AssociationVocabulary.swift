/// The words that stand for a variable such as `$(lang)`.
struct AssociationVocabulary: Hashable, Sendable {
  /// Words without wildcards.
  private let words: Set<[UInt32]>
  private let lengths: [Int]
  /// Words with `?` or `*`; they cannot hold variables.
  private let patterns: [[AssociationPattern.Token]]

  init(_ values: [String], foldsCase: Bool) {
    var words: Set<[UInt32]> = []
    var patterns: [[AssociationPattern.Token]] = []
    for value in values {
      if value.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "*") }) {
        patterns.append(AssociationPattern.tokens(value, foldsCase: foldsCase))
      } else {
        words.insert(value.unicodeScalars.map { AssociationText.fold($0, if: foldsCase) })
      }
    }
    self.words = words
    self.patterns = patterns
    lengths = Set(words.map(\.count)).sorted()
  }

  /// Moves the positions past any one of the words; what is left when the steps are used up means nothing.
  func advance(_ positions: inout AssociationPositions, over text: [UInt32], steps: inout Int) {
    var next = AssociationPositions(length: text.count, isEmpty: true)
    steps -= text.count + 1
    for position in positions.all {
      for length in lengths where position + length <= text.count {
        steps -= length + 1
        guard steps >= 0 else { return }
        if words.contains(Array(text[position..<position + length])) { next.insert(position + length) }
      }
    }
    for pattern in patterns {
      var ends = positions
      steps -= text.count + 1
      for token in pattern where steps >= 0 { token.advance(&ends, over: text, steps: &steps) }
      guard steps >= 0 else { return }
      for position in ends.all { next.insert(position) }
    }
    positions = next
  }
}
