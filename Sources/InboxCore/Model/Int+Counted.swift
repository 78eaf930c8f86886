extension Int {
  /// The number with its noun: “1 message”, “2 messages”; the one home of plurals.
  ///
  /// - Parameter plural: The noun of several, where that is another word than the noun with an s.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
