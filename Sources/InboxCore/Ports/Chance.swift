public import struct Foundation.UUID

/// Where ids and jitter come from.
public struct Chance: Sendable {
  /// A fresh id.
  public var id: @Sendable () -> UUID
  /// A number in 0…1.
  public var jitter: @Sendable () -> Double

  /// Makes a source.
  public init(id: @escaping @Sendable () -> UUID, jitter: @escaping @Sendable () -> Double) {
    self.id = id
    self.jitter = jitter
  }

  /// The system's randomness.
  public static let system = Chance(id: { UUID() }, jitter: { Double.random(in: 0...1) })
}
