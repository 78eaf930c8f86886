import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// The screens of a tap: an app's inbox, read-only, and what the app did.
struct TapFrameTests {
  private func check(_ state: AppState, named name: String) {
    expectFrame(
      MainView.draw(state, state.shownTheme), named: "\(name)-\(state.size.columns)x\(state.size.rows)")
  }

  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) {
      _ = state.reduce(.keyPressed(key))
      _ = state.settle()
    }
  }

  private func tapped(_ columns: Int, _ rows: Int) throws -> AppState {
    var state = try StateFixture.inbox(columns, rows)
    state.profile.name = "tap"
    state.profile.capturedFrom = "api.iterable.com"
    state.profile.isTapped = true
    state.profile.isReadOnly = true
    let entries: [(JournalEntry.Kind, MessageKey?, String)] = [
      (.note(failed: false), nil, "The app finds the tap at http://127.0.0.1:8377."),
      (.display(.sent), .numbered(1), "the app reported it: InAppOpen"),
      (.note(failed: true), nil, "503 for POST /api/events/trackInAppClick: the app tries again"),
    ]
    for (index, (kind, message, why)) in entries.enumerated() {
      _ = state.reduce(
        .coreUpdated(
          .journal([
            JournalEntry(number: index, time: StateFixture.now, kind: kind, message: message, why: why)
          ])))
    }
    _ = state.settle()
    return state
  }

  @Test("QA-4 FE-5 the app's inbox, and beneath it what passed", arguments: StateFixture.sizes)
  func screens(columns: Int, rows: Int) throws {
    var state = try tapped(columns, rows)
    check(state, named: "tap")
    try press(&state, "E")
    check(state, named: "tap-events")
    try press(&state, "E E <enter>")
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    check(state, named: "tap-reader")
  }

  @Test("QA-4 FE-5 how each report of the app arrived, and the keys of a tap", arguments: StateFixture.sizes)
  func pages(columns: Int, rows: Int) throws {
    var state = try tapped(columns, rows)
    try press(&state, "P")
    _ = state.reduce(.proof(.deliveryProven(try StateFixture.report())))
    check(state, named: "tap-proof")
    try press(&state, "<esc> i")
    check(state, named: "tap-center")
    try press(&state, "<esc> ?")
    check(state, named: "tap-help")
  }
}
