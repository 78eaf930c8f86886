import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// The help as a list, and why what cannot be done cannot be done.
struct HelpTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    let effects = try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
    return effects + state.settle()
  }

  private func text(_ state: AppState) -> String { MainView.draw(state, .mono).lines.joined(separator: "\n") }

  @Test("FE-6 a named key is shown as people call it, and written in its notation")
  func labels() throws {
    for name in ["<s-tab>", "<bs>", "<del>", "<ins>", "<enter>", "<space>", "<pgup>", "<up>", "<f5>"] {
      let key = try #require(try Key.sequence(name).first)
      #expect(!key.label.contains("<") && key.notation == name)
    }
  }

  @Test("FE-6 the help is narrowed in place by key, title or id, and Enter runs what is selected")
  func filters() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "? /")
    #expect(state.context == .narrow && MainView.draw(state, .mono).cursor != nil)
    _ = try press(&state, "m e s s a g e . d e l e t e")
    #expect(
      text(state).contains("Keys 1/1 of \(ActionRegistry.actions.count)")
        && text(state).contains("Delete (on this device"))
    let effects = try press(&state, "<enter>")
    #expect(
      state.layer == nil
        && effects.contains { if case .change(let change, _) = $0 { change.kind == .deleted } else { false } }
    )
    // A key written whole comes first, however many texts have that letter.
    _ = try press(&state, "? / R")
    #expect(HelpEntry.matching(state).first?.action.id == .refreshAll)
    // Letters are typed, arrows select; Esc drops the filter, then the help.
    _ = try press(&state, "<bs> j <down> <down> <up>")
    #expect(
      state.layer.map {
        if case .help(let help) = $0 { help.selected == 1 && state.layerNarrowing.text == "j" } else { false }
      } == true)
    _ = try press(&state, "<esc>")
    #expect(state.context == .help)
    _ = try press(&state, "/ q q q q <enter>")
    #expect(text(state).contains("No matches.") && state.notice?.level == .warning)
    _ = try press(&state, "<esc> <esc>")
    #expect(state.layer == nil)
  }

  @Test("VE-8 FE-6 read-only, the keys do not say that they count as an open or a click, nor does what waits")
  func readOnly() throws {
    let counting: [ActionID] = [.open, .openNext, .openPrevious, .followLink]
    var state = try StateFixture.inbox(80, 24)
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    func titles(_ state: AppState) -> [String] { counting.map { ActionRegistry[$0].title(in: state) } }
    #expect(titles(state).allSatisfy { $0.contains("counts as a") })
    state.profile.isReadOnly = true
    #expect(
      titles(state) == [
        "Open (read-only: no open is reported)", "Open next (read-only: no open is reported)",
        "Open previous (read-only: no open is reported)", "Classify the selected link: nothing is sent",
      ])
    _ = try press(&state, "<enter>")
    #expect(state.waitText()?.hasPrefix("Classifying the link: nothing is sent…") == true)
  }

  @Test(
    "VE-8 FE-6 read-only, badge, faults and campaigns say so where they open, and hint at no key that refuses",
    arguments: ["b", "F", "L"], [Size(columns: 100, rows: 30), Size(columns: 40, rows: 12)])
  func readOnlyBoxes(key: String, size: Size) throws {
    var state = try StateFixture.inbox(size.columns, size.rows)
    (state.profile.hasSandbox, state.profile.isReadOnly) = (true, true)
    state.profile.campaigns = CampaignFacts([
      .init(id: "m1", center: .primary, brand: "Acme", subject: "Spring sale", isPushed: true)
    ])
    _ = try press(&state, key)
    let lines = MainView.draw(state, .mono).lines
    let words = lines.joined(separator: " ").split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
    #expect(words.contains("Read-only: nothing is changed on a server."), "\(lines)")
    #expect(lines.last?.contains("Enter") == false, "\(lines)")
    #expect(state.reduce(.keyPressed(.enter)) == [])
    #expect(state.layer != nil && state.notice?.text == "Read-only: nothing is changed on a server.")
  }

  @Test(
    "FE-6 what can be done here stands first, what cannot says why, and choosing it says so and keeps the help"
  )
  func reasons() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "?")
    let entries = HelpEntry.matching(state)
    let ranks = entries.map { $0.isElsewhere ? 2 : $0.why == nil ? 0 : 1 }
    #expect(ranks == ranks.sorted() && entries.count == ActionRegistry.actions.count)
    #expect(text(state).contains("Messages") && entries[0].section == "Messages")
    _ = try press(&state, "/ u n d o")
    #expect(text(state).contains("Not available now") && text(state).contains("Nothing to undo."))
    _ = try press(&state, "<enter>")
    #expect(
      state.context == .narrow
        && state.notice?.text == "Nothing to undo.")
    _ = try press(&state, "<c-u> l i n k . b r o w s e <enter>")
    #expect(state.notice?.text == "Only in: link outcome.")
    // What needs to know more asks in the palette.
    _ = try press(&state, "<c-u> t a b . n u m b e r <enter>")
    #expect(text(state).contains("center NAME, or its number"))
    _ = try press(&state, "o r d <enter>")
    #expect(state.center == CenterName("Orders") && state.layer == nil)
  }

  @Test(
    "FE-6 every row that the filter leaves shows what was typed",
    arguments: ["list", "event", "pane", "tab.", "presenting"])
  func honest(_ word: String) throws {
    var state = try StateFixture.inbox(120, 40)
    _ = try press(&state, "? / " + word.map(String.init).joined(separator: " "))
    let entries = HelpEntry.matching(state)
    #expect(!entries.isEmpty)
    for entry in entries {
      #expect("\(entry.keys) \(entry.title)".lowercased().contains(word), "\(entry.title)")
    }
  }

  @Test("FE-6 with one center the keys between centers say so, and no hint names them")
  func oneCenter() throws {
    for (centers, isNamed) in [(["Offers"], true), ([], false)] as [([String], Bool)] {
      var state = try StateFixture.inbox(120, 40, centers: centers)
      #expect(MainView.draw(state, .mono).lines.last?.contains("] center") == isNamed)
      for key in ["]", "["] {
        _ = try press(&state, key)
        #expect((state.notice?.text == "This profile has only this center.") == !isNamed)
      }
      #expect(state.center == .primary)
    }
  }

  @Test("FE-6 a click on a line of the help runs it")
  func click() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "? / b a d g e . d i a l o g")
    let mark = try #require(
      MainView.draw(state, .mono).marks.last { if case .layerLine = $0.target { true } else { false } })
    _ = state.reduce(
      .keyPressed(.mouse(MouseEvent(kind: .press, button: 1, x: mark.rect.x + 3, y: mark.rect.y))))
    #expect(state.context == .badge)
  }

  @Test("FE-6 every action in every place and state does something or says why not")
  func everyReason() throws {
    for (name, state) in try Self.states() {
      for action in ActionRegistry.actions where action.contexts.contains(state.context) {
        var after = state
        after.notice = nil
        // A key may do nothing where a line takes it first, and at the ends of what scrolls.
        guard
          let key = state.keys.keys(of: action.binding, in: state.context).first(where: {
            !Self.isTyped($0, state)
          })
        else { continue }
        var before = after
        before.notice = nil
        let effects = after.reduce(.keyPressed(key))
        let isTold = after.notice != nil
        if action.whyDisabled(state) != nil {
          #expect(isTold && effects.isEmpty, "\(name): \(action.id.rawValue)")
        } else if !Self.mayRest(action.id, state) {
          #expect(
            isTold || !effects.isEmpty || after != before, "\(name): \(action.id.rawValue) does nothing")
        }
      }
    }
  }

  private static func isTyped(_ key: Key, _ state: AppState) -> Bool {
    guard state.context.isTextField else { return false }
    var after = state
    return after.typed(key) != nil
  }

  /// What is at its end already, or shows only what is shown already.
  private static func mayRest(_ id: ActionID, _ state: AppState) -> Bool {
    let moving: [ActionID] = [
      .down, .up, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .top, .bottom, .tabNumber, .nextDomain,
      .previousDomain, .keep, .laterFilter, .earlierFilter,
    ]
    return moving.contains(id)
  }

  private static func states() throws -> [(String, AppState)] {
    let whole = try StateFixture.inbox(120, 40)
    var empty = whole
    _ = empty.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: [], offset: 0, total: 0),
          request: empty.list.request)))
    _ = empty.settle()
    var open = whole
    if let row = open.list.selectedRow { _ = open.reduce(.message(.opened(row.key, row))) }
    _ = open.settle()
    open.links.resolving = nil
    var captured = whole
    captured.profile.capturedFrom = "a.json"
    var states = [("list", whole), ("empty", empty), ("message", open), ("captured", captured)]
    for keys in ["?", "? /", "b", "U", "X", "i", ":", "P", "T", "/", "E E", "V", "x"] {
      var state = whole
      for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
      _ = state.settle()
      states.append((keys, state))
    }
    return states
  }
}
