/// The ways in which words can stand out; any of them together.
public struct RichEmphasis: OptionSet, Sendable, Codable {
  /// One bit for each way.
  public let rawValue: UInt8

  /// Takes its parts as they are; nothing is checked.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Important: `strong`, `b`, the header cells of a table.
  public static let strong = RichEmphasis(rawValue: 1 << 0)
  /// Stressed: `em`, `i`, `cite`.
  public static let italic = RichEmphasis(rawValue: 1 << 1)
  /// Underlined: `u`, `ins`.
  public static let underline = RichEmphasis(rawValue: 1 << 2)
  /// No longer true, such as the old price: `s`, `strike`, `del`.
  public static let strike = RichEmphasis(rawValue: 1 << 3)
  /// Program text, codes of vouchers: `code`, `kbd`, `samp`, `tt`.
  public static let code = RichEmphasis(rawValue: 1 << 4)
}
