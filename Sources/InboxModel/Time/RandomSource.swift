public import Foundation
import Synchronization

/// The source of ids and jitter: the system's, or one with a seed.
public struct RandomSource: Sendable {
  /// A fresh id.
  public var id: @Sendable () -> UUID
  /// A fresh id for a row that is kept: it sorts behind those that this process made before it.
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

  /// An id of the machine's time in quarters of a microsecond, and 62 random bits (RFC 9562, version 7, method 3 of
  /// §6.2).
  ///
  /// An index of ids in the order of their making grows at its end, where one of random ids is written all over. The
  /// time is the machine's, also where the inbox has a clock of its own; who receives the id can read it.
  fileprivate static func ordered() -> UUID {
    let moment = moments.withLock { $0.next(at: Date()) }
    var generator = SystemRandomNumberGenerator()
    return UUID(high: (moment >> 12) << 16 | moment & 0xFFF, version: 7, low: generator.next())
  }

  private static let moments = Mutex(MomentSequence())

  /// When an id of version 7 was made, by the machine that made it; nil for any other.
  package var made: Date? {
    let high = withUnsafeBytes(of: uuid) { $0.loadUnaligned(as: UInt64.self).bigEndian }
    guard high >> 12 & 0xF == 7 else { return nil }
    return Date(timeIntervalSince1970: Double(high >> 16) / 1_000)
  }

  /// The version takes the place of four bits of the first half, the variant that of two bits of the second.
  package init(high: UInt64, version: UInt64, low: UInt64) {
    let high = (high & ~0xF000 | version << 12).bigEndian
    let low = (low & ~(0xC0 << 56) | 0x80 << 56).bigEndian
    self = withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}

/// Moments in quarters of a microsecond since 1970, each later than the one before.
package struct MomentSequence {
  private var last: UInt64 = 0

  package init() {}

  /// The moment of a time; the next free one where that is taken, or where the clock was set back.
  package mutating func next(at now: Date) -> UInt64 {
    last = max(last + 1, UInt64(max(0, now.timeIntervalSince1970) * 4_096_000))
    return last
  }
}
