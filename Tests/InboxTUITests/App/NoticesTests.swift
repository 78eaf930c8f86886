import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// Notices that have gone can be read again.
struct NoticesTests {
  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
    _ = state.settle()
  }

  @Test("FE-8 the notices of before, newest first, with their times", arguments: StateFixture.sizes)
  func frames(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    state.notify("Primary: 2 new")
    state.now += 61
    state.notify("There is no center 7; this profile has 3.", .warning)
    state.notify("There is no center 7; this profile has 3.", .warning)
    state.now += 5
    state.notify("The back end responded with status 500. Refresh resumes by itself.", .error)
    try press(&state, "H")
    #expect(state.context == .notices)
    expectFrame(MainView.draw(state, .standard), named: "notices-\(columns)x\(rows)")
  }

  @Test("FE-8 what is said of a key that does nothing stays out of the history: Esc with nothing to leave, w")
  func keys() throws {
    var state = try StateFixture.inbox(80, 24)
    try press(&state, "<esc> <esc>")
    #expect(state.notice?.text.hasPrefix("Nothing to clear") == true && state.notices.entries.isEmpty)
    try press(&state, "w")
    #expect(state.notice?.text.hasPrefix("w does nothing here") == true && state.notices.entries.isEmpty)
  }

  @Test("FE-8 MC-12 a hundred are kept, none of a person who reads no more, and an audience sees none")
  func kept() throws {
    var state = try StateFixture.inbox(80, 24)
    for number in 0..<250 { state.notify("Notice \(number)") }
    #expect(state.notices.entries.map(\.text) == (150..<250).map { "Notice \($0)" })
    var other = StateFixture.snapshot(try CenterList(["Offers", "Orders"]), revision: 2)
    other.identity = .user("ben")
    _ = state.reduce(.coreUpdated(.snapshot(other)))
    #expect(state.notices.entries.map(\.text) == ["Signed in as ben"])
    try press(&state, "<f5> H")
    #expect(state.layer == nil && state.notice?.text.hasPrefix("Not while presenting") == true)
  }
}
