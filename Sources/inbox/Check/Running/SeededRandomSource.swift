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

  private func id() -> UUID { UUID(high: next().byteSwapped, version: 4, low: next().byteSwapped) }
}
