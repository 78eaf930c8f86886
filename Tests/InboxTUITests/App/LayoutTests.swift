import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

/// The panes: how they share the screen, and that nothing breaks at any size (FE-5).
struct LayoutTests {
  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
    _ = state.settle()
  }

  /// The inbox with a message open.
  private func reading(_ columns: Int, _ rows: Int) throws -> AppState {
    var state = try StateFixture.inbox(columns, rows)
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    return state
  }

  @Test("FE-5 z gives the pane with the keys the whole screen, and gives it back")
  func zoom() throws {
    var state = try StateFixture.inbox(120, 40)
    let before = PaneLayout(state)
    try press(&state, "z")
    var layout = PaneLayout(state)
    #expect(layout.detail == nil && layout.list?.width == 120)
    try press(&state, "<tab>")
    layout = PaneLayout(state)
    #expect(state.focus == .detail && layout.list == nil && layout.detail?.width == 120)
    // Read with ease: not over the whole width, and in the middle.
    let text = try #require(layout.detailText)
    #expect(text.width == 96 && text.x == 12)
    // What is hidden is not displayed (EN-1).
    #expect(layout.visibleRows(state) == [])
    // The strip is a pane like the others.
    try press(&state, "E")
    #expect(state.focus == .events && PaneLayout(state).events?.height == 37)
    try press(&state, "E")
    #expect(state.events.mode == .hidden && state.panes.isZoomed && PaneLayout(state).events == nil)
    try press(&state, "z E <tab> <tab> z")
    #expect(state.events.mode == .strip && PaneLayout(state).events?.height == 37)
    try press(&state, "E E z")
    #expect(PaneLayout(state).list == before.list && PaneLayout(state).detail == before.detail)
  }

  @Test("MC-10 a message that is read stays when it leaves the list, also while the events have the keys")
  func readBesideEvents() throws {
    for keys in ["E <tab>", "E E"] {
      var state = try reading(120, 40)
      try press(&state, keys)
      try #require(state.focus == .events)
      let rows = try #require(state.list.window?.rows)
      let window = ListWindow(
        identity: .user("maria"), center: .primary, rows: Array(rows.dropFirst()), offset: 0,
        total: rows.count - 1)
      _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
      _ = state.settle()
      try press(&state, "<esc>")
      #expect(state.focus == .detail && state.detail?.row.key == rows[0].key, "\(keys)")
      #expect(state.detail?.isOpen == true, "\(keys)")
    }
    // The step that hides the events gives the keys back to the message.
    var state = try reading(120, 40)
    try press(&state, "E <tab> E E")
    #expect(state.events.mode == .hidden && state.focus == .detail)
  }

  @Test(
    "FE-5 VE-5 EN-3 Tab leaves an open message that has the screen to itself, and not one beside the list")
  func tabFromMessage() throws {
    var state = try reading(80, 18)
    state.profile.capabilities.closes = true
    state.profile.sessionEndsOnOpen = true
    state.snapshot?.session = nil
    let key = try #require(state.detail?.row.key)
    #expect(!state.settle().contains(.appear))
    let effects = state.reduce(.keyPressed(.tab)) + state.settle()
    #expect(effects.contains(.close(key)) && effects.contains(.appear))
    #expect(state.focus == .list && state.detail?.isOpen == false)
    try press(&state, "E <tab> <esc>")
    #expect(state.focus == .list)
    // Over the events as well.
    state = try reading(80, 18)
    try press(&state, "E <tab> <tab>")
    #expect(state.focus == .list && state.detail?.isOpen == false)
    // Beside the events it stays in view, while they have the keys.
    state = try reading(80, 24)
    try press(&state, "E <tab>")
    let layout = PaneLayout(state)
    #expect(state.focus == .events && layout.detail != nil && layout.list == nil)
    try press(&state, "<tab>")
    #expect(state.focus == .list && state.detail?.isOpen == false)
    state = try reading(120, 40)
    try press(&state, "<tab>")
    #expect(state.focus == .list && state.detail?.isOpen == true)
  }

  @Test("FE-5 FE-6 . gives the hint line's row to the panes, and back", arguments: [(120, 40), (40, 12)])
  func hints(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    let before = PaneLayout(state)
    #expect(try #require(MainView.draw(state, .standard).lines.last).contains("? help"))
    try press(&state, ".")
    #expect(state.notice?.text == "Hints hidden; . shows them, ? all keys.")
    state.notice = nil
    let (layout, last) = (PaneLayout(state), try #require(MainView.draw(state, .standard).lines.last))
    #expect(layout.status.y == rows - 1 && layout.hints.height == 0)
    #expect(last.contains("acme · maria") && !last.contains("? help"))
    let lower = [before, layout].map { max($0.list?.maxY ?? 0, $0.detail?.maxY ?? 0) }
    #expect(lower[1] == lower[0] + 1)
    // A long notice is cut, as it has no second line.
    state.notify(String(repeating: "word ", count: 60))
    #expect(MainView.draw(state, .standard).lines.count == rows)
    // A recording that begins without them is replayed without them; an earlier one has them.
    let start = try JSONEncoder().encode(FrontStart(state))
    #expect(try JSONDecoder().decode(FrontStart.self, from: start).hidesHints)
    let earlier = String(decoding: start, as: UTF8.self).replacing("\"hidesHints\"", with: "\"later\"")
    #expect(try !JSONDecoder().decode(FrontStart.self, from: Data(earlier.utf8)).hidesHints)
    try press(&state, ".")
    #expect(PaneLayout(state) == before)
  }

  @Test("FE-8 SB-3 a fault is named where that leaves a notice its room, and counted elsewhere")
  func faultMark() throws {
    for (columns, mark) in [(40, "1 fault"), (60, "1 fault"), (80, "fault: messages 503 retry-after 5")] {
      var state = try StateFixture.inbox(columns, 24)
      state.faults = ["messages 503 retry-after 5"]
      state.notify("The back end responded with status 503. Try again.", .error)
      let lines = MainView.draw(state, .standard).lines
      #expect(lines[22].hasSuffix(mark), "\(lines[22])")
      #expect(lines.suffix(2).joined(separator: " ").contains("again."), "\(lines.suffix(2))")
    }
  }

  @Test("FE-5 a division for which there is no room says so")
  func noRoom() throws {
    var state = try StateFixture.inbox(40, 12)
    try press(&state, "|")
    #expect(state.notice?.text == "Panes: side by side, where there is room")
    try press(&state, "|")
    #expect(state.notice?.text == "Panes: one above the other")
  }

  @Test("FE-5 the screen is divided by its size, or as the person wants it where there is room")
  func split() throws {
    var state = try StateFixture.inbox(80, 40)
    #expect(PaneLayout(state).detail?.width == 80)
    try press(&state, "|")
    #expect(state.notice?.text == "Panes: side by side")
    #expect(PaneLayout(state).list?.width == 38 && PaneLayout(state).detail?.width == 42)
    try press(&state, "|")
    #expect(PaneLayout(state).list?.width == 80 && PaneLayout(state).detail?.width == 80)
    try press(&state, "|")
    #expect(PaneLayout(state).detail == nil)
    try press(&state, "+")
    #expect(state.notice?.text == "This pane already has the whole screen.")
    try press(&state, "|")
    #expect(state.notice?.text == "Panes: by the screen's size")
    // Too little room for what is wanted: still one after the other.
    state.panes.split = .beside
    state.size = Size(columns: 50, rows: 18)
    _ = state.settle()
    #expect(PaneLayout(state).detail == nil)
  }

  @Test("FE-5 a pane is given room step by step, within limits", arguments: [(120, 40), (80, 40), (160, 60)])
  func shares(columns: Int, rows: Int) throws {
    func area(_ layout: PaneLayout) -> Int { layout.list.map { $0.width * $0.height } ?? 0 }
    var state = try StateFixture.inbox(columns, rows)
    let before = area(PaneLayout(state))
    try press(&state, "+")
    #expect(area(PaneLayout(state)) > before)
    try press(&state, "- -")
    #expect(area(PaneLayout(state)) < before || PaneLayout(state).list?.width == 38)
    try press(&state, String(repeating: "+ ", count: 40))
    let most = PaneLayout(state)
    #expect(try #require(most.detail).width >= 20 && most.detail?.height ?? 0 >= 3)
    try press(&state, String(repeating: "- ", count: 80))
    #expect(try #require(PaneLayout(state).list).width >= 20)
    try press(&state, "E <tab> <tab>")
    #expect(state.focus == .events)
    let strip = try #require(PaneLayout(state).events).height
    try press(&state, "+ +")
    #expect(try #require(PaneLayout(state).events).height > strip)
  }

  @Test("FE-5 a list or a message alone above the event strip takes from the strip, and gives it room")
  func strip() throws {
    for isReading in [false, true] {
      var state = try isReading ? reading(80, 24) : StateFixture.inbox(80, 24)
      try press(&state, "E")
      let before = try #require(PaneLayout(state).events)
      try press(&state, "+")
      #expect(try state.notice == nil && #require(PaneLayout(state).events).height < before.height)
      try press(&state, "- -")
      #expect(try #require(PaneLayout(state).events).height > before.height)
    }
  }

  @Test("FE-5 a step that no one would see is none: as many back are as many forth, and the end is reported")
  func unseenSteps() throws {
    for (columns, rows) in [(100, 30), (60, 33), (80, 24)] {
      var state = try StateFixture.inbox(columns, rows)
      guard PaneLayout(state).detail != nil else { continue }
      try press(&state, "- - - - - - - - - - - - - -")
      let least = PaneLayout(state)
      #expect(state.notice?.text == "This pane cannot shrink further.")
      try press(&state, "+")
      #expect(PaneLayout(state) != least && state.notice == nil)
      try press(&state, "-")
      #expect(PaneLayout(state) == least)
    }
    // Where a step is less than a line it goes on to the first that is seen.
    var state = try StateFixture.inbox(80, 14)
    state.panes.split = .stacked
    let before = PaneLayout(state)
    try press(&state, "+")
    #expect(PaneLayout(state) != before)
  }

  @Test("FE-6 J and K open the message after and before while reading: each is an open of its own")
  func neighbours() throws {
    var state = try reading(100, 30)
    let rows = try #require(state.list.window?.rows)
    let effects = state.reduce(.keyPressed(.character("J")))
    #expect(effects.contains(.open(rows[1].key)))
    _ = state.reduce(.message(.opened(rows[1].key, rows[1])))
    _ = state.settle()
    #expect(state.focus == .detail && state.detail?.row.key == rows[1].key)
    let back = state.reduce(.keyPressed(.character("K")))
    #expect(back.contains(.open(rows[0].key)))
    _ = state.reduce(.message(.opened(rows[0].key, rows[0])))
    #expect(state.reduce(.keyPressed(.character("K"))) == [])
    #expect(state.notice?.text == "This is the first message.")
  }

  @Test(
    "FE-5 every size from 0×0 to 300×100, in every state: a whole frame, and nothing stands over anything")
  func everySize() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let keys = try Key.sequence("z | + - E <tab> <enter> j G ? : <esc> / i P T b U F y V x")
    var sizes = (0...12).flatMap { x in (0...9).map { Size(columns: x, rows: $0) } }
    for _ in 0..<250 {
      sizes.append(
        Size(columns: Int.random(in: 0...300, using: &random), rows: Int.random(in: 0...100, using: &random)))
    }
    sizes.append(Size(columns: 300, rows: 100))
    var state = try StateFixture.inbox(100, 30)
    for size in sizes {
      _ = state.reduce(.screen(.resized(size)))
      for _ in 0..<3 {
        let key = try #require(keys.randomElement(using: &random))
        if case .open(let opened)? = state.reduce(.keyPressed(key)).first {
          _ = state.reduce(.message(.opened(opened, state.list.selectedRow)))
        }
      }
      _ = state.settle()
      let layout = PaneLayout(state)
      let frame = MainView.draw(state, .standard)
      #expect(frame.size == size, "seed \(seed)")
      let panes = [
        layout.brand, layout.tabs, layout.list, layout.detail, layout.events, layout.status, layout.hints,
      ]
      .compactMap { $0 }.filter { !$0.isEmpty }
      guard !PaneLayout.isTooSmall(size) else { continue }
      for (index, pane) in panes.enumerated() {
        #expect(Rect(size).intersection(pane) == pane, "seed \(seed), \(size): \(pane)")
        for other in panes[(index + 1)...] {
          #expect(pane.intersection(other).isEmpty, "seed \(seed), \(size): \(pane) and \(other)")
        }
      }
      if let list = layout.listRows, state.layer == nil, let index = state.list.selectedIndex, list.height > 1
      {
        #expect(
          (state.list.top..<state.list.top + max(1, layout.wholeRows)).contains(index),
          "seed \(seed), \(size): the selection is out of sight")
      }
    }
  }
}
