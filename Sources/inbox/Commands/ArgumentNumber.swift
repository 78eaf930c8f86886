import ArgumentParser

/// Reads an option whose value is a whole number.
nonisolated enum ArgumentNumber {
  /// - Throws: A `ValidationError` for anything else, which says the numbers that may be given.
  static func read(_ text: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ValidationError("It must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
