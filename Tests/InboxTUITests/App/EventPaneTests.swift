import Foundation
import InboxCore
import InboxTUI
import InboxTestSupport
import Testing

/// What the event pane shows, and where its lines lead.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct EventPaneTests {
  @Test("FE-3 f shows one kind of event after the other, and what comes meanwhile is not lost")
  func filter() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    try await inbox.press("E E").expect(shows: "display", "fetch", "session")
    try await inbox.press("f").expect(shows: "Events: engagement", "display").expect(hides: "fetch")
    try await inbox.press("f").expect(shows: "Events: badge", "server set").expect(hides: "display")
    try await inbox.press("f f r").expect(shows: "Events: requests", "fetch").expect(hides: "display")
    try await inbox.press("f").expect(shows: "Events: failures", "Nothing of that kind happened")
    try await inbox.press("f").expect(shows: "display", "fetch").expect(hides: "Events:")
    await inbox.end()
  }

  @Test("FE-3 l leads from an event to its message")
  func message() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    inbox.expect(selected: "A plain word")
    try await inbox.press("E E f k")
    let key = try #require(inbox.program.state.events.selected?.entry.message)
    try await inbox.press("l")
    #expect(inbox.program.state.list.selection?.key == key && inbox.program.state.focus == .list)
    try await inbox.press("E f l").expect(shows: "This event is about no message.")
    await inbox.end()
  }
}
