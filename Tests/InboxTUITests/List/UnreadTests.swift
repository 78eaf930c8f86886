import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

@testable import InboxTUI

/// From one unread message to the next.
@MainActor
@Suite(.queued)
struct UnreadTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
  }

  @Test("FE-6 n and p go to the next unread message and the one before, round the ends of the list")
  func short() throws {
    var state = try StateFixture.inbox(100, 30)
    func selected() -> String? { state.list.selectedRow?.key.id.rawValue }
    // The second is read.
    for expected in ["m3", "m4", "m1", "m3"] {
      #expect(try press(&state, "n") == [] && selected() == expected)
    }
    for expected in ["m1", "m4", "m3"] { #expect(try press(&state, "p") == [] && selected() == expected) }
    _ = try press(&state, "g m G m k m")
    #expect(state.list.window?.rows.allSatisfy { $0.read != nil } == true)
    _ = try press(&state, "n")
    #expect(
      selected() == "m3" && state.notice?.text.hasPrefix("No other message of this list is unread") == true)
    #expect(state.notice?.text.contains("Offers has 12") == true)
  }

  @Test("FE-6 n and p find unread messages among rows that are not loaded, and what is pressed behind waits")
  func long() async throws {
    let database = try InboxDatabase.inMemory()
    let now = Date()
    let messages = (1...1_500).map { number in
      Message.numbered(number, sent: now.addingTimeInterval(Double(number - 1_500) * 60))
    }
    let person = Identity.device("test-device")
    _ = try await database.merge(
      MergeRequest(identity: person, center: .primary, page: FetchedPage(messages: messages), now: now))
    let read = messages.map { MessageKey(center: .primary, id: $0.id) }.filter { key in
      !["m1490", "m300", "m20"].contains(key.id.rawValue)
    }
    try await database.setRead(read, of: person, at: now)
    let inbox = try await TestInbox.start(
      "[brand]\nname = \"Acme\"\ndomain = \"news.acme.example\"\nscheme = \"acme\"\n", database: database)
    try await inbox.press("n").expect(selected: "Subject 1490")
    try await inbox.press("n").expect(selected: "Subject 300")
    try await inbox.pressAtOnce("n j").expect(selected: "Subject 19")
    try await inbox.press("n").expect(selected: "Subject 1490")
    try await inbox.press("p").expect(selected: "Subject 20")
    await inbox.end()
  }
}
