/// The name of a message center: an inbox tab.
///
/// A missing or empty name on the wire means ``primary`` (seed 003: "Defaults to Primary").
public struct CenterName: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name as the account configured it.
  public let rawValue: String

  /// The center that every app has and that cannot be removed or renamed.
  public static let primary = CenterName("Primary")

  /// Takes a name; an empty one is ``primary``.
  public init(rawValue: String) { self.rawValue = rawValue.isEmpty ? "Primary" : rawValue }

  /// Takes a name; an empty one is ``primary``.
  public init(_ value: String) { self.init(rawValue: value) }

  /// The name itself.
  public var description: String { rawValue }
}
