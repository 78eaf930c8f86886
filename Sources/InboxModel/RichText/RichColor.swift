/// A colour that the sender gave to words or to what is behind them.
public struct RichColor: Hashable, Sendable {
  /// How much red, from 0 to 255; so are the others.
  public let red: UInt8
  /// How much green.
  public let green: UInt8
  /// How much blue.
  public let blue: UInt8

  /// Takes parts from 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }
}

/// As a number: the bytes of red, green and blue.
extension RichColor: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(UInt32.self)
    self.init(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number))
  }

  /// Writes one number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }
}
