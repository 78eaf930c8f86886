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

  /// Compares bytes, as a database does; ``CenterList/spelled(_:)`` finds a list in whatever Unicode form it is named.
  public static func == (one: Self, other: Self) -> Bool { one.rawValue.hasBytes(of: other.rawValue) }

  /// The opposite: what raw values have of their own compares strings.
  public static func != (one: Self, other: Self) -> Bool { !(one == other) }

  /// Why a person who wrote this as a center's name cannot have meant it, as the end of a sentence; nil for a good one.
  ///
  /// Back ends distinguish names by their case, so that “primary” would be another center beside the one that every app
  /// has.
  package static func flaw(in name: String) -> String? {
    if !name.contains(where: { !$0.isWhitespace }) { return "a name is blank. Write it, or leave it out." }
    guard name != primary.rawValue, name.lowercased() == primary.rawValue.lowercased() else { return nil }
    return
      "“\(name)” is not “\(primary)”, as names of centers are case-sensitive. Write “\(primary)”, which every app has."
  }

  /// As a person reads it in a sentence: a number alone says nothing there.
  package var words: String { Int(rawValue) == nil ? rawValue : "list \(rawValue)" }

  /// The name itself.
  public var description: String { rawValue }
}
