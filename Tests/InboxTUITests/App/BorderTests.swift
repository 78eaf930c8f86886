import InboxTestSupport
import Testing

@testable import InboxTUI

/// Borders between panes, dragged with the mouse.
struct BorderTests {
  private func mouse(_ kind: MouseEvent.Kind, _ x: Int, _ y: Int, in state: inout AppState) {
    _ = state.reduce(.keyPressed(.mouse(MouseEvent(kind: kind, button: 1, x: x, y: y))))
    _ = state.settle()
  }

  private func border(_ border: PaneBorder, _ state: AppState) throws -> Rect {
    try #require(MainView.draw(state, .mono).marks.last { $0.target == .border(border) }?.rect)
  }

  @Test(
    "FE-6 the line between list and message follows the mouse, within limits", arguments: [120, 160, 200])
  func beside(columns: Int) throws {
    var state = try StateFixture.inbox(columns, 40)
    let line = try border(.list, state)
    mouse(.press, line.x, line.y + 3, in: &state)
    for x in [columns / 2, columns / 2 - 7, columns * 3 / 5] {
      mouse(.drag, x, 20, in: &state)
      let now = try border(.list, state).x
      // As far as percents of the screen go.
      #expect(abs(now - x) <= columns / 100 + 1, "\(x): \(now)")
    }
    let before = PaneLayout(state)
    for x in [0, columns - 1] {
      mouse(.drag, x, 20, in: &state)
      let layout = PaneLayout(state)
      #expect(try #require(layout.list).width >= 38 && #require(layout.detail).width >= columns / 4)
    }
    mouse(.drag, columns * 3 / 5, 20, in: &state)
    #expect(PaneLayout(state) == before && state.notice == nil)
    // What is let go stays, and another drag moves nothing.
    mouse(.release, columns * 3 / 5, 20, in: &state)
    mouse(.drag, 50, 10, in: &state)
    #expect(PaneLayout(state) == before && state.notice?.text.contains("Hold Shift") == true)
  }

  @Test("FE-6 the title below the list and that of the event strip are borders, and clicks as before")
  func below() throws {
    var state = try StateFixture.inbox(80, 30)
    let title = try border(.list, state)
    #expect(title.y == PaneLayout(state).detail?.y)
    mouse(.press, 10, title.y, in: &state)
    #expect(state.focus == .detail)
    for y in [14, 10, 18] {
      mouse(.drag, 10, y, in: &state)
      #expect(PaneLayout(state).detail?.y == y)
    }
    mouse(.release, 10, 18, in: &state)
    _ = state.reduce(.keyPressed(.character("E")))
    _ = state.settle()
    let strip = try border(.events, state)
    mouse(.press, 10, strip.y, in: &state)
    for y in [strip.y + 2, strip.y - 3] {
      mouse(.drag, 10, y, in: &state)
      #expect(PaneLayout(state).events?.y == y)
    }
  }
}
