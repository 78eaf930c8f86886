import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

@testable import InboxTUI

/// Keys that lead farther than the rows that are loaded.
@MainActor
@Suite(.queued)
struct LongWayTests {
  /// An inbox that holds this many messages, the newest with the highest number.
  private func start(_ count: Int) async throws -> TestInbox {
    let database = try InboxDatabase.inMemory()
    let now = Date()
    let messages = (1...count).map { number in
      Message.numbered(number, sent: now.addingTimeInterval(Double(number - count) * 60))
    }
    _ = try await database.merge(
      MergeRequest(
        identity: .device("test-device"), center: .primary, page: FetchedPage(messages: messages),
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
    #expect((200...400).contains(inbox.program.state.list.window?.rows.count ?? 0))
    try await inbox.press("k").expect(selected: "Subject 501")
    try await inbox.pressAtOnce(String(repeating: "k", count: 900)).expect(selected: "Subject 1401")
    // Past the end is the end, and from there it goes back at once.
    try await inbox.pressAtOnce(String(repeating: "j", count: 2_000) + "k").expect(selected: "Subject 2")
    await inbox.end()
  }

  @Test("FE-6 what is pressed behind a long way is about the message where it ends")
  func behind() async throws {
    let inbox = try await start(700)
    try await inbox.pressAtOnce(String(repeating: "j", count: 400) + "dj")
    let gone = try await inbox.archive.message(.numbered(300), of: .device("test-device"))
    #expect(gone?.deleted != nil)
    inbox.expect(selected: "Subject 298")
    // A way that a jump cuts short is over.
    try await inbox.pressAtOnce(String(repeating: "j", count: 350) + "g").expect(selected: "Subject 700")
    try await inbox.press("j").expect(selected: "Subject 699")
    await inbox.end()
  }

  @Test(
    "FE-6 what is pressed behind a jump is about the message that it leads to, also where its row is not loaded"
  )
  func jump() async throws {
    let inbox = try await start(700)
    try await inbox.pressAtOnce("Gd")
    let (first, last) = (MessageKey.numbered(1), MessageKey.numbered(700))
    #expect(try await inbox.archive.message(first, of: .device("test-device"))?.deleted != nil)
    #expect(try await inbox.archive.message(last, of: .device("test-device"))?.deleted == nil)
    try await inbox.pressAtOnce("gGk").expect(selected: "Subject 3")
    await inbox.end()
  }

  @Test("FE-6 where every loaded row is deleted, the selection goes to the last of those that are left")
  func deleted() async throws {
    let inbox = try await start(700)
    try await inbox.pressAtOnce(String(repeating: "j", count: 300)).expect(selected: "Subject 400")
    try await inbox.press("V G d y").expect(shows: "300/300").expect(selected: "Subject 401")
    await inbox.end()
  }

  @Test("FE-6 an archive that cannot give the rows ends the way where it is")
  func fails() throws {
    var state = try StateFixture.inbox(100, 30)
    let rows = (0..<200).map { ArchivedMessage(message: .numbered(900 - $0), fetched: StateFixture.now) }
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 800)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    var effects: [AppEffect] = []
    for _ in 0..<300 { effects += state.reduce(.keyPressed(.character("j"))) }
    #expect(effects.count { if case .load = $0 { true } else { false } } == 1)
    #expect(state.list.pendingSteps > 0)
    // The rows that come are the same: no one asks for ever.
    let same = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    let again = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    #expect((same + again).count { if case .load = $0 { true } else { false } } <= 1)
    #expect(state.list.pendingSteps == 0)
    for _ in 0..<300 { _ = state.reduce(.keyPressed(.character("j"))) }
    _ = state.reduce(.list(.windowFailed(.primary, request: state.list.request, .cancelled)))
    #expect(state.list.pendingSteps == 0 && state.list.selectedIndex == 199)
  }

  private func rows(_ places: Range<Int>) -> [ArchivedMessage] {
    places.map { ArchivedMessage(message: .numbered(900 - $0), fetched: StateFixture.now) }
  }

  private func window(_ count: Int) -> ListWindow {
    ListWindow(identity: .user("maria"), center: .primary, rows: rows(0..<count), offset: 0, total: 800)
  }

  /// A list of 800 of which 200 are loaded, and 300 keys that lead down.
  private func underWay() throws -> AppState {
    var state = try StateFixture.inbox(100, 30)
    _ = state.reduce(.list(.windowLoaded(window(200), request: state.list.request)))
    _ = state.reduce(.keyPressed(.character("g")))
    for _ in 0..<300 { _ = state.reduce(.keyPressed(.character("j"))) }
    return state
  }

  @Test("FE-6 a way goes on behind a list that was left, and no key waits there for ever")
  func left() throws {
    var state = try underWay()
    let request = state.list.request
    _ = state.reduce(.keyPressed(.character("2")))
    #expect(state.center != .primary)
    _ = state.reduce(.list(.windowLoaded(window(500), request: request)))
    _ = state.reduce(.keyPressed(.character("1")))
    #expect(state.list.pendingSteps == 0 && state.list.selectedIndex == 300)
    _ = state.reduce(.keyPressed(.character("x")))
    #expect(state.waitingKeys.isEmpty && state.marks.keys == [.numbered(600)])
  }

  @Test(
    "FE-6 rows that are out of date when they come do not cut a way short: what waits is not about another message"
  )
  func outOfDate() throws {
    var state = try underWay()
    let former = state.list.request
    _ = state.reduce(.keyPressed(.character("x")))
    // Something changed in the archive meanwhile: the rows are requested again.
    var snapshot = try #require(state.snapshot)
    snapshot.revision += 1
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    _ = state.settle()
    #expect(state.list.request == former + 1)
    _ = state.reduce(.list(.windowLoaded(window(500), request: former)))
    #expect(state.marks.keys.isEmpty && state.list.pendingSteps > 0)
    _ = state.reduce(.list(.windowLoaded(window(500), request: former + 1)))
    #expect(state.marks.keys == [.numbered(600)] && state.list.pendingSteps == 0)
  }

  @Test("FE-6 a click on a hint waits for rows that are on their way, as its key does")
  func clickedHint() throws {
    var state = try underWay()
    let frame = MainView.draw(state, .mono)
    let places = (0..<100).map { Point(x: $0, y: 29) }
    let delete = try #require(places.first { frame.target(at: $0) == .hint(.delete) })
    let click = MouseEvent(kind: .press, button: 1, x: delete.x, y: delete.y)
    _ = state.reduce(.keyPressed(.mouse(click)))
    #expect(state.waitingKeys == [.character("d")] && state.changes.undoable.isEmpty)
    let effects = state.reduce(.list(.windowLoaded(window(500), request: state.list.request)))
    let deleted = effects.compactMap { if case .change(let change, _) = $0 { change.keys } else { nil } }
    #expect(deleted == [[.numbered(600)]])
  }
}
