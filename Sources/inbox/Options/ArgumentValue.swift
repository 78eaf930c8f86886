import ArgumentParser

/// Reads an option whose value is not of a type that the parser knows.
nonisolated enum ArgumentValue {
  /// One of the words of a type of another module.
  ///
  /// - Throws: A `ValidationError` for another word, which says the words that there are.
  static func read<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("“\(text)” is none of \(words).")
    }
    return choice
  }

  /// A whole number.
  ///
  /// - Throws: A `ValidationError` for anything else, which says the numbers that may be given.
  static func read(_ text: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ValidationError("It must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
