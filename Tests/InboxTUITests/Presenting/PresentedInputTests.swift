import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What is typed before an audience.
struct PresentedInputTests {
  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) + state.settle() }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, state.shownTheme).lines.joined(separator: "\n")
  }

  @Test("FE-6 FE-13 the palette lists nothing that it refuses before an audience")
  func palette() throws {
    var state = try PresentingFixture.state(80, 24)
    func titles(_ state: AppState) -> [String] {
      PaletteEntry.matching(state, "").map { $0.entry.title(in: state) }
    }
    let shown = titles(state)
    state.presenting = nil
    let hidden = Set(titles(state)).subtracting(shown)
    for title in ["user NAME", "compare PERSON", "Copy the message id"] {
      #expect(hidden.contains { $0.hasPrefix(title) } && !shown.contains { $0.hasPrefix(title) }, "\(title)")
    }
  }

  @Test("FE-6 FE-13 nor does the help, whose keys are those that an audience may see")
  func help() throws {
    var state = try PresentingFixture.state(80, 24)
    try press(&state, "?")
    let entries = HelpEntry.matching(state)
    let hidden: [ActionID] = [.faults, .proof, .copyID, .user, .notices, .zoom]
    #expect(!entries.contains { hidden.contains($0.action.id) })
    #expect(entries.contains { $0.action.id == .campaigns } && entries.contains { $0.action.id == .open })
    for word in ["fault", "clock", "sandbox"] {
      #expect(!entries.contains { "\($0.section) \($0.title)".lowercased().contains(word) }, "\(word)")
    }
    // What is counted is what is listed.
    try press(&state, "/ q u i t")
    #expect(text(state).contains(" of \(entries.count) "))
    state = try StateFixture.inbox(80, 24)
    try press(&state, "?")
    #expect(HelpEntry.matching(state).count == ActionRegistry.actions.count)
  }

  @Test("FE-6 FE-14 no key finds text in an outcome of few words, and it says so")
  func outcome() throws {
    var state = try PresentingFixture.state(80, 24)
    state.layer = .outcome(
      LinkTrail(
        LinkRequest("acme://sale/1", from: .commandLine), .customScheme, branch: "route", reason: "r",
        outcome: .deepLink(url: "acme://sale/1")), scroll: 0)
    for key in ["n", "N", "/"] {
      try press(&state, key)
      #expect(state.notice?.text == "There is nothing to find here.", "\(key)")
    }
    state.presenting = nil
    try press(&state, "n")
    #expect(state.notice?.text == "No search is active; / finds text.")
  }

  @Test("FE-6 FE-13 the filter line opened again does not show an id to an audience")
  func filter() throws {
    var state = try PresentingFixture.state(80, 24)
    try press(&state, "/ i d : m 2 <enter> /")
    #expect(state.isTyping && state.find.text == "id:m2" && !text(state).contains("m2"))
    try press(&state, "s")
    #expect(state.find.text == "s")
  }

  @Test("FE-13 nor does the line that a click left open before presenting began")
  func openLine() throws {
    var state = try PresentingFixture.state(100, 30)
    state.presenting = nil
    try press(&state, "/ i d : m 2")
    let pane = try #require(MainView.draw(state, .mono).marks.last { $0.target == .detail }).rect
    let click = MouseEvent(kind: .press, button: 1, x: pane.x, y: pane.y)
    _ = state.reduce(.keyPressed(.mouse(click))) + state.settle()
    #expect(state.focus == .detail)
    try press(&state, "<f5> <esc>")
    #expect(state.presenting != nil && state.find.text == "id:m2" && !text(state).contains("m2"))
  }

  @Test("FE-6 FE-13 the hint line names no key of the list that changes what an audience looks at")
  func hints() throws {
    var state = try PresentingFixture.state(160, 40)
    func hints(_ state: AppState) -> String {
      MainView.draw(state, state.shownTheme).lines.last ?? ""
    }
    #expect(hints(state).contains("d delete"))
    state.keys = KeyMap(changed: [.nextLook: [.character("d")]])
    #expect(hints(state).contains("d look") && !hints(state).contains("d delete"))
    try press(&state, "d")
    #expect(state.presenting?.look != .all)
    // Its other key still deletes.
    state.keys = KeyMap(changed: [.nextLook: [.character("d")], .delete: [.character("d"), .function(8)]])
    #expect(hints(state).contains("d look") && hints(state).contains("F8 delete"))
    #expect(!hints(state).contains("d delete"))
  }

  @Test("FE-6 FE-13 where something is found in a message, the looks take no key of it")
  func found() throws {
    var state = try PresentingFixture.state(160, 40)
    _ = state.reduce(.message(.opened(.numbered(1), state.list.selectedRow)))
    state.keys = KeyMap(changed: [.nextLook: [.character("n")]])
    try press(&state, "/ w o r d s <enter>")
    let look = state.presenting?.look
    #expect(MainView.draw(state, state.shownTheme).lines.last?.contains("n next match") == true)
    try press(&state, "n")
    #expect(state.contextBelow == .found && state.presenting?.look == look)
  }

  @Test("FE-6 FE-13 nor does a notice, the palette or the help, as long as there is an audience")
  func sentences() throws {
    var state = try PresentingFixture.state(160, 40)
    let deleted = AppEvent.marking(.changed(StateFixture.change(.deleted, 1), isUndo: false))
    func notice(_ keys: [Key]) -> String? {
      state.keys = KeyMap(changed: [.nextLook: [.character("u")], .undo: keys])
      _ = state.reduce(deleted)
      return state.notice?.text
    }
    #expect(notice([.character("u"), .function(8)]) == "Deleted · F8 restores it")
    #expect(notice([.character("u")]) == "Deleted · ‘Undo’ restores it")
    for keys in [": u n d o", "? / u n d o"] {
      try press(&state, keys)
      let line = try #require(text(state).split(separator: "\n").first { $0.contains(" Undo ") })
      #expect(!line.contains(" u "), "\(line)")
      state.layer = nil
    }
    state.presenting = nil
    #expect(notice([.character("u")]) == "Deleted · u restores it")
  }

  @Test(
    "FE-6 FE-13 a command that an audience must not see says so, and nothing else",
    arguments: ["c l o c k <space> + 1 h", "u s e r <space> b e n"])
  func refused(keys: String) throws {
    var state = try PresentingFixture.state(80, 24)
    try press(&state, ": \(keys) <enter>")
    #expect(text(state).contains("Not while presenting: it would show identifiers."))
    #expect(!text(state).contains("No matches."))
  }
}
