import Foundation
import InboxModel
import Testing

struct ChanceTests {
  @Test("EN-8 ids of events are random, of version 4, and never the same")
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
}
