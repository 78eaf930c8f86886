/// What a message does to the badge (BD-5): `"+2"`, `"=12"` or `"clear"`.
package enum BadgeRule: Hashable, Sendable, Codable {
  case add(Int)
  /// Sets it, whatever it was.
  case set(Int)
  /// Removes the number from the icon.
  case clear

  /// Reads the text of a campaign file; nil for anything else.
  package init?(_ text: String) {
    let digits = text.dropFirst()
    let number = digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
    switch (text.first, number) {
    case ("+", let number?): self = .add(number)
    case ("=", let number?): self = .set(number)
    default:
      guard text == "clear" else { return nil }
      self = .clear
    }
  }

  /// The text of a campaign file.
  package var text: String {
    switch self {
    case .add(let number): "+\(number)"
    case .set(let number): "=\(number)"
    case .clear: "clear"
    }
  }

  /// The badge afterwards, never above the maximum.
  func applied(to count: Int, maximum: Int) -> Int {
    switch self {
    case .add(let number):
      min(maximum, count.addingReportingOverflow(number).overflow ? maximum : count + number)
    case .set(let number): min(maximum, number)
    case .clear: 0
    }
  }
}
