import InboxCore
import InboxModel
import Testing

@testable import InboxTUI

/// A message that another program deletes, or brings back while its deletion can still be undone here.
struct RestoredElsewhereTests {
  @Test(
    "FE-6 VE-4 d deletes once while the deletion is under way, and again what another program has restored")
  func again() throws {
    var state = try StateFixture.inbox(80, 24)
    let window = try #require(state.list.window)
    let first = try #require(state.list.selection)
    func delete() throws -> [AppEffect] {
      _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
      state.list.selection = first
      let effects = state.reduce(.keyPressed(.character("d")))
      return (effects + state.settle()).filter { if case .change = $0 { true } else { false } }
    }
    let change = try #require(try delete().first)
    guard case .change(let deleted, _) = change else { return }
    #expect(deleted.keys == [first.key])
    // The list was read before the deletion was stored.
    #expect(try delete() == [])
    _ = state.reduce(.marking(.changed(deleted, isUndo: false)))
    #expect(try delete() == [change])
  }

  @Test(
    "FE-2 MC-11 a message that is read, or has the keys, is read again as another program deletes it, and says so",
    arguments: [true, false])
  func deletedElsewhere(isOpen: Bool) throws {
    var state = try StateFixture.inbox(80, 24)
    var window = try #require(state.list.window)
    var row = try #require(state.list.selection)
    if isOpen { _ = state.reduce(.message(.opened(row.key, row))) }
    _ = state.settle()
    state.focus = .detail
    window.rows.removeAll { $0.key == row.key }
    window.total -= 1
    let effects = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    #expect(effects.contains(.loadDetail(row.key)))
    row.deleted = StateFixture.now
    _ = state.reduce(.message(.detailLoaded(row, MessageHistory(lines: []))))
    #expect(state.reduce(.keyPressed(.character("d"))) == [])
    #expect(state.notice?.text == "It is deleted already.")
  }
}
