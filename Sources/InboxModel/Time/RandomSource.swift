public import struct Foundation.UUID

/// The source of ids and jitter: the system's, or one with a seed.
public struct RandomSource: Sendable {
  /// A fresh id.
  public var id: @Sendable () -> UUID
  /// A number in 0…1.
  public var jitter: @Sendable () -> Double

  /// Takes its parts as they are; nothing is checked.
  public init(id: @escaping @Sendable () -> UUID, jitter: @escaping @Sendable () -> Double) {
    self.id = id
    self.jitter = jitter
  }

  /// The system's randomness.
  public static let system = RandomSource(id: UUID.random, jitter: { Double.random(in: 0...1) })
}

extension UUID {
  /// A random id (RFC 9562, version 4).
  ///
  /// `UUID()` opens `/dev/urandom` for each one on Linux, and every display has one.
  fileprivate static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let (high, low) = (generator.next(), generator.next())
    let versioned = high & ~0xF000 | 0x4000
    let variant = low & ~(0xC0 << 56) | 0x80 << 56
    func byte(_ word: UInt64, _ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * place)) }
    return UUID(
      uuid: (
        byte(versioned, 0), byte(versioned, 1), byte(versioned, 2), byte(versioned, 3), byte(versioned, 4),
        byte(versioned, 5), byte(versioned, 6), byte(versioned, 7), byte(variant, 0), byte(variant, 1),
        byte(variant, 2), byte(variant, 3), byte(variant, 4), byte(variant, 5), byte(variant, 6),
        byte(variant, 7)
      ))
  }
}
