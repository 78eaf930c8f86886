/// The vendor's unique id of a message (seed 003, property `id`).
public struct MessageID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The id exactly as the server wrote it.
  public let rawValue: String

  /// Takes the id as it is; the wire refuses an empty one before it gets here.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Takes the id as it is.
  public init(_ value: String) { rawValue = value }

  /// Compares bytes, as a database does.
  public static func == (one: Self, other: Self) -> Bool { one.rawValue.hasBytes(of: other.rawValue) }

  /// The opposite: what raw values have of their own compares strings.
  public static func != (one: Self, other: Self) -> Bool { !(one == other) }

  /// The id itself.
  public var description: String { rawValue }
}
