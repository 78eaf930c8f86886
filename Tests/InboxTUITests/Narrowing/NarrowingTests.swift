import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What `/` does in lists, pages and panes.
struct NarrowingTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    let effects = try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
    return effects + state.settle()
  }

  private func text(_ state: AppState) -> String { MainView.draw(state, .mono).lines.joined(separator: "\n") }

  /// The lines of the page on top.
  private func page(_ state: AppState) throws -> String {
    let page = try #require(state.layer?.content as? any TextLayer)
    return page.shown(state, width: 76).map(\.text).joined(separator: "\n")
  }

  @Test(
    "FE-14 a phrase is found across the end of a line, and inside a word that is broken, not across paragraphs"
  )
  func acrossLines() {
    let words = "Two seats in the front row · https://brand.example/a/very/long/address/of/a/page"
    let lines =
      RichLayout.wrap([.init(words)], 24, first: "• ", rest: "  ") + [DetailLine()]
      + RichLayout.wrap([.init("Next one")], 24, first: "", rest: "")
    func found(_ text: String) -> (lines: [Int], marked: String) {
      var narrowing = Narrowing()
      narrowing.line = LineEditor(text)
      let marked = NarrowedLines.text(lines, narrowing).flatMap(\.runs).filter {
        $0.attributes.contains(.reverse)
      }
      return (NarrowedLines.matches(lines, narrowing), marked.map(\.text).joined(separator: "|"))
    }
    #expect(lines.count > 5, "\(lines.map(\.text))")
    #expect(found("the FRONT row") == ([0], "the front|row"))
    #expect(found("brand.example/a/very/long").marked.filter { $0 != "|" } == "brand.example/a/very/long")
    #expect(found("page next").lines == [] && found("frontrow").lines == [])
  }

  @Test("FE-14 / narrows or finds in every place where lines are shown, and letters go into its line there")
  func everywhere() {
    let pages = ActionContext.allCases.filter { context in
      // A question is read, and nothing is searched for in it.
      ActionRegistry[.down].contexts.contains(context)
        && ![.list, .narrow, .disabling, .deleting].contains(context)
    }
    #expect(pages.count > 12)
    for context in pages {
      #expect(ActionRegistry[.narrow].applies(in: context), "\(context.title)")
    }
  }

  @Test("FE-14 / narrows the notices and the lens, and finds in the lens' reason")
  func noticesAndLens() throws {
    var state = try StateFixture.inbox(80, 24)
    state.notify("Primary: 2 new")
    state.notify("Badge set to 4.")
    _ = try press(&state, "H / b a d g e")
    #expect(text(state).contains("Badge set to 4.") && !text(state).contains("2 new"))
    let list = (state.list, state.marks)
    #expect(try press(&state, "<c-u> q d x Q") == [] && state.context == .narrow)
    #expect(state.list == list.0 && state.marks == list.1 && text(state).contains("/qdxQ"))
    _ = try press(&state, "<esc> <esc> C")
    var log = [InboxGesture(.sessionBegan, at: StateFixture.now, by: .user("maria"), session: 1)]
    for id in ["alpha", "beta"] {
      log.append(
        InboxGesture(
          .shown, at: StateFixture.now, by: .user("maria"), session: 1,
          message: MessageKey(center: .primary, id: MessageID(id))))
    }
    _ = state.reduce(.lens(.lensCounted(LensReport(GestureLog(log)))))
    _ = try press(&state, "/ b e t a <enter>")
    #expect(text(state).contains("Message: beta") && !text(state).contains("alpha "))
    _ = try press(&state, "<enter> / r u l e s")
    #expect(state.context == .narrow)
    _ = try press(&state, "<c-u> m e s s a g e : <space> b e t a <enter>")
    #expect(text(state).contains("Lens: why") && text(state).contains("1 of 1"))
    // The table behind it is narrowed as it was, and so it is behind the help.
    _ = try press(&state, "n <esc> <esc>")
    #expect(state.context == .lens && text(state).contains("/beta") && !text(state).contains("alpha "))
    _ = try press(&state, "? / q u i t <esc> <esc>")
    #expect(state.context == .lens && text(state).contains("/beta") && !text(state).contains("alpha "))
    // Another reason has nothing of what was found in the one before.
    _ = try press(&state, "<enter> / r u l e s <enter> <enter> <enter>")
    #expect(state.context == .reason && state.layerNarrowing.isEmpty)
    _ = try press(&state, "<esc> <esc>")
    #expect(state.context == .lens && text(state).contains("alpha"))
    _ = try press(&state, "/ z z")
    #expect(text(state).contains("No matches."))
  }

  private static let pickers: [ActionContext] = [.themes, .launch, .faults]

  private func open(_ picker: ActionContext) throws -> AppState {
    var state = try StateFixture.inbox(80, 24)
    state.profile.hasSandbox = true
    state.profile.campaigns = CampaignFacts(
      ["Alpha", "Beta", "Gamma"].map {
        CampaignFacts.Campaign(id: $0, center: .primary, brand: "Acme", subject: $0, isPushed: true)
      })
    switch picker {
    case .launch: _ = try press(&state, "L")
    case .faults: _ = try press(&state, "F")
    default:
      _ = try press(&state, "T")
      _ = state.reduce(.theme(.themesListed([ThemeChoice(.standard), ThemeChoice(.mono)])))
    }
    try #require(state.context == picker)
    return state
  }

  @Test(
    "FE-14 no letter leaves a picker, so none of a name runs a command of what lies below", arguments: pickers
  )
  func letters(_ picker: ActionContext) throws {
    for scalar in (0x21...0x7E).compactMap(UnicodeScalar.init) {
      var state = try open(picker)
      let before = (state.list, state.marks)
      let effects =
        state.reduce(.keyPressed(.character(Character(scalar)))) + state.reduce(.keyPressed(.character("d")))
        + state.reduce(.keyPressed(.character("x")))
      #expect(state.layer != nil && !effects.contains(.quit), "\(scalar)")
      #expect(state.list == before.0 && state.marks == before.1, "\(scalar)")
      #expect(!effects.contains { if case .change = $0 { true } else { false } }, "\(scalar)")
    }
  }

  @Test("FE-14 with another key for back, Esc leaves a picker and the hints name it", arguments: pickers)
  func wayOut(_ picker: ActionContext) throws {
    var state = try open(picker)
    state.keys = KeyMap.made(of: [.init(.back, [.character("b")])]).map
    _ = try press(&state, "b q h")
    #expect(state.context == picker)
    for columns in [120, 40] {
      state.size = Size(columns: columns, rows: 24)
      _ = state.settle()
      #expect(MainView.draw(state, .mono).lines.last?.contains("Esc back") == true, "\(columns)")
    }
    _ = try press(&state, "<esc>")
    #expect(state.layer == nil)
  }

  @Test("FE-14 the help over a picker names the keys that do something there", arguments: pickers)
  func helpOverPicker(_ picker: ActionContext) throws {
    var state = try open(picker)
    _ = try press(&state, "?")
    let keys = Dictionary(
      uniqueKeysWithValues: HelpEntry.matching(state).map { ($0.action.id, $0.keys) })
    #expect(keys[.back] == "Esc ←" && keys[.quit] == "" && keys[.quitNow] == "^C")
    #expect(keys[.rowNumber] == "1…9" && keys[.down] == "j ↓" && keys[.delete] == "d")
    _ = try press(&state, "<esc> <esc> ?")
    let below = Dictionary(
      uniqueKeysWithValues: HelpEntry.matching(state).map { ($0.action.id, $0.keys) })
    #expect(below[.quit] == "q" && below[.quitNow] == "Q ^C")
    // A line that is typed into takes the letters of every action.
    state.layer = nil
    _ = try press(&state, ": <f1>")
    let typing = HelpEntry.matching(state).first { $0.action.id == .quit }
    #expect(typing?.keys == "" && typing?.isElsewhere == false)
    #expect(HelpEntry.matching(state).first { $0.action.id == .runCommand }?.keys == "Enter")
  }

  @Test(
    "FE-14 typing narrows a picker, q and Q and h too, and Enter chooses what is selected", arguments: pickers
  )
  func picker(_ picker: ActionContext) throws {
    var state = try open(picker)
    _ = try press(&state, "/ q Q h <space> d")
    #expect(state.context == .narrow && state.layer != nil && text(state).contains("/qQh d"))
    #expect(text(state).contains("No matches."))
    #expect(try press(&state, "<enter>") == [] && state.notice?.text == "No matches.")
    // Esc clears, and once more closes.
    _ = try press(&state, "<esc>")
    #expect(state.context == picker)
    switch picker {
    case .launch:
      #expect(try press(&state, "/ g a m m a <enter>").contains(.askSandbox("launch Gamma")))
    case .faults:
      #expect(
        try press(&state, "/ b a d g e <space> o f f <enter>").contains(.askSandbox("fault badge offline")))
    default:
      #expect(try press(&state, "/ m o n o <enter>").contains(.saveTheme(Theme.mono.name)))
    }
  }

  @Test("FE-14 / narrows the events, on top of their kind, and the pane says which key clears it")
  func events() throws {
    var state = try StateFixture.inbox(120, 40)
    for number in 1...3 {
      _ = state.reduce(
        .coreUpdated(
          .journal([
            JournalEntry(
              number: number, time: StateFixture.now, kind: .display(.sent), message: .numbered(number),
              why: "acknowledged in session \(number)")
          ])))
    }
    _ = try press(&state, "E E")
    #expect(state.events.lines.count == 3)
    // Two keys that do two things have two words.
    let hints = MainView.draw(state, .mono).lines.last
    #expect(hints?.contains("/ filter") == true && hints?.contains("f kind") == true)
    _ = try press(&state, "/ m 2 <space> A C K")
    #expect(state.events.lines.count == 1 && text(state).contains("Events /m2 ACK"))
    _ = try press(&state, "z z")
    #expect(state.events.lines.isEmpty && text(state).contains("No events match /m2 ACKzz; Esc clears it."))
    _ = try press(&state, "<bs> <bs> <enter> <esc>")
    #expect(state.events.lines.count == 3 && state.focus == .events)
    _ = try press(&state, "<esc>")
    #expect(state.focus == .list)
  }

  @Test("FE-14 / finds in a message: n and N go from match to match, and select links again after Esc")
  func message() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "<enter>")
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    try #require(state.context == .detail)
    _ = try press(&state, "/ W O R D S")
    #expect(state.context == .narrow && text(state).contains("1 of 1"))
    _ = try press(&state, "<c-u> e <enter>")
    #expect(state.context == .found)
    let count = try #require(state.matches?.lines.count)
    #expect(count > 1)
    let first = state.detail?.narrowing.match
    let link = state.detail?.link
    _ = try press(&state, "n")
    #expect(state.detail?.link == link && state.detail?.narrowing.match == ((first ?? 0) + 1) % count)
    _ = try press(&state, "N N")
    #expect(state.detail?.narrowing.match == ((first ?? 0) + count - 1) % count)
    #expect(MainView.draw(state, .mono).lines.last?.contains("n next match") == true)
    _ = try press(&state, "<esc> n")
    #expect(state.context == .detail && state.detail?.link == 1)
  }

  @Test("FE-14 a center's history is narrowed to the messages that match, whole")
  func history() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "i")
    let rows = try #require(state.list.window?.rows)
    let gone = rows.map { GoneMessage(row: $0, removal: Removal(.cap, StateFixture.now)) }
    _ = state.reduce(.center(.goneLoaded(state.center, gone)))
    _ = try press(&state, "/ o r d e r")
    let lines = try page(state)
    #expect(lines.contains("Your order is on its way") && lines.contains("pushed out by newer messages"))
    #expect(!lines.contains("Spring sale: up to"))
    _ = try press(&state, "z")
    #expect(text(state).contains("No matches; Esc shows all."))
  }

  @Test(
    "FE-6 MC-10 rows of a filter about the time are read again a minute later, those of others are not",
    arguments: [("after:2h", true), ("is:expiring", true), ("after:2026-01-01", false), ("order", false)])
  func rereads(filter: String, isAboutTime: Bool) throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "/ " + filter.map(String.init).joined(separator: " ") + " <enter>")
    _ = state.settle()
    let minute = state.list.readTime?.addingTimeInterval(60)
    #expect(state.nextFiltering == (isAboutTime ? minute : nil) && minute != nil)
    #expect(state.settle().isEmpty)
    _ = state.reduce(.list(.outdated))
    #expect(!state.settle().isEmpty)
  }

  @Test("MC-11 a center's page says that there are more only if there are", arguments: [0, 1])
  func moreGone(beyond: Int) throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "i")
    let row = try #require(state.list.window?.rows.first)
    let gone = Array(
      repeating: GoneMessage(row: row, removal: Removal(.cap, StateFixture.now)),
      count: MessageCenter.goneLimit + beyond)
    _ = state.reduce(.center(.goneLoaded(state.center, gone)))
    _ = try press(&state, "G")
    #expect(text(state).contains("Only the latest 200 are shown") == (beyond > 0))
  }

  @Test("FE-14 the proof is narrowed below its header")
  func proof() throws {
    var state = try StateFixture.inbox(120, 40)
    _ = try press(&state, "P")
    _ = state.reduce(.proof(.deliveryProven(try StateFixture.report())))
    _ = try press(&state, "/ r e f u s e d")
    let page = try #require(text(state).split(separator: "\n").first { $0.contains("Proof") })
    #expect(page.contains("Proof"))
    #expect(text(state).contains("Result") && text(state).contains("status 422"))
    #expect(!text(state).contains("exactly-once"))
  }

  private func opened(_ columns: Int = 80, _ rows: Int = 24) throws -> AppState {
    var state = try StateFixture.inbox(columns, rows)
    _ = try press(&state, "<enter>")
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    return state
  }

  @Test(
    "FE-14 what is found in the selected link stands out of it, and the match that is shown now of the others",
    arguments: [Theme.mono, .standard])
  func selectedLink(theme: Theme) throws {
    var state = try opened()
    let link = try #require(state.detail?.link)
    let frame = MainView.draw(state, theme)
    let place = try #require(frame.marks.first { $0.target == .link(link) }?.rect)
    let words = Array(frame.lines[place.y].dropFirst(place.x).prefix(4)).map(String.init)
    let before = frame[place.x, place.y].style.attributes
    _ = try press(&state, "/ \(words.joined(separator: " ")) <enter>")
    let found = MainView.draw(state, theme)[place.x, place.y].style.attributes
    #expect(found.contains(.reverse) != before.contains(.reverse), "\(words)")
    let lines = NarrowedLines.text(
      try #require(state.detail?.layout.lines), try #require(state.detail?.narrowing))
    let current = lines.filter {
      $0.runs.contains { $0.attributes.isSuperset(of: [.reverse, .underline, .bold]) }
    }
    #expect(current.count == 1)
  }

  @Test("FE-14 where nothing is found, and at Esc, a text is where it was when the search began")
  func origin() throws {
    var state = try opened(40, 12)
    state.detail?.scroll = 2
    _ = try press(&state, "/ c e n t e r")
    #expect(state.detail?.scroll != 2)
    _ = try press(&state, "z z")
    #expect(state.detail?.scroll == 2)
    _ = try press(&state, "<bs> <bs>")
    #expect(state.detail?.scroll != 2)
    _ = try press(&state, "<esc>")
    #expect(state.detail?.scroll == 2)
    _ = try press(&state, "/ c e n t e r <enter> <esc>")
    #expect(state.detail?.scroll != 2)
  }

  @Test(
    "FE-14 a match that is shown stays in sight when the screen gets another size, in whichever line it is then"
  )
  func resizedMatch() throws {
    for (first, next) in [
      (Size(columns: 40, rows: 12), Size(columns: 90, rows: 9)),
      (Size(columns: 90, rows: 9), Size(columns: 40, rows: 12)),
    ] {
      var state = try opened(first.columns, first.rows)
      _ = try press(&state, "/ m e s s a g e <enter>")
      func place(_ state: AppState) throws -> (begins: [Int], line: Int) {
        let (detail, found) = (try #require(state.detail), try #require(state.matches))
        return (
          NarrowedLines.begins(detail.layout.lines, detail.narrowing), found.lines[detail.narrowing.match]
        )
      }
      let count = try #require(state.matches).lines.count
      for _ in 0..<count {
        let before = try place(state)
        let number = try #require(before.begins.firstIndex(of: before.line))
        var resized = state
        _ = resized.reduce(.screen(.resized(next)))
        _ = resized.settle()
        let after = try place(resized)
        #expect(after.begins.count == before.begins.count && after.begins[number] == after.line)
        let height = try #require(PaneLayout(resized).detailText).height
        #expect(resized.matchOffset.map { (0..<height).contains($0) } == true)
        _ = try press(&state, "n")
      }
    }
  }

  @Test("FE-14 MC-18 d leaves a message in which something is found, as it leaves every other one")
  func deletedWhileFinding() throws {
    var state = try opened(120, 40)
    _ = try press(&state, "/ t h e <enter>")
    #expect(state.context == .found)
    #expect(try press(&state, "d").contains(.change(StateFixture.change(.deleted, 1), isUndo: false)))
    #expect(state.focus == .list && state.list.selectedRow?.key == .numbered(2))
    #expect(state.detail?.row.key == .numbered(2) && state.detail?.isOpen == false)
    // So does a click into the list.
    state = try opened(120, 40)
    _ = try press(&state, "/ t h e <enter>")
    state.focusList()
    #expect(state.detail?.isOpen == false && state.detail?.narrowing.isOn == false)
  }

  @Test("FE-14 FE-6 the cursor of someone who hears the screen goes to the match")
  func cursorAtMatch() throws {
    var state = try opened()
    state.beAccessible()
    _ = try press(&state, "/ c e n t e r <enter>")
    let frame = MainView.draw(state, .mono)
    #expect(frame.cursor.map { frame.lines[$0.y].lowercased().contains("center") } == true)
  }

  @Test("FE-14 a filter of the events keeps what is selected, or goes to what is next to it")
  func eventsKeep() throws {
    var state = try StateFixture.inbox(120, 40)
    for number in 1...9 {
      let time = StateFixture.now.addingTimeInterval(Double(number))
      let why = number % 3 == 0 ? "third" : "other"
      let entry = JournalEntry(number: number, time: time, kind: .session, why: "\(why) \(number)")
      _ = state.reduce(.coreUpdated(.journal([entry])))
    }
    _ = try press(&state, "E E k k k")
    func selected() -> Int? {
      if case .journal(let entry)? = state.events.selected?.entry { return entry.number }
      return nil
    }
    #expect(selected() == 6)
    _ = try press(&state, "/ t h i r d")
    #expect(selected() == 6 && state.events.lines.count == 3)
    _ = try press(&state, "<c-u> o t h e r")
    #expect(selected() == 5 && state.events.lines.count == 6)
    _ = try press(&state, "<esc>")
    #expect(selected() == 5 && state.events.lines.count == 9)
  }

  @Test("FE-14 what is in reverse is what is found, across runs and in any case")
  func marking() {
    let line = DetailLine([.init("An Ord"), .init("er and an order", .accent), .init(".")])
    func found(_ text: String, _ lines: [DetailLine]) -> [DetailLine] {
      var narrowing = Narrowing()
      narrowing.line = LineEditor(text)
      return NarrowedLines.text(lines, narrowing)
    }
    let marked = found("order", [line])[0].runs
    #expect(marked.map(\.text) == ["An ", "Ord", "er", " and an ", "order", "."])
    #expect(marked.map { $0.attributes.contains(.reverse) } == [false, true, true, false, true, false])
    #expect(found("none", [line]) == [line])
  }
}
