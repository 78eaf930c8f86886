extension Int {
  /// The number with its noun: “1 message”, “2 messages”; the one home of plurals.
  ///
  /// - Parameter plural: The noun of several, where that is another word than the noun with an s.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }

  /// With a comma between the thousands: 10,000.
  package var grouped: String {
    let digits = String(magnitude)
    let text = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : String(digit)
    }
    return (self < 0 ? "-" : "") + text.joined()
  }
}

extension [String] {
  /// The first of them, and how many more there are: “a, b and 3 more”.
  package func listed(atMost most: Int) -> String {
    prefix(most).joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
  }
}
