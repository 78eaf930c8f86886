import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// The screen for people who hear or feel it.
@MainActor
@Suite(.queued)
struct AccessibleTests {
  private func start(_ columns: Int = 120, _ rows: Int = 40) async throws -> TestInbox {
    try await TestInbox.start(Acme.campaigns, columns: columns, rows: rows, timeout: 120) {
      $0.beAccessible()
    }
  }

  /// The row of the screen that the cursor is in.
  private func line(_ inbox: TestInbox) -> String {
    let frame = inbox.screen.frame
    return frame.cursor.map { frame.lines[$0.y] } ?? "no cursor"
  }

  @Test("FE-6 a message that has been opened is read from its beginning, also where Enter follows its link")
  func offeredLink() throws {
    var state = try StateFixture.inbox(80, 24)
    state.beAccessible()
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    let text = try #require(PaneLayout(state).detailText)
    #expect(state.detail?.link != nil)
    #expect(MainView.draw(state, .mono).cursor == Point(x: text.x, y: text.y))
    _ = state.reduce(.keyPressed(.character("n")))
    _ = state.settle()
    #expect((MainView.draw(state, .mono).cursor?.y ?? 0) > text.y)
  }

  @Test("FE-6 the cursor is at the selected row, link, line or choice, and in the line that is typed into")
  func cursor() async throws {
    let inbox = try await start()
    #expect(line(inbox).contains("A plain word") && inbox.screen.frame.cursor == Point(x: 0, y: 2))
    // One pane at a time, also where two have room.
    inbox.expect(hides: "Preview")
    try await inbox.press("j")
    #expect(line(inbox).contains("Our new screws"))
    try await inbox.press("k <enter>")
    let top = try #require(PaneLayout(inbox.program.state).detailText)
    #expect(inbox.screen.frame.cursor == Point(x: top.x, y: top.y))
    try await inbox.press("1")
    #expect(line(inbox).contains("https://"))
    try await inbox.press("<esc> /")
    try await inbox.press("s a l e")
    #expect(line(inbox).contains("/sale"))
    try await inbox.press("<esc> <esc> ? j")
    let entries = HelpEntry.matching(inbox.program.state)
    #expect(line(inbox).contains(entries[1].action.title.prefix(20)))
    try await inbox.press("<esc> F j")
    #expect(line(inbox).contains(SandboxCommand.faults[1]))
    try await inbox.press("<esc> X")
    #expect(line(inbox).contains("y disables message centers"))
    try await inbox.press("n : t h")
    #expect(line(inbox).contains(": th"))
    try await inbox.press("<esc> E k")
    // What comes meanwhile stands behind the event that is selected.
    let back = inbox.program.state.events.back
    #expect(back >= 1)
    let mark = try #require(inbox.screen.frame.marks.first { $0.target == .event(back) })
    #expect(inbox.screen.frame.cursor?.y == mark.rect.y)
    try await inbox.press("<esc> T")
    #expect(line(inbox).contains("›"))
    await inbox.end()
  }

  @Test("FE-6 one pane at a time: no strip below another pane, nothing beside or under a box")
  func alone() async throws {
    let inbox = try await start()
    try await inbox.press("E").expect(shows: "Events", "session 1").expect(hides: "A plain word")
    #expect(inbox.program.state.focus == .events)
    try await inbox.press("E").expect(shows: "A plain word").expect(hides: "Events")
    for (key, box) in [("?", "Keys"), ("b", "Badge"), ("i", "Primary"), (":", ":"), ("X", "Disable")] {
      try await inbox.press(key).expect(shows: box).expect(hides: "Our new screws")
      try await inbox.press("<esc>").expect(shows: "Our new screws")
    }
    // From an event to its message: the list, and not the strip below it.
    try await inbox.press("E f k l").expect(shows: "Our new screws").expect(hides: "Events")
    await inbox.end()
  }

  @Test(
    "FE-6 FE-13 before an audience the cursor is at the phone that has the screen",
    arguments: StateFixture.sizes)
  func phone(columns: Int, rows: Int) throws {
    var state = try PresentingFixture.state(columns, rows)
    state.beAccessible()
    for look in Presentation.Look.allCases {
      for focus in [PaneFocus.list, .detail] {
        state.presenting?.look = look
        state.focus = focus
        _ = state.settle()
        let frame = MainView.draw(state, .mono)
        let cursor = try #require(frame.cursor, "\(look) \(focus)")
        let phone = PaneLayout(state).stage?.handsets.first?.rect
        let list = PaneLayout(state).list
        #expect(
          (list ?? phone)?.intersection(Rect(x: cursor.x, y: cursor.y, width: 1, height: 1)).isEmpty == false)
      }
    }
  }

  @Test("FE-6 an empty list has the cursor at the sentence that says why")
  func empty() async throws {
    let inbox = try await start(80, 24)
    try await inbox.press("/ z z z z <enter>")
    #expect(line(inbox).contains("No matches for /zzzz"))
    await inbox.end()
  }

  @Test(
    "FE-8 nothing counts or goes by itself: no timer is requested once a wait is reported, notices stay until a key"
  )
  func quiet() async throws {
    let inbox = try await start()
    // Ages stand on the screen, and no timer for them is requested.
    #expect(MainView.nextLabelChange(inbox.program.state) == nil)
    var other = inbox.program.state
    other = AppState(size: other.size, profile: other.profile, centers: try CenterList([]), now: other.now)
    #expect(!other.isAccessible)
    await inbox.sandbox.setFault(Fault(.messages, stall: true))
    inbox.program.receive([.character("r")])
    try await inbox.sandbox.faultStruck(.messages)
    try await inbox.see("Fetching Primary… · ^G cancels")
    #expect(MainView.nextLabelChange(inbox.program.state) == nil)
    inbox.program.receive([.control("g")])
    await inbox.program.idle()
    inbox.expect(shows: "Refresh cancelled; Primary is unchanged.")
    #expect(inbox.program.state.notice?.until == nil)
    try await inbox.press("j").expect(hides: "Refresh cancelled")
    await inbox.end()
  }

  @Test("a replay of it is for a screen reader as well: the pictures are the same")
  func replay() async throws {
    let inbox = try await start()
    try await inbox.press("j <enter> <esc> ? <esc>")
    var player = try ReplayPlayer(inbox.recording())
    for position in 0..<player.count {
      player.show(position)
      #expect(player.picture.isSame, "picture \(position + 1)")
    }
    #expect(player.picture.frame.cursor == inbox.screen.frame.cursor && player.flaws == [])
    await inbox.end()
  }
}
