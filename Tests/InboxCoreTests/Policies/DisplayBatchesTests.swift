import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore
@testable import InboxModel

/// Displays that wait together become one transaction.
@Suite(.queued)
struct DisplayBatchesTests {
  private func events(_ numbers: Range<Int>) -> [EngagementEvent] {
    numbers.map { number in
      EngagementEvent(
        id: UUID(), kind: .display, identity: .device("d"), session: nil,
        message: MessageKey(center: .primary, id: MessageID("m\(number)")),
        time: Date(timeIntervalSince1970: 0))
    }
  }

  @Test("EN-7 what comes while a part waits joins it; what comes after its turn begins another")
  func joins() {
    var gathering = DisplayBatches()
    let all = events(0..<6)
    #expect(gathering.add([]) == [])
    #expect(gathering.add(Array(all[0..<2])) == [1])
    #expect(gathering.add(Array(all[2..<4])) == [])
    #expect(gathering.count == 4)
    #expect(gathering.take(1) == Array(all[0..<4]))
    #expect(gathering.take(1) == [] && gathering.count == 0)
    #expect(gathering.add(Array(all[4..<6])) == [2])
    #expect(gathering.take(2) == Array(all[4..<6]))
  }

  @Test("EN-7 what comes after an open is not written ahead of it")
  func closes() {
    var gathering = DisplayBatches()
    let all = events(0..<2)
    #expect(gathering.add([all[0]]) == [1])
    gathering.close()
    #expect(gathering.add([all[1]]) == [2])
    #expect(gathering.take(1) == [all[0]] && gathering.take(2) == [all[1]])
  }

  @Test("EN-7 a transaction has an upper bound, and order is kept over it")
  func bound() {
    var gathering = DisplayBatches()
    let all = events(0..<(DisplayBatches.most * 2 + 3))
    #expect(gathering.add(Array(all.prefix(5))) == [1])
    #expect(gathering.add(Array(all.dropFirst(5))) == [2, 3])
    let parts = [1, 2, 3].map { gathering.take($0) }
    #expect(parts.map(\.count) == [DisplayBatches.most, DisplayBatches.most, 3])
    #expect(parts.flatMap { $0 } == all && gathering.count == 0)
  }
}
