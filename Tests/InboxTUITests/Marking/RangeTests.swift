import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// Ranges in a list of which a part is loaded.
struct RangeTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    let effects = try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
    return effects + state.settle()
  }

  /// A list of 800 messages, of which the newest 200 are loaded and the first is selected.
  private func long() throws -> AppState {
    var state = try StateFixture.inbox(100, 30)
    load(0..<200, &state)
    _ = try press(&state, "g")
    return state
  }

  /// Loads these rows of 800.
  private func load(_ places: Range<Int>, _ state: inout AppState) {
    let rows = places.map { ArchivedMessage(message: .numbered(5_000 - $0), fetched: StateFixture.now) }
    state.list.revision = -1
    _ = state.settle()
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(
            identity: .user("maria"), center: .primary, rows: rows, offset: places.lowerBound, total: 800),
          request: state.list.request)))
    _ = state.settle()
  }

  @Test(
    "FE-6 MC-18 a range that leads beyond the loaded rows counts at least what is loaded of it, and says so")
  func farRange() throws {
    var state = try long()
    func take(_ places: Range<Int>) { load(places, &state) }
    _ = try press(&state, "V")
    for _ in 0..<150 { _ = try press(&state, "j") }
    #expect(state.markedText == "151 marked, range")
    take(100..<300)
    #expect(state.markedText == "at least 51 marked, range")
    #expect(MainView.draw(state, .mono).lines[1].contains(" · at least 51 marked, range "))
    // Upwards from there, and the rows below are gone.
    _ = try press(&state, "<esc> V")
    for _ in 0..<40 { _ = try press(&state, "k") }
    #expect(state.markedText == "41 marked, range")
    take(0..<130)
    #expect(state.markedText == "at least 20 marked, range")
    take(0..<800)
    #expect(state.markedText == "41 marked, range")
    // What of it is not loaded is not marked where the range ends by itself, and that is said.
    take(0..<130)
    _ = try press(&state, "]")
    #expect(state.marks.keys.count == 20 && state.notice?.level == .warning)
  }

  @Test(
    "FE-6 MC-18 so does one that the wheel or a key leads on to rows that are still on their way",
    arguments: [MouseEvent.Kind.wheelUp, .wheelDown, nil])
  func rangeOnItsWay(_ wheel: MouseEvent.Kind?) throws {
    var state = try long()
    load(0..<400, &state)
    for _ in 0..<300 { _ = state.reduce(.keyPressed(.down)) }
    load(200..<400, &state)
    try #require(state.list.selectedIndex == 300)
    _ = try press(&state, "V")
    if let wheel {
      for _ in 0..<60 {
        _ = state.reduce(.keyPressed(.mouse(MouseEvent(kind: wheel, button: 0, x: 5, y: 5))))
      }
      #expect(state.list.pendingSteps != 0 && state.markedText?.hasPrefix("at least ") == true)
    } else {
      _ = state.reduce(.keyPressed(.character("g")))
      #expect(state.markedText == "at least 1 marked, range")
    }
    // Its list is left before they are there.
    _ = state.reduce(.keyPressed(.character("]")))
    #expect(state.notice?.level == .warning)
    let marked = state.marks.keys.count.counted("message")
    #expect(
      state.notice?.text == "The range goes on beyond what is loaded: only \(marked) of it marked.")
  }
}
