import Foundation
import InboxModel
import InboxTestSupport
import Testing

struct ChanceTests {
  @Test("EN-8 ids are random, of version 4, and never the same")
  func ids() {
    let ids = (0..<10_000).map { _ in RandomSource.system.id() }
    #expect(Set(ids).count == ids.count)
    let shape = /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/
    #expect(ids.allSatisfy { $0.uuidString.wholeMatch(of: shape) != nil })
    // Every other bit is set in about half of them.
    for place in 0..<128 where ![48, 49, 50, 51, 64, 65].contains(place) {
      let set = ids.count { id in
        withUnsafeBytes(of: id.uuid) { $0[place / 8] >> (7 - place % 8) & 1 == 1 }
      }
      #expect((4_500...5_500).contains(set), "bit \(place): \(set)")
    }
  }

  @Test("EN-8 ids of events sort in the order of their making, are of version 7, and never the same")
  func orderedIDs() {
    let before = Date()
    let ids = (0..<10_000).map { _ in RandomSource.system.orderedID().uuidString }
    let after = Date()
    let shape = /[0-9A-F]{8}-[0-9A-F]{4}-7[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/
    #expect(ids.allSatisfy { $0.wholeMatch(of: shape) != nil })
    let moments = ids.map { $0.prefix(18) }
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $0 < $1 })
    // Each takes the next free quarter of a microsecond where the clock has not gone on: 10,000 are three milliseconds.
    let milliseconds = moments.compactMap { Int($0.prefix(13).replacing("-", with: ""), radix: 16) }
    let range = before.timeIntervalSince1970 * 1_000 - 10...after.timeIntervalSince1970 * 1_000 + 10
    #expect(milliseconds.count == ids.count && milliseconds.allSatisfy { range.contains(Double($0)) })
    for place in 66..<128 {
      let set = ids.count { id in
        withUnsafeBytes(of: UUID(uuidString: id)?.uuid) { $0[place / 8] >> (7 - place % 8) & 1 == 1 }
      }
      #expect((4_500...5_500).contains(set), "bit \(place): \(set)")
    }
  }

  @Test("EN-8 a moment that is taken, or a clock that is set back, gives the next free moment")
  func moments() {
    var moments = MomentSequence()
    let first = moments.next(at: .at(1))
    #expect(moments.next(at: .at(1)) == first + 1)
    #expect(moments.next(at: .at(-3_600)) == first + 2)
    #expect(moments.next(at: .at(2)) == first + 4_096_000)
    #expect(moments.next(at: .distantPast) == first + 4_096_001)
  }
}
