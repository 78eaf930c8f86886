import Foundation
import InboxModel
import Synchronization

/// Ids and jitter that are the same for the same seed.
nonisolated final class SeededRandomSource: Sendable {
  private let generator: Mutex<SeededGenerator>

  init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  var random: RandomSource {
    RandomSource(
      id: { self.id() }, jitter: { self.generator.withLock { Double.random(in: 0...1, using: &$0) } })
  }

  private func next() -> UInt64 { generator.withLock { $0.next() } }

  private func id() -> UUID {
    let bytes = [next(), next()].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x40, bytes[7],
        bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
