import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What the state does with a filter, and how it looks.
struct FindingStateTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
  }

  @Test("FE-6 FE-14 the hint of the filter line says what ^A does next, and nothing where it does nothing")
  func scopeHint() throws {
    var state = try StateFixture.inbox(100, 30)
    func hints(_ state: AppState) -> String { MainView.draw(state, .mono).lines.last ?? "" }
    _ = try press(&state, "/ o")
    #expect(hints(state).contains("^A every center"))
    _ = try press(&state, "<c-a>")
    #expect(hints(state).contains("^A this center"))
    _ = try press(&state, "<c-a>")
    #expect(hints(state).contains("^A every center"))
    _ = try press(&state, "<c-u> c e n t e r : o f f e r s")
    #expect(!hints(state).contains("^A"))
    _ = try press(&state, "<c-a>")
    #expect(state.notice?.text == "“center:” already searches every center." && state.isEverywhere)
  }

  @Test("FE-6 a tab's key leaves what names a center out of a filter, and keeps the rest")
  func tabOfFilter() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "/ c e n t e r : o f f e r s <space> s p r i n g <space> - i s : r e a d <enter>")
    #expect(state.isEverywhere)
    _ = try press(&state, "1")
    #expect(!state.isEverywhere && state.find.text == "spring -is:read")
    #expect(state.find.filter == (try MessageFilter("spring -is:read", centers: [])))
  }

  private func queries(_ effects: [AppEffect]) -> [AppEffect] {
    effects.filter {
      if case .load = $0 { true } else { false }
    }
  }

  /// Answers the newest request with those of the fixture's messages that match.
  private func response(_ state: inout AppState, total: Int? = nil) throws -> [AppEffect] {
    let filter = state.find.filter
    let rows = StateFixture.messages.enumerated().map { index, message in
      ArchivedMessage(message: message, fetched: StateFixture.now, read: index == 1 ? StateFixture.now : nil)
    }.filter { filter.matches($0, SearchText($0.message), at: StateFixture.now) }
    let window = ListWindow(
      identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: total ?? rows.count)
    let event: AppEvent =
      state.isEverywhere
      ? .list(.foundEverywhere(window, request: state.list.request))
      : .list(.windowLoaded(window, request: state.list.request))
    return state.reduce(event) + state.settle()
  }

  @Test(
    "FE-6 FE-8 in every center Esc clears the filter first, as an empty list says, and then leads back",
    arguments: [
      ("* / z z", "Esc shows all 12."), ("/ c e n t e r : o f f e r s", "Esc shows all 4 of Primary."),
    ])
  func widening(keys: String, words: String) throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, keys + " <enter>")
    _ = state.settle()
    _ = try response(&state)
    #expect(MainView.draw(state, .mono).lines.joined(separator: "\n").contains(words))
    let staysEverywhere = state.find.isEverywhere
    _ = try press(&state, "<esc>")
    #expect(state.isEverywhere == staysEverywhere && state.find.filter.isEmpty)
    _ = try press(&state, "<esc>")
    #expect(!state.isNarrowed)
  }

  @Test(
    "FE-6 FE-10 one question at a time: while it is under way the newest filter waits, and then it alone is asked"
  )
  func newestWins() throws {
    var state = try StateFixture.inbox(80, 24)
    #expect(try press(&state, "/ s") == [])
    let first = queries(state.settle())
    let word = try MessageFilter("s", centers: [])
    #expect(
      first == [
        .load(
          ListRequest(
            source: ListSource(center: .primary, filter: word), anchor: .around(.numbered(1)),
            number: state.list.request))
      ])
    _ = try press(&state, "p r")
    #expect(queries(state.settle()) == [])
    _ = try press(&state, "i")
    #expect(queries(state.settle()) == [])
    // What is in sight is of another filter than the one typed.
    #expect(MainView.draw(state, .mono).lines[1].contains("/spri · … of 4"))
    let second = queries(try response(&state))
    #expect(second.count == 1)
    guard case .load(let request)? = second.first else {
      Issue.record("nothing was asked")
      return
    }
    #expect(request.source.filter == (try MessageFilter("spri", centers: [])))
    #expect(queries(try response(&state)) == [])
    #expect(MainView.draw(state, .mono).lines[1].contains("/spri · 1 of 4"))
    // A frame more asks nothing.
    #expect(state.settle() == [])
  }

  @Test(
    "FE-6 a message that a filter hides is selected again once it shows, unless what was found is taken",
    arguments: [
      ("<esc>", 2), ("<c-u>", 2), ("<c-u> <esc>", 2), ("<enter> <esc>", 3), ("<enter> / <esc>", 3),
      ("<enter> j <esc>", 4), ("<enter> g <esc>", 1),
    ])
  func hiddenSelection(_ keys: String, _ selected: Int) throws {
    var state = try StateFixture.inbox(80, 24)
    func show() throws {
      _ = state.settle()
      _ = try response(&state)
    }
    _ = try press(&state, "j / - o r d e r")
    try show()
    try #require(state.list.selection?.key == .numbered(3) && state.list.total == 3)
    _ = try press(&state, keys)
    try show()
    #expect(state.list.total == 4 && state.list.selection?.key == .numbered(selected))
  }

  @Test("FE-6 Esc selects the hidden message again also where the rows of the filter come after it")
  func hiddenLate() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "j / - o r d e r")
    _ = state.settle()
    let rows = StateFixture.messages.filter { $0.id != MessageID("m2") }
      .map { ArchivedMessage(message: $0, fetched: StateFixture.now) }
    _ = try press(&state, "<esc>")
    #expect(queries(state.settle()) == [])
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 3),
          request: state.list.request)))
    #expect(queries(state.settle()).count == 1)
    _ = try response(&state)
    #expect(state.list.total == 4 && state.list.selection?.key == .numbered(2))
  }

  @Test("FE-6 a message that was opened in the place of a hidden one stays selected")
  func openedInstead() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "j / - o r d e r")
    _ = state.settle()
    _ = try response(&state)
    _ = try press(&state, "<enter> <enter>")
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = try press(&state, "<esc> <esc>")
    _ = state.settle()
    _ = try response(&state)
    #expect(state.list.total == 4 && state.list.selection?.key == row.key)
  }

  @Test("FE-6 a filter that could not be asked is reported, the rows stay, and the next change asks again")
  func failure() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "/ s p r")
    _ = state.settle()
    let error = InboxError.storeUnavailable(path: "a", reason: "it is gone")
    _ = state.reduce(.list(.windowFailed(.primary, request: state.list.request, error)))
    #expect(queries(state.settle()) == [])
    #expect(state.list.window?.rows.count == 4 && state.notice?.text.contains("it is gone") == true)
    _ = try press(&state, "i")
    #expect(queries(state.settle()).count == 1)
    _ = try press(&state, "<c-a>")
    _ = state.settle()
    _ = state.reduce(.list(.findFailed(request: state.list.request, error)))
    #expect(state.list.window?.rows.count == 4 && queries(state.settle()) == [])
  }

  @Test("FE-6 an event's message is shown although the filter hides it: the list is whole then")
  func eventMessage() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "/ s p r i n g <enter>")
    _ = state.settle()
    _ = try response(&state)
    let entry = JournalEntry(
      number: 1, time: StateFixture.now, kind: .display(.sent), message: .numbered(2), why: "sent")
    _ = state.reduce(.coreUpdated(.journal([entry])))
    _ = try press(&state, "E <tab>")
    let effects = try press(&state, "l")
    let request = ListRequest(
      source: ListSource(center: .primary), anchor: .around(.numbered(2)), number: state.list.request)
    #expect(effects.contains(.load(request)))
    #expect(!state.isNarrowed && state.list.pendingSelection == .message(.numbered(2)))
  }

  @Test(
    "FE-6 what is wrong keeps the list that was there before it was typed, whatever it could have been on the way",
    arguments: [
      ("", "foo:bar"), ("spring", " foo:bar"), ("is:unread", " -foo:b"), ("", "is:foo"),
      ("spring", " kind:x"),
      ("", "before:nonsense"),
    ])
  func unknownOperator(before: String, typed: String) throws {
    var state = try StateFixture.inbox(80, 24)
    func type(_ text: String) throws {
      for character in text { _ = state.reduce(.keyPressed(.character(character))) }
      _ = state.settle()
      while state.list.isLoading { _ = try response(&state) }
    }
    try type("/" + before)
    let rows = try #require(state.list.window?.rows.map(\.key))
    #expect(!rows.isEmpty)
    try type(typed)
    #expect(state.find.problem != nil && state.list.window?.rows.map(\.key) == rows)
    #expect(state.find.filter == (try MessageFilter(before, centers: [])))
    // Leaving the line keeps what was there.
    _ = state.reduce(.keyPressed(.escape))
    _ = state.settle()
    #expect(state.list.window?.rows.map(\.key) == rows && state.context == .list)
  }

  @Test(
    "FE-6 a part that is wrong counts for nothing wherever it is typed, and the others count",
    arguments: [
      ("spring", "<home> f o o : x <space>", "spring"),
      (
        "spring is:unread", "<home> <right> <right> <right> <right> <right> <right> <space> f o o : b",
        "spring is:unread"
      ),
      ("foo:bar is:nothing", "<space> s p r", "spr"), ("", "f o o : \" b <space> c \" s p r", "spr"),
    ])
  func wrongPartAnywhere(before: String, keys: String, counts: String) throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "/")
    for character in before { _ = state.reduce(.keyPressed(.character(character))) }
    for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
    #expect(state.find.problem != nil)
    #expect(state.find.filter == (try MessageFilter(counts, centers: [])))
  }

  @Test("FE-6 what is typed or pasted has an end, and control characters come to nothing")
  func input() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = try press(&state, "/")
    _ = state.reduce(.keyPressed(.paste(String(repeating: "x", count: 300))))
    #expect(state.find.input.isEmpty && state.notice?.text.contains("at most 256") == true)
    _ = state.reduce(.keyPressed(.paste("two\nlines \u{1B}[31m \u{202E}")))
    _ = state.settle()
    _ = try response(&state)
    let frame = MainView.draw(state, .mono)
    #expect(!frame.lines.joined().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    _ = try press(&state, "<c-u> <bs>")
    #expect(state.context == .list)
  }

  @Test(
    "FE-6 FE-8 typing, wrong, nothing found and every center, wide and narrow",
    arguments: StateFixture.sizes)
  func frames(columns: Int, rows: Int) throws {
    func check(_ keys: String, _ name: String) throws {
      var state = try StateFixture.inbox(columns, rows)
      for key in try Key.sequence(keys) {
        _ = state.reduce(.keyPressed(key))
        _ = state.settle()
        while state.list.isLoading { _ = try response(&state) }
      }
      expectFrame(MainView.draw(state, .standard), named: "find-\(name)-\(columns)x\(rows)")
    }
    try check("/ i s : u n r e a d <space> s a l e", "typing")
    try check("/ e <space> i s : f o o", "wrong")
    try check("/ \" n o t h i n g <space> l i k e <space> i t \" <enter>", "nothing")
    try check("/ i s : e x p i r e d <enter>", "expired")
    try check("/ w o r d s <enter> *", "everywhere")
    try check("/ t h e <enter> <enter> q", "kept")
  }

  @Test(
    "FE-6 MC-4 a place among those of a response is counted in the whole list only", arguments: [true, false])
  func placeInResponse(isFiltered: Bool) throws {
    var state = try StateFixture.inbox(80, 24)
    if isFiltered {
      _ = try press(&state, "/ o r d e r <enter>")
      _ = state.settle()
      _ = try response(&state)
      try #require(state.list.selectedRow?.key == .numbered(2) && state.list.total == 1)
    }
    _ = try press(&state, "i")
    let page = try #require(state.layer?.content as? any TextLayer)
    let text = page.allLines(state, width: 76).map(\.text).joined(separator: " ")
    #expect(text.contains("Selected") && text.contains("1 of at most 20") == !isFiltered)
  }

  @Test("FE-6 MC-11 in the list of all, i is about the selected message's center, and r there about that one")
  func detailsFromEveryCenter() throws {
    let offers = CenterName("Offers")
    var state = try StateFixture.inbox(120, 40)
    _ = try press(&state, "*")
    _ = state.settle()
    var rows = StateFixture.messages.map { ArchivedMessage(message: $0, fetched: StateFixture.now) }
    rows[1].message.center = offers
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 4)
    _ = state.reduce(.list(.foundEverywhere(window, request: state.list.request)))
    _ = state.settle()
    _ = try press(&state, "g j")
    let row = try #require(state.list.selectedRow)
    try #require(state.isEverywhere && row.key.center == offers && state.center == .primary)
    #expect(try press(&state, "i") == [.loadGone(offers)])
    let page = try #require(state.layer?.content as? any TextLayer)
    let text = page.allLines(state, width: 76).map(\.text).joined(separator: " ")
    #expect(page.title(state) == "Center: Offers" && text.contains("Your order is on its way"))
    #expect(try press(&state, "r") == [.refresh(offers)])
    #expect(ActionRegistry[.refresh].title(in: state) == "Refresh this center")
    // Back in the list it is about all of them, and says so.
    #expect(try press(&state, "<esc> r") == [.refresh(nil)])
    #expect(ActionRegistry[.refresh].title(in: state) == "Refresh every center")
    // A center's page says nothing of another one's message.
    state.layer = .center(.primary, gone: .success([]), scroll: 0)
    let other = try #require(state.layer?.content as? any TextLayer)
    #expect(!other.allLines(state, width: 76).contains { $0.text.contains("Selected") })
  }

  @Test(
    "FE-2 FE-5 a long name of a center leaves the age in the list of all", arguments: ["unicode", "ascii"])
  func longCenter(_ characters: String) throws {
    let name = "A very long name of a center"
    var state = try StateFixture.inbox(80, 24, centers: [name])
    state.profile.repertoire = try #require(Repertoire(rawValue: characters))
    _ = try press(&state, "*")
    _ = state.settle()
    var rows = StateFixture.messages.map { ArchivedMessage(message: $0, fetched: StateFixture.now) }
    rows[1].message.center = CenterName(name)
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 4)
    _ = state.reduce(.list(.foundEverywhere(window, request: state.list.request)))
    _ = state.settle()
    let line = try #require(MainView.draw(state, .mono).lines.first { $0.contains("Your order") })
    #expect(line.hasSuffix(characters == "ascii" ? "A very lo... . 1h" : "A very long… · 1h"))
  }

  @Test("FE-6 the reader tells the filter where the list is out of sight")
  func reading() throws {
    var state = try StateFixture.inbox(80, 18)
    _ = try press(&state, "/ s p r i n g <enter>")
    _ = state.settle()
    _ = try response(&state)
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.reduce(.keyPressed(.escape))
    _ = state.reduce(.message(.opened(row.key, row)))
    state.links.resolving = nil
    _ = state.settle()
    #expect(MainView.draw(state, .mono).lines[16].hasPrefix(" /spring · 1 of 4 · acme · maria"))
  }
}
