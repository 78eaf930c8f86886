import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import InboxTUI

/// The card that the demonstration begins with.
struct FirstCardTests {
  private func start(_ columns: Int, _ rows: Int) throws -> AppState {
    var state = try StateFixture.inbox(columns, rows)
    state.profile.hasSandbox = true
    state.profile.campaigns = try PresentingFixture.state(columns, rows).profile.campaigns
    state.showCard()
    return state
  }

  @Test("FE-11 the card, whole at every size", arguments: StateFixture.sizes)
  func frames(columns: Int, rows: Int) throws {
    var state = try start(columns, rows)
    _ = state.settle()
    expectFrame(MainView.draw(state, .standard), named: "card-\(columns)x\(rows)")
  }

  @Test(
    "FE-6 FE-11 the card offers nothing that has no key, and has room for the name of one",
    arguments: [80, 40])
  func movedKeys(columns: Int) throws {
    var state = try start(columns, columns == 80 ? 24 : 12)
    state.keys = KeyMap.made(of: [.init(.campaigns, []), .init(.proof, [.function(9)])]).map
    _ = state.settle()
    let shown = MainView.draw(state, .standard).lines.joined(separator: "\n")
    #expect(!shown.contains("launch") && !shown.contains("‘"), "\(shown)")
    #expect(shown.contains("F9 "), "\(shown)")
  }

  @Test("FE-5 FE-11 with ASCII only, a key's name that takes more columns there cuts no sentence of the card")
  func ascii() throws {
    for columns in 44...56 {
      var state = try start(columns, 24)
      state.profile.repertoire = .ascii
      state.keys = KeyMap.made(of: [.init(.open, ["€"]), .init(.followLink, ["€"])]).map
      _ = state.settle()
      let lines = MainView.draw(state, .standard).lines
      #expect(
        lines.contains { $0.contains("EUR opens") } && lines.contains { $0.contains("link.") }, "\(lines)")
    }
  }

  @Test("EN-1 FE-11 under the card nothing is displayed; when it is gone, all that the list shows is")
  func displays() throws {
    var state = try start(80, 24)
    _ = state.settle()
    #expect(PaneLayout(state).visibleRows(state) == [])
    let effects = state.reduce(.keyPressed(.character(" "))) + state.settle()
    let rows = try #require(state.snapshot?.session).id
    let whole = (1...4).map { VisibleRow(.numbered($0), .whole) }
    #expect(effects.contains(.setVisibleRows(whole, session: rows)) && effects.contains(.rememberCard))
    #expect(state.layer == nil && state.settle() == [])
  }

  @Test("FE-10 no timer for the ages of rows while the card covers them: nothing that is seen changes")
  func timer() throws {
    var state = try start(80, 24)
    _ = state.settle()
    #expect(MainView.nextLabelChange(state) == nil)
    _ = state.reduce(.keyPressed(.character(" ")))
    _ = state.settle()
    #expect(MainView.nextLabelChange(state) != nil)
  }

  @Test(
    "FE-11 a key that the card names does what it says, another only closes it",
    arguments: [
      ("L", ActionContext.launch), ("P", .proof), ("?", .help), ("<enter>", .list), ("q", .list),
      ("d", .list),
      ("<esc>", .list), ("<c-g>", .list),
    ])
  func keys(key: String, context: ActionContext) throws {
    var state = try start(80, 24)
    let effects = try Key.sequence(key).flatMap { state.reduce(.keyPressed($0)) } + state.settle()
    #expect(state.context == context && effects.contains(.rememberCard))
    #expect(!effects.contains(.quit) && !effects.contains { if case .open = $0 { true } else { false } })
    #expect(state.changes.undoable.isEmpty)
  }

  @Test("FE-11 E, F5 and Q are done from the card, and a click anywhere closes it")
  func others() throws {
    var state = try start(80, 24)
    _ = state.reduce(.keyPressed(.character("E")))
    #expect(state.events.mode == .strip && state.layer == nil)
    state = try start(80, 24)
    _ = state.reduce(.keyPressed(.function(5)))
    #expect(state.presenting != nil && state.layer == nil)
    state = try start(80, 24)
    #expect(state.reduce(.keyPressed(.character("Q"))) == [.quit])
    for y in [1, 10, 20] {
      state = try start(80, 24)
      _ = state.reduce(.keyPressed(.mouse(MouseEvent(kind: .press, button: 1, x: 20, y: y))))
      #expect(state.layer == nil && state.settle().contains(.rememberCard))
    }
  }

  @Test("FE-3 FE-11 EN-1 a run that begins with the card: nothing displayed before a key, and it replays")
  @MainActor
  func whole() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, begin: { $0.showCard() })
    inbox.expect(shows: "The demonstration", "any key closes this").expect(hides: "A plain word")
    #expect(try await inbox.engagements().isEmpty)
    try await inbox.press("j").expect(shows: "A plain word").expect(selected: "A plain word")
    #expect(try await inbox.engagements().contains("display plain"))
    await inbox.end()
    var player = try ReplayPlayer(inbox.recording())
    for position in 0..<player.count {
      player.show(position)
      #expect(player.picture.isSame, "picture \(position + 1)")
    }
    #expect(player.flaws == [])
  }
}
