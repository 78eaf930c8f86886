import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// What a layer covers, judged by the picture: by the corners of its box, wherever that stands (EN-1).
struct CoverTests {
  private static let layers = [
    "b", "U", "X", "?", ":", ": x x x", "T", "i", "E <tab> <enter>", "C", "D", "v", "x x d",
  ]

  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
    _ = state.settle()
  }

  private func outline(of frame: Frame) -> Rect? {
    let cells = (0..<frame.size.rows).flatMap { y in (0..<frame.size.columns).map { Point(x: $0, y: y) } }
    func corner(_ glyph: Character) -> Point? {
      cells.first { frame[$0.x, $0.y].cluster == String(glyph) }
    }
    guard let first = corner("╭"), let last = corner("╯") else { return nil }
    return Rect(x: first.x, y: first.y, width: last.x - first.x + 1, height: last.y - first.y + 1)
  }

  /// Many messages, so that every row of the list is one.
  private func inbox(_ columns: Int, _ rows: Int) throws -> AppState {
    var state = try StateFixture.inbox(columns, rows)
    let all = (0..<60).map { ArchivedMessage(message: .numbered(100 - $0), fetched: StateFixture.now) }
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: all, offset: 0, total: 60)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    _ = state.settle()
    return state
  }

  @Test(
    "EN-1 a row under a box, or under a part of it, is covered; every other one on the screen is what it was",
    arguments: StateFixture.sizes + [(100, 24), (80, 30), (200, 60), (64, 20)], [nil, "z", "|", "E"])
  func rows(size: (Int, Int), arrangement: String?) throws {
    var plain = try inbox(size.0, size.1)
    if let arrangement { try press(&plain, arrangement) }
    let before = PaneLayout(plain).visibleRows(plain)
    var (beside, under) = (0, 0)
    for keys in Self.layers {
      var state = plain
      try press(&state, keys)
      let frame = MainView.draw(state, .standard)
      let rows = PaneLayout(state).visibleRows(state)
      guard state.layer != nil else { continue }
      let box = try #require(outline(of: frame), "\(keys)")
      let layout = PaneLayout(state)
      #expect(rows.count == before.count || layout != PaneLayout(plain))
      for row in rows {
        let place = try #require(frame.marks.first { $0.target == .row(row.message) }?.rect)
        // Where a message stands beside the list, the last column is the line between them.
        let own = layout.detail.map { $0.x > place.x } == true ? place.left(place.width - 1) : place
        let isUnder = !own.intersection(box).isEmpty
        #expect((row.visibility == .covered) == isUnder, "\(keys) \(size): \(row.message.id)")
        if isUnder { under += 1 } else { beside += 1 }
      }
    }
    if !before.isEmpty { #expect(under > 0) }
    if size == (80, 24), arrangement == nil { #expect(beside > 0) }
  }

  @Test(
    "EN-1 at 80×24 the badge dialog leaves the first rows in sight, and those that it hides a half of it covers"
  )
  func badge() throws {
    var state = try StateFixture.inbox(80, 24)
    // The list alone.
    try press(&state, "| | |")
    try press(&state, "b")
    #expect(
      PaneLayout(state).visibleRows(state).map(\.visibility) == [.whole, .whole, .covered, .covered])
    // The row that a longer answer reaches as well is covered from then on.
    try press(&state, "<esc> U")
    #expect(PaneLayout(state).visibleRows(state).first?.visibility == .whole)
    try press(&state, "<esc>")
    #expect(PaneLayout(state).visibleRows(state).allSatisfy { $0.visibility == .whole })
  }

  @Test("EN-1 a box beside the list covers nothing of it; to who hears the screen it stands alone")
  func besideAndAlone() throws {
    var state = try inbox(200, 40)
    try press(&state, "X")
    let list = try #require(PaneLayout(state).list)
    let box = try #require(outline(of: MainView.draw(state, .standard)))
    #expect(
      (box.x >= list.maxX) == PaneLayout(state).visibleRows(state).allSatisfy { $0.visibility != .covered })
    state = try StateFixture.inbox(80, 24)
    state.beAccessible()
    _ = state.settle()
    try press(&state, "b")
    #expect(PaneLayout(state).visibleRows(state).allSatisfy { $0.visibility == .covered })
  }

  @Test(
    "EN-1 EN-9 a message that arrives beside an open dialog is displayed, one under it is not until it is closed"
  )
  @MainActor func live() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 80, rows: 24)
    try await inbox.press("b")
    _ = try await inbox.sandbox.launch(id: "later")
    try await inbox.wait { $0.list.total == 5 }
    #expect(inbox.program.state.list.window?.rows.first?.key.id.rawValue == "later")
    #expect(try await inbox.engagements().contains("display later"))
    await inbox.end()
  }
}
