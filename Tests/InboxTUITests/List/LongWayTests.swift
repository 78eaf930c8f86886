import Foundation
import InboxCore
import InboxStore
import InboxTestSupport
import InboxTUI
import Testing

/// Keys that lead farther than the rows that are loaded.
@MainActor
@Suite(.queued, .timeLimit(.minutes(15)))
struct LongWayTests {
  /// An inbox that holds so many messages, the newest with the highest number.
  private func start(_ count: Int) async throws -> TestInbox {
    let database = try InboxDatabase.inMemory()
    let now = Date()
    let messages = (1...count).map { number in
      Message.numbered(number, sent: now.addingTimeInterval(Double(number - count) * 60))
    }
    _ = try await database.archive.merge(
      MergeRequest(
        identity: .device("test-device"), center: .primary, answer: MessageListAnswer(messages: messages),
        now: now))
    let brand = """
      [brand]
      name = "Acme"
      domain = "news.acme.example"
      scheme = "acme"
      """
    return try await TestInbox.start(brand, database: database)
  }

  @Test("FE-6 FE-7 keys that arrive in one read lead as far as they would have led one by one")
  func far() async throws {
    let inbox = try await start(1_500)
    try await inbox.pressAtOnce(String(repeating: "j", count: 1_000))
    #expect(inbox.program.state.list.selectedIndex == 1_000)
    inbox.expect(shows: "1001/1500", "Subject 500")
    // Only what is near stays loaded.
    try await inbox.press("k")
    #expect(inbox.program.state.list.window?.rows.count ?? 0 < 3_000)
    try await inbox.pressAtOnce(String(repeating: "k", count: 900)).expect(selected: "Subject 1401")
    // Past the end is the end, and from there it goes back at once.
    try await inbox.pressAtOnce(String(repeating: "j", count: 2_000) + "k").expect(selected: "Subject 2")
    await inbox.end()
  }

  @Test("FE-6 what is pressed behind a long way is about the message where it ends")
  func behind() async throws {
    let inbox = try await start(700)
    try await inbox.pressAtOnce(String(repeating: "j", count: 400) + "dj")
    let gone = try await inbox.archive.message(.device("test-device"), .numbered(300))
    #expect(gone?.deleted != nil)
    inbox.expect(selected: "Subject 298")
    // A way that a jump cuts short is over.
    try await inbox.pressAtOnce(String(repeating: "j", count: 350) + "g").expect(selected: "Subject 700")
    try await inbox.press("j").expect(selected: "Subject 699")
    await inbox.end()
  }

  @Test("FE-6 an archive that cannot give the rows ends the way where it is")
  func fails() throws {
    var state = try StateFixture.inbox(100, 30)
    let rows = (0..<200).map { ArchivedMessage(message: .numbered(900 - $0), fetched: StateFixture.now) }
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 800)
    _ = state.reduce(.windowLoaded(window, request: state.list.request))
    var effects: [AppEffect] = []
    for _ in 0..<300 { effects += state.reduce(.keyPressed(.character("j"))) }
    #expect(effects.count { if case .loadWindow = $0 { true } else { false } } == 1)
    #expect(state.list.owed > 0)
    // The rows that come are the same: nobody asks for ever.
    let same = state.reduce(.windowLoaded(window, request: state.list.request))
    let again = state.reduce(.windowLoaded(window, request: state.list.request))
    #expect((same + again).count { if case .loadWindow = $0 { true } else { false } } <= 1)
    #expect(state.list.owed == 0)
    for _ in 0..<300 { _ = state.reduce(.keyPressed(.character("j"))) }
    _ = state.reduce(.windowFailed(.primary, request: state.list.request, .cancelled))
    #expect(state.list.owed == 0 && state.list.selectedIndex == 199)
  }
}
