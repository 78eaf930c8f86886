import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What the front keeps has an end.
@Suite(.queued)
struct RetainedTests {
  private func key(_ number: Int) -> MessageKey { MessageKey(center: .primary, id: MessageID("m\(number)")) }

  @Test("FE-3 lines that say the same share one, up to a number, and the pane keeps so many entries")
  func events() {
    var pane = EventPane()
    let entry = EventEntry.journal(
      JournalEntry(
        number: 1, time: Date(timeIntervalSince1970: 0), kind: .display(.suppressed), message: key(1),
        why: "suppressed"))
    for _ in 0..<(EventPane.capacity * 2 + 5) { pane.append(entry) }
    #expect(pane.lines.count == 20 && pane.lines.allSatisfy { $0.more.count <= 1_000 })
    #expect(pane.entries.count == EventPane.capacity + 4)
  }

  @Test(
    "FE-9 the pictures of the newest messages are kept; of the others it is known that they were asked for")
  func pictures() {
    var shelf = PictureShelf()
    for number in 0..<40 {
      shelf[key(number)].wasAsked = true
      shelf[key(number)].outcomes[0] = .failed("none")
      // Looked at again: it is among the newest.
      shelf[key(0)].outcomes[number] = .failed("none")
    }
    #expect(shelf.count == PictureShelf.capacity)
    #expect(shelf[key(0)].outcomes.count == 40 && shelf[key(39)].outcomes.count == 1)
    #expect(shelf[key(1)].outcomes.isEmpty && shelf[key(1)].wasAsked)
  }

  @Test("SB-2 the log of campaigns forgets those that it heard of first")
  func campaigns() {
    var log = CampaignLog()
    for number in 0..<(CampaignLog.capacity + 3) {
      log.announced(key(number), "Alert \(number)", at: Date(timeIntervalSince1970: 0))
      log.take(
        JournalEntry(
          number: number, time: Date(timeIntervalSince1970: 0), kind: .display(.queued), message: key(number),
          why: ""))
    }
    #expect(log.count == CampaignLog.capacity && log.messages.count == CampaignLog.capacity)
    #expect(log.banner(of: key(2)) == nil && log.banner(of: key(3)) != nil)
  }
}
