import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What a key costs, compared in one run: little and much to show side by side.
@Suite(.queued)
struct FluencyTests {
  @Test(
    "FE-3 FE-10 with 10,000 events, 1,000 messages and a report of 10,000 rows a key costs what it costs with few",
    arguments: ["j", "G", "E", "E E", "E E <enter>", "P"])
  func keys(before: String) throws {
    var few = try state(events: 40, before: before)
    var many = try state(events: 10_000, before: before)
    // The least of many rounds, in turns: what else runs on the machine only adds, and on a busy one to nearly all.
    let clock = ContinuousClock()
    var (cost, compared) = (Duration.seconds(60), Duration.seconds(60))
    for round in 0..<500 where round < 10 || cost >= compared * 3 {
      compared = min(compared, clock.measure { press(&few) })
      cost = min(cost, clock.measure { press(&many) })
    }
    #expect(cost < compared * 3, "\(cost) with many, \(compared) with few")
  }

  @Test("FE-3 the event pane keeps 10,000 events and more, takes each in its stride, and forgets the oldest")
  func capacity() throws {
    var pane = EventPane()
    for number in 1...25_000 { pane.append(.journal(entry(number))) }
    #expect((EventPane.capacity...EventPane.capacity * 2).contains(pane.lines.count))
    #expect(pane.selected?.entry.why == "why 25000")
    pane.back = 5
    let selected = pane.selected
    for number in 25_001...25_010 { pane.append(.journal(entry(number))) }
    #expect(pane.selected == selected && pane.back == 15)
    pane.show(only: .failures)
    #expect(pane.lines.isEmpty)
  }

  private func press(_ state: inout AppState) {
    for key in [Key.character("j"), .character("j"), .character("k"), .pageUp] {
      _ = state.reduce(.keyPressed(key))
      _ = state.settle()
      _ = MainView.draw(state, .standard)
    }
  }

  private func state(events: Int, before keys: String) throws -> AppState {
    var state = try StateFixture.inbox(120, 40)
    for number in 1...events { _ = state.reduce(.coreUpdated(.journal([entry(number)]))) }
    state.lists[.primary]?.revision = -1
    _ = state.settle()
    let messages = (1...(events / 10)).map { number in
      let message = Message(
        id: MessageID("n\(number)"), sent: StateFixture.now.addingTimeInterval(-Double(number)),
        subject: "Message \(number)", body: "Words", center: .primary)
      return ArchivedMessage(message: message, fetched: StateFixture.now)
    }
    let window = ListWindow(
      identity: .user("maria"), center: .primary, rows: messages, offset: 0, total: messages.count)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
    if keys == "P" { _ = state.reduce(.proof(.deliveryProven(report(rows: events)))) }
    _ = state.settle()
    return state
  }

  private func entry(_ number: Int) -> JournalEntry {
    JournalEntry(
      number: number, time: StateFixture.now.addingTimeInterval(Double(number) * 2),
      kind: .display(number % 3 == 0 ? .suppressed : .sent),
      message: MessageKey(center: .primary, id: MessageID("m\(number)")), why: "why \(number)")
  }

  private func report(rows: Int) -> DeliveryReport {
    let deliveries = (1...rows).map { number in
      Delivery(
        id: .numbered(number), kind: .display, identity: .user("maria"), session: 1,
        message: MessageKey(center: .primary, id: MessageID("m\(number)")), time: StateFixture.now,
        state: number % 5 == 0 ? .waiting : .sent)
    }
    return DeliveryReport(deliveries, receipts: nil)
  }
}
