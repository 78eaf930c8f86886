public import struct Foundation.Date

/// A moment as people write it: relative to another one, or absolute.
public enum Moment: Hashable, Sendable, Codable {
  /// Seconds after the other; negative before it.
  case relative(seconds: Int)
  /// A point in time.
  case absolute(Date)

  /// Reads `-2h`, `+6d`, `+90s` (s, m, h, d or w) or ISO 8601 in UTC; nil for anything else.
  public init?(_ text: String) {
    if let date = WireDate.parse(text) {
      self = .absolute(date)
      return
    }
    guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last,
      let scale = Self.seconds[unit]
    else { return nil }
    let digits = text.dropFirst().dropLast()
    guard (1...6).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }),
      let number = Int(digits)
    else { return nil }
    self = .relative(seconds: (sign == "-" ? -1 : 1) * number * scale)
  }

  /// The moment, seen from another one.
  public func date(after other: Date) -> Date {
    switch self {
    case .relative(let seconds): other.addingTimeInterval(Double(seconds))
    case .absolute(let date): date
    }
  }

  private static let seconds: [Character: Int] = [
    "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800,
  ]
}
