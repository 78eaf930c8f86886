import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

/// Marks over a real store and the live sandbox.
@MainActor
@Suite(.queued)
struct MarkedInboxTests {
  @Test("FE-6 MC-18 what is done to many is durable, taken back whole, and never sent to the server")
  func whole() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    let before = try await inbox.engagements()
    let all = try #require(inbox.program.state.list.window?.rows.map(\.key))
    try await inbox.press("A d").expect(shows: "\(all.count) deleted · u restores them")
    #expect(inbox.program.state.list.window?.rows.isEmpty == true && inbox.program.state.list.total == 0)
    for key in all {
      #expect(try await inbox.archive.message(key, of: inbox.center.identity)?.deleted != nil)
    }
    try await inbox.press("u").expect(shows: "\(all.count) restored")
    #expect(inbox.program.state.list.window?.rows.map(\.key) == all)
    let events = inbox.program.state.events.lines.flatMap { [$0.entry] + $0.more }.filter { entry in
      all.contains { $0 == entry.message } && !entry.label.contains("display")
    }
    #expect(events.count { $0.label == "gone" } == all.count)
    #expect(events.count { $0.label == "note" && $0.why == "restored by the person" } == all.count)
    try await inbox.press("A m").expect(shows: "marked read · u undoes it").expect(unread: 0)
    try await inbox.press("u").expect(shows: "unread again")
    // A refresh and a filter leave the marks alone; only what the filter shows is deleted.
    try await inbox.press("x x r / i d : ")
    inbox.program.receive([.paste(all[0].id.rawValue), .enter])
    await inbox.program.idle()
    inbox.expect(shows: "1 marked, 1 hidden")
    try await inbox.press("d").expect(shows: "Deleted · u restores it")
    #expect(inbox.program.state.marks.keys == [all[1]])
    try await inbox.press("<esc> <esc>")
    #expect(inbox.program.state.list.window?.rows.map(\.key) == Array(all.dropFirst()))
    let engagements = try await inbox.engagements()
    #expect(engagements == before)
    await inbox.end()
  }
}
