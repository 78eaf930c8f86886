import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// The proof of exactly once on the screen, against the receipts of a real sandbox.
@MainActor
@Suite(.queued)
struct ProofTests {
  /// What a row says of the server, in a form that receipts have too.
  private struct Line: Hashable {
    var place: String
    var received: Int
    var duplicates: Int
  }

  private func lines(_ report: DeliveryReport) -> [Line] {
    report.rows.filter { $0.received != 0 }.map {
      Line(
        place:
          "\($0.place.identity.storageKey) \($0.place.session ?? 0) \($0.place.kind) \($0.place.message.id)",
        received: $0.received ?? -1, duplicates: $0.duplicates ?? -1)
    }
  }

  private func lines(_ receipts: Receipts) -> [Line] {
    let groups = Dictionary(grouping: receipts.engagements) {
      "\($0.identity) \($0.session?.number ?? 0) \($0.type) \($0.messageID)"
    }
    return groups.map { place, events in
      Line(place: place, received: events.count, duplicates: events.reduce(0) { $0 + $1.count - 1 })
    }
  }

  @Test(
    "EN-2 EN-8 EN-9 SB-5 P: attempts, suppressed ones, tries, repeats and unknowns agree with the receipts")
  func agrees() async throws {
    // So low that a message takes the place of the list.
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 80, rows: 18)
    try await inbox.press("] [ <enter> <esc> <enter> <esc>")
    // Counted, and the response is lost: it comes again.
    await inbox.sandbox.setFault(Fault(.engagements, status: 500, times: 1, after: true))
    try await inbox.press("<enter> <esc>")
    try await inbox.wait { $0.snapshot?.outbox.waiting == 0 }
    try await inbox.press("U m a r i a <enter> ] [")
    // Counted, and no response ever comes.
    await inbox.sandbox.setFault(Fault(.engagements, status: 500, after: true))
    try await inbox.press("<enter> <esc> P")
    inbox.expect(shows: "Proof: exactly once?", "unknown  open", "unknown 1")
      .expect(hides: "Loading")
    try await inbox.press("G").expect(shows: "6 more of other persons")
    let state = inbox.program.state
    guard case .proof(let proof, _)? = state.layer, let shown = proof.report else {
      Issue.record("there is no report")
      return
    }
    let receipts = try await inbox.sandbox.receipts()
    #expect(receipts.duplicates > 0)
    // A try that is made after the reading may add a repeat of the last open, and nothing else.
    #expect(Set(lines(shown).map(\.place)) == Set(lines(receipts).map(\.place)))
    let calm = shown.rows.filter { $0.unknown == 0 }
    #expect(!calm.isEmpty)
    let settled = Set(lines(receipts))
    for line in lines(shown.only(.device("test-device"))) { #expect(settled.contains(line), "\(line)") }
    let plain = try #require(
      shown.rows.first {
        $0.title == "display plain · session 1" && $0.place.identity == .device("test-device")
      })
    // A frame may have been drawn for the one who read before.
    #expect(
      plain.verdict == .exactlyOnce && plain.events == 1 && plain.suppressed[.alreadyDisplayed] == 4
        && plain.attempts - 5 == plain.suppressed[.identityChanged, default: 0])
    let open = try #require(
      shown.rows.first { $0.place.kind == .open && $0.place.identity == .device("test-device") })
    #expect(open.verdict == .duplicated && open.attempts == 3 && open.sent == 3 && open.tries == 4)

    await inbox.sandbox.clearFaults()
    try await inbox.press("<esc>").wait { $0.snapshot?.outbox.waiting == 0 }
    try await inbox.press("P f").expect(shows: "problems only", "duplicated  open").expect(
      hides: "exactly-once  display")
    await inbox.sandbox.stop()
    try await inbox.press("r").expect(
      shows: "does not say what it received", "‘inbox sandbox --keep’", "duplicated  open")
    await inbox.quit()
  }

  @Test("SB-5 a back end that gives no receipts: what it acknowledged is reported as no more than that")
  func withoutReceipts() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    await bench.center.waitUntilIdle()
    var state = try StateFixture.inbox(80, 24)
    _ = state.reduce(.keyPressed(.character("P")))
    var report = try await bench.center.deliveryReport()
    #expect(report.rows.map(\.verdict) == [.exactlyOnce])
    _ = state.reduce(.proof(.deliveryProven(report)))
    var text = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(text.contains("This back end has no receipts") && text.contains("1 more of other persons"))
    report = try await bench.center.deliveryReport(receipts: { () async throws(InboxError) in
      DeliveryReceipts(counts: [:], generation: ReceiptGeneration(number: 1))
    })
    #expect(report.rows.map(\.verdict) == [.missing])
    // No command names the demonstration.
    state.profile.isDemonstration = true
    _ = state.reduce(.proof(.deliveryProven(report)))
    text = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(!text.contains("has no receipts") && text.contains("1 more of other persons."))
  }

  @Test("UL-5 UL-16 EN-11 P and the message's history tell of each click: counted once, repeated, unknown")
  func clicks() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 100, rows: 40)
    try await inbox.press("j j <enter> <enter>").expect(shows: "Click counted: yes")
    try await inbox.press("<esc>").expect(shows: "link clicked in session 1, counted")
    try await inbox.press("<esc> P").expect(
      shows: "counted-once  click", "Links: 1 counted-once.")
    // Each gesture is a click of its own.
    try await inbox.press("<esc> <enter> <enter> <esc> <esc> P").expect(
      shows: "repeated", "click", "Links: 1 repeated.")
    // Another person, and a response that never comes: it was counted, and no one here knows.
    await inbox.sandbox.setFault(Fault(.links, drop: true, after: true))
    try await inbox.press("<esc> U m a r i a <enter> j j <enter> <enter> <esc> <esc> P f").expect(
      shows: "unknown  click", "Links: 1 unknown."
    ).expect(hides: "repeated  click")
    await inbox.end()
  }
}
