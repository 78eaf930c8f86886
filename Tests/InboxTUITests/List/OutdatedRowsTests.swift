import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// Rows that were loaded before the lists changed.
struct OutdatedRowsTests {
  private let offers = CenterName("Offers")

  /// The rows that are reported as visible.
  private func reported(_ effects: [AppEffect]) -> [MessageID] {
    effects.flatMap { effect in
      if case .setVisibleRows(let rows, session: _) = effect { rows.map(\.message.id) } else { [MessageID]() }
    }
  }

  private func window(_ rows: [Message], _ center: CenterName) -> ListWindow {
    ListWindow(
      identity: .user("maria"), center: center,
      rows: rows.map { ArchivedMessage(message: $0, fetched: StateFixture.now) }, offset: 0, total: rows.count
    )
  }

  /// The lists of the archive have changed.
  private func change(_ state: inout AppState, revision: Int = 2) throws {
    let centers = try CenterList(["Offers", "Orders"])
    _ = state.reduce(.coreUpdated(.snapshot(StateFixture.snapshot(centers, revision: revision))))
  }

  /// The first center on the screen, and the rows of the other one loaded.
  private func state() throws -> AppState {
    var state = try StateFixture.inbox(80, 24)
    let other = try #require(state.centers.first { $0 == offers })
    _ = state.reduce(.keyPressed(.character("]")))
    _ = state.settle()
    let request = state.list.request
    let rows = [Message.numbered(7, center: other), .numbered(6, center: other)]
    _ = state.reduce(.list(.windowLoaded(window(rows, other), request: request)))
    #expect(reported(state.settle()) == [MessageID("m7"), MessageID("m6")])
    _ = state.reduce(.keyPressed(.character("[")))
    _ = state.settle()
    return state
  }

  @Test(
    "EN-1 MC-10 a row of another tab that has expired or gone meanwhile is not displayed as the tab comes back"
  )
  func gone() throws {
    var state = try state()
    // The lists change while this one is away: one of its messages is in it no more.
    try change(&state)
    _ = state.settle()
    _ = state.reduce(.keyPressed(.character("]")))
    #expect(reported(state.settle()) == [])
    let request = state.list.request
    _ = state.reduce(
      .list(.windowLoaded(window([.numbered(6, center: offers)], offers), request: request)))
    #expect(reported(state.settle()) == [MessageID("m6")])
  }

  @Test("EN-1 rows in sight stay displayed while the list is read again, and a new one is when it has been")
  func stays() throws {
    var state = try state()
    _ = state.reduce(.keyPressed(.character("]")))
    #expect(reported(state.settle()) == [MessageID("m7"), MessageID("m6")])
    try change(&state)
    let effects = state.settle()
    #expect(!effects.contains { if case .setVisibleRows = $0 { true } else { false } })
    let rows = [8, 7, 6].map { Message.numbered($0, center: offers) }
    _ = state.reduce(.list(.windowLoaded(window(rows, offers), request: state.list.request)))
    #expect(reported(state.settle()) == [MessageID("m8"), MessageID("m7"), MessageID("m6")])
  }

  @Test("EN-1 rows that come together with a newer revision of the lists are displayed")
  func arrivesOutdated() throws {
    var state = try state()
    _ = state.reduce(.keyPressed(.character("]")))
    _ = state.settle()
    try change(&state)
    _ = state.settle()
    let rows = [8, 7, 6].map { Message.numbered($0, center: offers) }
    _ = state.reduce(.list(.windowLoaded(window(rows, offers), request: state.list.request)))
    try change(&state, revision: 3)
    #expect(reported(state.settle()) == [MessageID("m8"), MessageID("m7"), MessageID("m6")])
  }

  @Test("EN-1 rows that came while their tab was out of sight are confirmed anew as it comes back")
  func arrivesOutOfSight() throws {
    var state = try state()
    try change(&state)
    _ = state.reduce(.keyPressed(.character("]")))
    _ = state.settle()
    let request = state.list.request
    _ = state.reduce(.keyPressed(.character("[")))
    _ = state.settle()
    let rows = [7, 6].map { Message.numbered($0, center: offers) }
    _ = state.reduce(.list(.windowLoaded(window(rows, offers), request: request)))
    _ = state.settle()
    try change(&state, revision: 3)
    _ = state.settle()
    _ = state.reduce(.keyPressed(.character("]")))
    #expect(reported(state.settle()) == [])
  }
}
