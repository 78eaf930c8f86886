public import struct Foundation.UUID
import Glibc

/// The source of ids and jitter: the system's, or one with a seed.
public struct RandomSource: Sendable {
  /// A fresh id.
  public var id: @Sendable () -> UUID
  /// A fresh id for a row that is kept: it sorts behind those that were made before it.
  public var orderedID: @Sendable () -> UUID
  /// A number in 0…1.
  public var jitter: @Sendable () -> Double

  /// Takes its parts as they are; nothing is checked.
  ///
  /// - Parameter orderedID: Nil where the ids of `id` will do, in whatever order.
  public init(
    id: @escaping @Sendable () -> UUID, orderedID: (@Sendable () -> UUID)? = nil,
    jitter: @escaping @Sendable () -> Double
  ) {
    self.id = id
    self.orderedID = orderedID ?? id
    self.jitter = jitter
  }

  /// The system's randomness.
  public static let system = RandomSource(
    id: UUID.random, orderedID: UUID.ordered, jitter: { Double.random(in: 0...1) })
}

extension UUID {
  /// A random id (RFC 9562, version 4).
  ///
  /// `UUID()` opens `/dev/urandom` for each one on Linux, and every display has one.
  fileprivate static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    return UUID(high: generator.next(), version: 4, low: generator.next())
  }

  /// An id of the machine's time to a quarter of a microsecond, and 62 random bits (RFC 9562, version 7, method 3 of
  /// §6.2).
  ///
  /// An index of ids in the order of their making grows at its end, where one of random ids is written all over. The time
  /// orders and says nothing else: it is the machine's, also where the inbox has a clock of its own.
  fileprivate static func ordered() -> UUID {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let milliseconds = UInt64(now.tv_sec) * 1_000 + UInt64(now.tv_nsec) / 1_000_000
    let fraction = UInt64(now.tv_nsec) % 1_000_000 * 4_096 / 1_000_000
    var generator = SystemRandomNumberGenerator()
    return UUID(high: milliseconds << 16 | fraction, version: 7, low: generator.next())
  }

  /// The version takes the place of four bits of the first half, the variant that of two bits of the second.
  private init(high: UInt64, version: UInt64, low: UInt64) {
    let high = high & ~0xF000 | version << 12
    let low = low & ~(0xC0 << 56) | 0x80 << 56
    func byte(_ word: UInt64, _ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * place)) }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6),
        byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
        byte(low, 6), byte(low, 7)
      ))
  }
}
