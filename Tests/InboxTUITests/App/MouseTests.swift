import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// What a click, the wheel and a drag do, on the pictures that people see.
@MainActor
@Suite(.queued)
struct MouseTests {
  private enum Place { case row, link, event, elsewhere }

  /// Clicks on the first place of a kind where a text stands.
  private func click(
    _ text: String, _ inbox: TestInbox, on place: Place = .elsewhere, _ kind: MouseEvent.Kind = .press,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let frame = inbox.screen.frame
    for (y, line) in frame.lines.enumerated() {
      for range in line.ranges(of: text) {
        let x = DisplayText.width(of: String(line[..<range.lowerBound]))
        guard place == Self.place(frame.target(at: Point(x: x, y: y))) else { continue }
        let button = kind == .wheelUp || kind == .wheelDown ? 0 : 1
        inbox.program.receive([.mouse(MouseEvent(kind: kind, button: button, x: x, y: y))])
        return await inbox.program.idle()
      }
    }
    Issue.record("“\(text)” is not there:\n\(inbox.text)", sourceLocation: sourceLocation)
  }

  private static func place(_ target: MouseTarget?) -> Place {
    switch target {
    case .row?: .row
    case .link?: .link
    case .event?: .event
    default: .elsewhere
    }
  }

  @Test("FE-6 EN-5 a click selects a row and is not an open, a click on the selected row opens it")
  func rows() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 40)
    inbox.expect(selected: "A plain word")
    try await click("Lookbook", inbox, on: .row)
    inbox.expect(selected: "Lookbook").expect(shows: " Preview ")
    #expect(try await inbox.engagements().allSatisfy { $0.hasPrefix("display") })
    try await click("Lookbook", inbox, on: .row)
    inbox.expect(shows: " Message ")
    #expect(try await inbox.engagements().contains { $0.hasPrefix("open") })
    // The list again, and another row: the message is left as Esc leaves it.
    try await click("Spring sale", inbox, on: .row)
    inbox.expect(selected: "Spring sale").expect(shows: " Preview ")
    await inbox.end()
  }

  @Test("FE-6 EN-5 a second click on its row, and one on the line beside it, do not leave an open message")
  nonisolated func staysOpen() throws {
    var state = try StateFixture.inbox(120, 40)
    let row = try #require(state.list.selectedRow)
    func press(_ target: MouseTarget) throws -> [AppEffect] {
      let mark = try #require(MainView.draw(state, .mono).marks.last { $0.target == target })
      let click = MouseEvent(kind: .press, button: 1, x: mark.rect.x, y: mark.rect.y)
      return state.reduce(.keyPressed(.mouse(click))) + state.settle()
    }
    #expect(try press(.row(row.key)).contains(.open(row.key)))
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    for target: MouseTarget in [.row(row.key), .border(.list)] {
      #expect(try !press(target).contains(.open(row.key)))
      #expect(state.detail?.isOpen == true && state.focus == .detail, "\(target)")
    }
    // Beside the events as well.
    for key in try Key.sequence("E <tab>") { _ = state.reduce(.keyPressed(key)) }
    _ = state.settle()
    #expect(try !press(.row(row.key)).contains(.open(row.key)))
    #expect(state.detail?.isOpen == true && state.focus == .detail)
  }

  @Test("FE-6 the tab of the center that is shown leads to its list, by a click and by its number")
  nonisolated func shownTab() throws {
    for (columns, rows) in StateFixture.sizes {
      for way in ["<enter>", "E E", "<enter> E <tab>"] {
        var state = try StateFixture.inbox(columns, rows)
        let row = try #require(state.list.selectedRow)
        for key in try Key.sequence(way) {
          _ = state.reduce(.keyPressed(key))
          if state.opening != nil { _ = state.reduce(.message(.opened(row.key, row))) }
          _ = state.settle()
        }
        try #require(state.focus != .list)
        var clicked = state
        let mark = try #require(MainView.draw(state, .mono).marks.last { $0.target == .tab(0) })
        let click = MouseEvent(kind: .press, button: 1, x: mark.rect.x + 1, y: mark.rect.y)
        _ = clicked.reduce(.keyPressed(.mouse(click)))
        _ = clicked.settle()
        var shown = [clicked]
        if state.focus == .events {
          _ = state.reduce(.keyPressed(.character("1")))
          _ = state.settle()
          shown.append(state)
        }
        for state in shown {
          #expect(state.focus == .list && PaneLayout(state).list != nil, "\(way) \(columns)")
          #expect(state.detail?.isOpen != true && state.list.selectedRow?.key == row.key)
        }
      }
    }
  }

  @Test("FE-6 a click beside the lines of the events gives them the keys")
  nonisolated func besideEvents() throws {
    var state = try StateFixture.inbox(120, 40)
    _ = state.reduce(.keyPressed(.character("E")))
    _ = state.settle()
    let pane = try #require(PaneLayout(state).events)
    let click = MouseEvent(kind: .press, button: 1, x: 20, y: pane.maxY - 1)
    _ = state.reduce(.keyPressed(.mouse(click)))
    #expect(state.focus == .events && state.events.previousFocus == .list)
  }

  @Test("FE-6 tabs, hints and the badge are clicked; a click beside a layer closes it, one on it does not")
  func chrome() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 100, rows: 30)
    try await click("2 Offers", inbox)
    #expect(inbox.program.state.center == CenterName("Offers"))
    try await click("E events", inbox)
    #expect(inbox.program.state.events.mode == .strip)
    try await click("badge 3", inbox)
    inbox.expect(shows: "Set to:")
    try await click("Set to:", inbox)
    #expect(inbox.program.state.layer != nil)
    inbox.program.receive([.mouse(MouseEvent(kind: .press, button: 1, x: 0, y: 5))])
    await inbox.program.idle()
    #expect(inbox.program.state.layer == nil)
    try await click("? help", inbox)
    inbox.expect(shows: " Keys ")
    try await click(" Keys ", inbox, on: .elsewhere, .wheelDown)
    guard case .help(let help)? = inbox.program.state.layer else { return #expect(Bool(false)) }
    #expect(help.selected == 3)
    await inbox.end()
  }

  @Test("FE-6 FE-4 MC-19 a click selects a link, the next opens a preview, another follows; wheels scroll")
  func links() async throws {
    let inbox = try await TestInbox.start(
      Acme.campaigns, columns: 120, rows: 40,
      routes: [RouteTable.Route(pattern: "acme://products/{id}", screen: "Product")])
    try await click("Our new screws", inbox, on: .row)
    try await click("acme://", inbox, on: .link)
    #expect(inbox.program.state.detail?.link == 1 && inbox.program.state.focus == .detail)
    #expect(inbox.program.state.layer == nil)
    try await click("acme://", inbox, on: .link)
    #expect(inbox.program.state.detail?.isOpen == true && inbox.program.state.layer == nil)
    try await click("acme://", inbox, on: .link)
    guard case .outcome? = inbox.program.state.layer else {
      Issue.record("no outcome:\n\(inbox.text)")
      return
    }
    try await inbox.press("<esc> <esc>")
    let selected = inbox.program.state.list.selection
    try await click("A plain word", inbox, on: .row, .wheelDown)
    #expect(inbox.program.state.list.selection != selected)
    try await click("A plain word", inbox, on: .row, .wheelUp)
    #expect(inbox.program.state.list.selection?.message.subject == "A plain word")
    await inbox.end()
  }

  @Test("FE-6 the wheel over the list leaves the message that is read, and shows what it selects")
  nonisolated func wheelOverList() throws {
    for keys in ["<tab>", "<enter>", "<enter> E <tab>"] {
      var state = try StateFixture.inbox(120, 40)
      let row = try #require(state.list.selectedRow)
      for key in try Key.sequence(keys) {
        _ = state.reduce(.keyPressed(key))
        if state.opening != nil { _ = state.reduce(.message(.opened(row.key, row))) }
      }
      _ = state.settle()
      try #require(state.focus != .list)
      let mark = try #require(MainView.draw(state, .mono).marks.last { $0.target == .row(row.key) })
      let wheel = MouseEvent(kind: .wheelDown, button: 0, x: mark.rect.x, y: mark.rect.y)
      _ = state.reduce(.keyPressed(.mouse(wheel)))
      _ = state.settle()
      #expect(state.focus == .list && state.list.selectedRow?.key == .numbered(4))
      #expect(state.detail?.row.key == .numbered(4) && state.detail?.isOpen == false)
    }
  }

  @Test("FE-6 FE-3 a click selects a line of the event pane, another shows it whole")
  func events() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 40)
    try await inbox.press("E")
    let mark = try #require(inbox.screen.frame.marks.first { $0.target == .event(2) })
    let press = Key.mouse(MouseEvent(kind: .press, button: 1, x: mark.rect.x + 3, y: mark.rect.y))
    inbox.program.receive([press])
    await inbox.program.idle()
    // What happens meanwhile moves it further back.
    let back = inbox.program.state.events.back
    #expect(inbox.program.state.focus == .events && back >= 2)
    let label = try #require(inbox.program.state.events.selected?.entry.label)
    // A selected line stays where it is, so that a double click opens it.
    let again = try #require(inbox.screen.frame.marks.first { $0.target == .event(back) })
    inbox.program.receive([.mouse(MouseEvent(kind: .press, button: 1, x: 3, y: again.rect.y))])
    await inbox.program.idle()
    inbox.expect(shows: "Event: \(label)")
    await inbox.end()
  }

  @Test("FE-6 a drag says how text is selected, once; M gives the mouse back and takes it again")
  func drag() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    try await click("A plain word", inbox, on: .row, .drag)
    inbox.expect(shows: "Hold Shift to select text")
    try await inbox.press("j")
    try await click("A plain word", inbox, on: .row, .drag)
    inbox.expect(hides: "Hold Shift to select text")
    try await inbox.press("M").expect(shows: "Mouse off")
    #expect(inbox.hostRequests.last == .mouse(false))
    try await inbox.press("M")
    #expect(inbox.hostRequests.last == .mouse(true))
    await inbox.end()
  }

  /// Clicks where a frame says that something is.
  private func click(_ inbox: TestInbox, at target: MouseTarget) async throws {
    let mark = try #require(inbox.screen.frame.marks.last { $0.target == target })
    inbox.program.receive([
      .mouse(MouseEvent(kind: .press, button: 1, x: mark.rect.x + 1, y: mark.rect.y))
    ])
    await inbox.program.idle()
  }

  @Test("FE-6 a click on the filter above the list goes on with it; rows are clicked while it is typed")
  func filter() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 40)
    #expect(!inbox.screen.frame.marks.contains { $0.target == .filter })
    try await inbox.press("/ s a l e <enter>").expect(selected: "Spring sale")
    try await click(inbox, at: .filter)
    #expect(inbox.program.state.find.isTyping && inbox.program.state.find.input == "sale")
    try await inbox.press("<c-u>")
    let row = try #require(inbox.program.state.list.window?.rows.last)
    try await click(inbox, at: .row(row.key))
    inbox.expect(selected: row.message.subject)
    // From an open message too.
    try await inbox.press("p l a i n <enter> <enter>").expect(shows: " Message ")
    try await click(inbox, at: .filter)
    #expect(inbox.program.state.find.isTyping && inbox.program.state.focus == .list)
    await inbox.end()
  }

  @Test("SB-3 FE-6 a click selects a fault, another switches it; the wheel moves what is long")
  func faults() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 40)
    try await inbox.press("F")
    try await click(inbox, at: .layerLine(1))
    #expect(inbox.program.state.faults == [] && inbox.program.state.layer == .faults(selected: 1))
    try await click(inbox, at: .layerLine(1))
    try await inbox.wait { $0.faults == [SandboxCommand.faults[1]] }
    try await inbox.press("c <esc> P")
    let before = inbox.text
    inbox.program.receive(.screen(.resized(Size(columns: 60, rows: 10))))
    await inbox.program.idle()
    inbox.program.receive([.mouse(MouseEvent(kind: .wheelDown, button: 0, x: 30, y: 5))])
    await inbox.program.idle()
    guard case .proof(_, let scroll)? = inbox.program.state.layer else {
      Issue.record("no proof:\n\(before)")
      return
    }
    #expect(scroll == 3)
    await inbox.end()
  }

  @Test("SB-2 FE-6 a click selects a campaign, another launches it")
  nonisolated func launch() throws {
    var state = try PresentingFixture.state(120, 40)
    state.presenting = nil
    _ = state.reduce(.keyPressed(.character("L")))
    func click(_ line: Int) throws -> [AppEffect] {
      let mark = try #require(MainView.draw(state, .mono).marks.last { $0.target == .layerLine(line) })
      return state.reduce(
        .keyPressed(.mouse(MouseEvent(kind: .press, button: 1, x: mark.rect.x, y: mark.rect.y))))
    }
    #expect(try click(1) == [] && state.layer == .launch(selected: 1))
    let campaign = try #require(state.profile.campaigns?.byBrand[1])
    #expect(try click(1) == [.askSandbox("launch \(campaign.id)")] && state.layer == nil)
  }

  @Test("FE-6 clicks anywhere, in any size and state, do no harm", arguments: 1...3)
  nonisolated func anywhere(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var state = try StateFixture.inbox(120, 40)
    let keys = try Key.sequence("j k <enter> <esc> E ? b U F i P : 3 ] q u d")
    for _ in 0..<100 {
      let kinds: [MouseEvent.Kind] = [.press, .release, .drag, .wheelUp, .wheelDown]
      let kind = kinds.randomElement(using: &generator) ?? .press
      let key: Key =
        Int.random(in: 0..<4, using: &generator) == 0
        ? keys.randomElement(using: &generator) ?? .enter
        : .mouse(
          MouseEvent(
            kind: kind, button: Int.random(in: 0...3, using: &generator),
            x: Int.random(in: -2...130, using: &generator), y: Int.random(in: -2...45, using: &generator)))
      _ = state.reduce(.keyPressed(key))
      if Int.random(in: 0..<20, using: &generator) == 0 {
        let size = Size(
          columns: Int.random(in: 0...140, using: &generator), rows: Int.random(in: 0...50, using: &generator)
        )
        _ = state.reduce(.screen(.resized(size)))
      }
      _ = state.settle()
      #expect(MainView.draw(state, .standard).size == state.size)
    }
  }
}
