import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

@testable import InboxTUI

/// A center's page where what it is about cannot be read.
@MainActor
struct CenterPageTests {
  private func text(_ state: AppState) -> String {
    MainView.draw(state, .mono).lines.joined(separator: "\n")
  }

  @Test("FE-8 MC-11 an archive that does not say what has left a center ends the loading")
  func closedArchive() async throws {
    let database = try InboxDatabase.inMemory()
    let bench = try CoreBench(archive: database)
    try await database.close()
    var events: [AppEvent] = []
    let services = FrontServices(
      readHTML: { RichText.plain($0) }, openBrowser: { _ in nil },
      checkDomain: { host in fatalError("\(host) is not checked here.") })
    let runner = EffectRunner(center: bench.center, services: services) { events.append($0) }
    runner.perform(.loadGone(.primary), for: nil)
    await runner.waitUntilIdle()
    #expect(events == [.of(.device("d1"), .center(.goneUnread(.primary, .cancelled)))])
  }

  @Test(
    "FE-8 MC-11 why what has left a center cannot be read stands on its page, until it can be",
    arguments: StateFixture.sizes)
  func unread(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    #expect(state.reduce(.keyPressed(.character("i"))) == [.loadGone(.primary)])
    let error = InboxError.storeUnavailable(path: "a.sqlite", reason: "unplugged")
    // That of another center is not this one's.
    _ = state.reduce(.center(.goneUnread(CenterName("Offers"), error)))
    _ = state.reduce(.keyPressed(.character("G")))
    #expect(text(state).contains("Loading…"))
    _ = state.reduce(.center(.goneUnread(.primary, error)))
    _ = state.reduce(.keyPressed(.character("G")))
    #expect(text(state).contains("unplugged") && !text(state).contains("Loading…"))
    _ = state.reduce(.center(.goneLoaded(.primary, [])))
    #expect(text(state).contains("No messages have left this center."))
  }
}
