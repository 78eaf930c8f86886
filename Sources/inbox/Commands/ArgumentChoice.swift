import ArgumentParser

/// Reads an option whose value is one of the words of a type of another module.
nonisolated enum ArgumentChoice {
  /// - Throws: A `ValidationError` for another word, which says the words that there are.
  static func read<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("“\(text)” is none of \(words).")
    }
    return choice
  }
}
