import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// Showing campaigns to an audience: keys, colours, the tour's steps.
struct PresentingStateTests {
  @discardableResult
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { key in state.reduce(.keyPressed(key)) + state.settle() }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, state.shownTheme).lines.joined(separator: "\n")
  }

  @Test("FE-6 F5 begins and ends presenting, the themes are read for it, and the tour is where it was")
  func toggle() throws {
    var state = try StateFixture.inbox(120, 40)
    #expect(try press(&state, "t") == [] && state.notice?.text == "Only while presenting: F5 begins.")
    #expect(try press(&state, "<f5>").contains(.loadThemes))
    #expect(state.layer == nil && text(state).contains("Push banner"))
    let brand = try PresentingFixture.themes().map { ThemeChoice($0) }
    _ = state.reduce(.theme(.themesListed([ThemeChoice(.standard)] + brand)))
    #expect(state.presenting?.themes == brand.map(\.theme))
    try press(&state, "t")
    #expect(state.notice?.text == "There is no tour here: ‘inbox demo --present’ brings one.")
    try press(&state, "<f5>")
    #expect(state.presenting == nil && !text(state).contains("Push banner"))

    state = try PresentingFixture.state(120, 40, tour: PresentingFixture.tour)
    try press(&state, "n <esc> <f5> <f5> t")
    #expect(state.presenting?.tour?.position == 1 && state.presenting?.tour?.isOpen == true)
  }

  @Test(
    "FE-6 FE-13 in the tour, the key that goes on stays beside a notice of any length",
    arguments: [40, 60, 80])
  func notice(columns: Int) throws {
    for length in 1...40 {
      var state = try PresentingFixture.state(columns, 24, tour: PresentingFixture.tour)
      state.notify(Array(repeating: "word", count: length).joined(separator: " "))
      let lines = MainView.draw(state, state.shownTheme).lines
      #expect(lines.last?.contains("n next") == true && lines.last?.contains("? help") == true, "\(length)")
      #expect(lines[22].contains("word"))
    }
  }

  @Test("FE-6 FE-13 the hint line can be hidden before an audience, too", arguments: [true, false])
  func hints(hasTour: Bool) throws {
    var state = try PresentingFixture.state(120, 40, tour: hasTour ? PresentingFixture.tour : nil)
    let whole = PaneLayout(state)
    try press(&state, ".")
    #expect(state.notice?.text == "Hints hidden; . shows them, ? all keys.")
    state.notice = nil
    let last = MainView.draw(state, .standard).lines.last
    #expect(PaneLayout(state).status.y == 39 && last?.contains("F5 end") == false)
    try press(&state, ".")
    #expect(PaneLayout(state) == whole)
  }

  @Test("SB-2 FE-5 FE-14 a long brand and subject leave a campaign's center in sight, and / finds them whole")
  func longBrand() throws {
    for columns in [40, 60, 80] {
      var state = try StateFixture.inbox(columns, 24)
      state.profile.campaigns = CampaignFacts(
        ["Offers", "Travel"].map { center in
          .init(
            id: center, center: CenterName(center), brand: "The Fellowship of Coffee Roasters",
            subject: "A collection for slow evenings, and all that belongs to them",
            isPushed: center == "Travel")
        })
      state.profile.hasSandbox = true
      try press(&state, "L")
      let lines = MainView.draw(state, .mono).lines
      for center in ["Offers", "Travel"] {
        #expect(lines.contains { $0.contains("The Fellows") && $0.contains(" · \(center) ") }, "\(lines)")
      }
      #expect(lines.contains { $0.contains("no banner") } == (columns == 80))
      try press(&state, "/ r o a s t e r s <space> b e l o n g")
      #expect(text(state).contains(" · Offers "))
    }
  }

  @Test("FE-7 the colours are those of the brand whose message is selected, and stay between two lists")
  func brands() throws {
    var state = try PresentingFixture.state(120, 40)
    #expect(state.shownTheme.name == "skerrylight")
    try press(&state, "j")
    #expect(state.shownTheme == state.theme)
    try press(&state, "j")
    #expect(state.shownTheme.name == "skerrylight")
    // Nothing is selected while the next list is read.
    try press(&state, "]")
    #expect(state.detail == nil && state.shownTheme.name == "skerrylight")
    state.presenting = nil
    #expect(state.shownTheme == state.theme)
  }

  @Test("FE-6 the tour: next by each key, back to read again, left, gone on with, and the end")
  func tour() throws {
    for key in ["n", "<space>", "<right>"] {
      var state = try PresentingFixture.state(120, 40, tour: PresentingFixture.tour)
      #expect(text(state).contains(" 1 / 4 ") && state.list.selectedIndex == 0)
      try press(&state, key)
      #expect(text(state).contains(" 2 / 4 ") && state.list.selectedIndex == 1, "\(key)")
    }
    var state = try PresentingFixture.state(120, 40, tour: PresentingFixture.tour)
    #expect(state.presenting?.look == .all && !text(state).contains("← back"))
    try press(&state, "n")
    #expect(text(state).contains("← back"))
    try press(&state, "<left>")
    #expect(text(state).contains("read again: nothing is undone") && state.list.selectedIndex == 1)
    #expect(state.presenting?.look == .banner)
    try press(&state, "<left>")
    #expect(state.notice?.text == "This is the first caption.")
    try press(&state, "n")
    #expect(state.presenting?.look == .row && state.list.selectedIndex == 1)

    // A step waits for what it announces, and the next one waits for it.
    try press(&state, "n")
    #expect(text(state).contains("waiting for the report of the open…") && state.list.selectedIndex == 0)
    try press(&state, "n")
    #expect(state.presenting?.tour?.position == 2)
    #expect(state.notice?.text.hasPrefix("The tour is not there yet") == true)
    try press(&state, "<esc>")
    #expect(!text(state).contains(" 3 / 4 ") && state.presenting?.tour?.isOpen == false)
    try press(&state, "t")
    #expect(state.notice == nil)
    try press(&state, "t")
    #expect(state.notice?.text == "The tour is under way; n goes on.")
    let open = JournalEntry(
      number: 9, time: StateFixture.now, kind: .open(.sent), message: .numbered(1), why: "sent")
    _ = state.reduce(.coreUpdated(.journal([open])))
    _ = state.settle()
    #expect(state.presenting?.tour?.isBusy == false && !text(state).contains("waiting"))
    try press(&state, "n")
    #expect(text(state).contains("the end"))
    try press(&state, "n")
    #expect(state.notice?.text == "That was the last step. Esc leaves the tour.")
    try press(&state, "<esc> t")
    #expect(text(state).contains(" 1 / 4 "))
  }

  @Test("FE-10 what does not come is reported, and the next step can be taken without it")
  func late() throws {
    var state = try PresentingFixture.state(120, 40, tour: PresentingFixture.tour)
    _ = state.reduce(.presenting(.tourWaitedLong))
    #expect(!text(state).contains("did not come"))
    try press(&state, "n n")
    _ = state.reduce(.presenting(.tourWaitedLong))
    #expect(text(state).contains("the report of the open did not come; n goes on"))
    try press(&state, "n")
    #expect(text(state).contains(" 4 / 4 "))

    let asking = Tour(
      name: "x", steps: [Tour.Step("One", actions: [.ask("launch nobody"), .press(.character("j"))])])
    state = try PresentingFixture.state(120, 40, tour: asking)
    #expect(state.presenting?.tour?.isAsking == true)
    _ = state.reduce(.presenting(.tourCommandEnded(failed: true)))
    _ = state.settle()
    #expect(text(state).contains("this did not come") && state.list.selectedIndex == 0)
    state = try PresentingFixture.state(120, 40, tour: asking)
    _ = state.reduce(.presenting(.tourCommandEnded(failed: false)))
    _ = state.settle()
    #expect(state.list.selectedIndex == 1 && state.presenting?.tour?.isBusy == false)
  }

  @Test("FE-13 EN-1 while what a tour launches is on its way, no other message looks as if it were that one")
  func launching() throws {
    let awaited = "the message is on its way"
    let tour = Tour(
      name: "x", steps: [Tour.Step("One", look: .banner, actions: [.ask("launch m9"), .select("m9")])])
    for (columns, rows) in StateFixture.sizes {
      var state = try PresentingFixture.state(columns, rows, tour: tour)
      state.presenting?.look = .banner
      try #require(state.presenting?.tour?.isAsking == true)
      #expect(state.awaitsLaunched && text(state).contains(awaited), "\(columns)")
      if PaneLayout(state).listRows == nil { #expect(!text(state).contains("Spring sale")) }
      _ = state.reduce(.presenting(.tourCommandEnded(failed: false)))
      _ = state.settle()
      #expect(state.awaitsLaunched && text(state).contains(awaited), "\(columns)")
      // It does not come.
      _ = state.reduce(.presenting(.tourWaitedLong))
      _ = state.settle()
      #expect(!state.awaitsLaunched && !text(state).contains(awaited), "\(columns)")
    }
  }

  @Test(
    "FE-13 EN-1 nor does a message that is read meanwhile: the tour leaves it for the one that it launches",
    arguments: StateFixture.sizes)
  func launchingWhileReading(_ columns: Int, _ rows: Int) throws {
    let awaited = "the message is on its way"
    let steps = [
      Tour.Step("One"), Tour.Step("Two", look: .banner, actions: [.ask("launch m9"), .select("m9")]),
    ]
    var state = try PresentingFixture.state(columns, rows, tour: Tour(name: "x", steps: steps))
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    try press(&state, "n")
    try #require(state.presenting?.tour?.isAsking == true && state.focus == .detail)
    #expect(state.awaitsLaunched && text(state).contains(awaited))
    if PaneLayout(state).listRows == nil { #expect(!text(state).contains("Spring sale")) }
    // A key of the person's is about what is read.
    try press(&state, "j")
    #expect(!state.awaitsLaunched && !text(state).contains(awaited) && state.detail?.row.key == row.key)
  }

  @Test(
    "FE-13 EN-1 a key shows what is selected while what a tour launches is on its way, and the tour goes on")
  func launchingAndPressed() throws {
    let awaited = "the message is on its way"
    let steps = ["m9", "m10"].map { Tour.Step($0, look: .row, actions: [.ask("launch \($0)"), .select($0)]) }
    for (columns, rows) in StateFixture.sizes {
      var state = try PresentingFixture.state(columns, rows, tour: Tour(name: "x", steps: steps))
      state.presenting?.look = .row
      _ = state.reduce(.presenting(.tourCommandEnded(failed: false)))
      _ = state.settle()
      // The tour's own keys are about its captions.
      try press(&state, "n")
      #expect(state.awaitsLaunched, "\(columns)")
      try press(&state, "j")
      #expect(!state.awaitsLaunched && !text(state).contains(awaited), "\(columns)")
      #expect(state.list.selectedIndex == 1 && state.presenting?.tour?.isBusy == true)
      let shown = try #require(state.list.selectedRow?.key)
      if PaneLayout(state).listRows == nil {
        #expect(PaneLayout(state).visibleRows(state) == [VisibleRow(shown, .whole)])
      }
      let message = Message(
        id: MessageID("m9"), sent: StateFixture.now, subject: "Order", body: "", center: .primary)
      let messages = [message] + StateFixture.messages
      let window = ListWindow(
        identity: .user("maria"), center: .primary,
        rows: messages.map { ArchivedMessage(message: $0, fetched: StateFixture.now) }, offset: 0,
        total: messages.count)
      _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
      _ = state.settle()
      #expect(state.list.selectedRow?.key == message.key && state.presenting?.tour?.isBusy == false)
      // The next one is awaited anew.
      try press(&state, "n")
      #expect(state.awaitsLaunched, "\(columns)")
    }
  }

  @Test("FE-6 a layer or a line that is typed has its keys while a tour runs, and Esc closes it first")
  func layers() throws {
    var state = try PresentingFixture.state(120, 40, tour: PresentingFixture.tour)
    try press(&state, "?")
    try press(&state, "n")
    #expect(state.presenting?.tour?.position == 0)
    try press(&state, "<esc>")
    #expect(state.layer == nil && state.presenting?.tour?.isOpen == true)
    try press(&state, "/ n")
    #expect(state.find.input == "n" && state.presenting?.tour?.position == 0)
    try press(&state, "<esc> <esc>")
    #expect(state.presenting?.tour?.isOpen == false)
  }

  @Test(
    "FE-5 what was reported stands in few words where it would be cut, at whatever width",
    arguments: [(80, true), (82, true), (83, false), (120, false), (60, true)])
  func report(_ columns: Int, _ isShort: Bool) throws {
    var state = try PresentingFixture.state(columns, 24)
    let key = try #require(state.detail?.row.key)
    for (number, kind) in [JournalEntry.Kind.display(.sent), .open(.sent)].enumerated() {
      state.campaignLog.take(
        JournalEntry(number: number, time: StateFixture.now, kind: kind, message: key, why: "sent"))
    }
    state.campaignLog.take(
      LinkTrail(
        LinkRequest("acme://sale/1", from: .message(key)), .customScheme, branch: "route", reason: "r",
        outcome: .deepLink(url: "acme://sale/1")), isReported: false)
    let words =
      isShort
      ? "displayed 1× · opened 1× · clicked, not counted"
      : "Displayed: reported once · Opened: reported once · Link clicked: yes, not counted"
    #expect(text(state).contains(words))
    #expect(!text(state).contains("not cou…"))
  }

  @Test("FE-5 FE-13 with ASCII only, a caption has the rows in which it is drawn", arguments: 60...80)
  func captionInASCII(columns: Int) throws {
    let caption = (1...7).map { "Pump \($0): 1.299,00 €" }.joined(separator: ", ")
    var state = try PresentingFixture.state(columns, 24, tour: Tour(name: "x", steps: [Tour.Step(caption)]))
    state.profile.repertoire = .ascii
    _ = state.settle()
    #expect(text(state).components(separatedBy: "EUR").count == 8, "\(text(state))")
  }

  @Test("FE-6 the hints of a tour have its way out at any width, and at its end no next step")
  func tourHints() throws {
    func last(_ state: AppState) -> String {
      MainView.draw(state, state.shownTheme).lines.last ?? ""
    }
    for (columns, rows) in StateFixture.sizes {
      var state = try PresentingFixture.state(columns, rows, tour: PresentingFixture.tour)
      #expect(last(state).contains("n next") && last(state).contains("Esc leave"), "\(columns)")
      try press(&state, "n n")
      _ = state.reduce(.presenting(.tourWaitedLong))
      try press(&state, "n")
      state.notice = nil
      #expect(text(state).contains("the end") && !last(state).contains("next"), "\(columns)")
      #expect(last(state).contains("Esc leave") && last(state).contains("? help"), "\(columns)")
      // What was read before can be read again, and then there is a next one.
      try press(&state, "<left>")
      #expect(last(state).contains("n next"), "\(columns)")
    }
  }

  @Test(
    "FE-13 a subject of blanks is no empty row, title or line", arguments: ["", "   ", "\u{00A0}\u{3000}"])
  func blankSubject(_ subject: String) throws {
    var state = try PresentingFixture.state(160, 45)
    var message = StateFixture.messages[0]
    message.subject = subject
    let rows = [ArchivedMessage(message: message, fetched: StateFixture.now)]
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 1),
          request: state.list.request)))
    state.detail = DetailState(row: rows[0])
    _ = state.settle()
    // The row of the list, and the three looks.
    #expect(text(state).components(separatedBy: "(no subject)").count - 1 >= 4)
    let sent = JournalEntry(
      number: 1, time: StateFixture.now, kind: .display(.sent), message: message.key, why: "sent")
    _ = state.reduce(.coreUpdated(.journal([sent])))
    try press(&state, "E")
    #expect(text(state).contains("Displayed: reported once  (no subject)"))
    state.profile.campaigns = CampaignFacts([
      .init(id: "m1", center: .primary, brand: "Acme", subject: subject, isPushed: false)
    ])
    try press(&state, "L")
    #expect(text(state).contains("Acme · (no subject) · no banner · Primary"))
  }

  @Test("EN-1 EN-2 a row is displayed when its two lines are in sight; the air below them says nothing")
  func displayed() throws {
    var state = try PresentingFixture.state(120, 40)
    let rows = (0..<40).map { ArchivedMessage(message: .numbered(500 - $0), fetched: StateFixture.now) }
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 40),
          request: state.list.request)))
    for rows in 30...40 {
      state.size = Size(columns: 120, rows: rows)
      _ = state.settle()
      let layout = PaneLayout(state)
      let area = try #require(layout.listRows)
      #expect(layout.rowHeight == 3 && layout.wholeRows == (area.height + 1) / 3)
      #expect(layout.visibleRows(state).count >= area.height / 3)
      for (index, row) in layout.visibleRows(state).enumerated() {
        #expect((row.visibility == .whole) == (index * 3 + 2 <= area.height))
      }
    }
  }

  @Test("EN-1 where one look has the whole screen, the row that it shows is displayed")
  func displayedAlone() throws {
    var state = try PresentingFixture.state(40, 12, tour: PresentingFixture.tour)
    let first = try #require(state.list.selectedRow?.key)
    try press(&state, "n")
    #expect(state.presenting?.look == .row && text(state).contains("In the list"))
    let shown = try #require(state.detail?.row.key)
    #expect(shown != first && PaneLayout(state).list == nil)
    #expect(PaneLayout(state).visibleRows(state) == [VisibleRow(shown, .whole)])
    try press(&state, "?")
    #expect(PaneLayout(state).visibleRows(state) == [VisibleRow(shown, .covered)])
    // The other looks show no row.
    try press(&state, "<esc> n")
    #expect(state.presenting?.look == .opened && PaneLayout(state).visibleRows(state).isEmpty)
    // Lower, the second line of the row is cut off.
    try press(&state, "<left>")
    state.presenting?.look = .row
    state.size = Size(columns: 40, rows: 8)
    #expect(PaneLayout(state).visibleRows(state) == [VisibleRow(first, .partial)])
  }

  @Test("FE-3 a recording from before presenting is read, and one of a presentation keeps it")
  func recordings() throws {
    let state = try PresentingFixture.state(120, 40, tour: PresentingFixture.tour)
    let start = FrontStart(state)
    let data = try JSONEncoder().encode(start)
    #expect(try JSONDecoder().decode(FrontStart.self, from: data) == start)
    guard case .object(var members) = try JSONValue.parse(data),
      case .object(var profile)? = members["profile"]
    else { return #expect(Bool(false), "a start is an object") }
    members["presenting"] = nil
    profile["campaigns"] = nil
    members["profile"] = .object(profile)
    let old = Data(JSONValue.object(members).serialized.utf8)
    let before = try JSONDecoder().decode(FrontStart.self, from: old)
    #expect(before.presenting == nil && before.profile.campaigns == nil)
  }

  @Test(
    "FE-9 addresses are shortened to their place, identifiers are left out, words stay",
    arguments: [
      ("Off you go: https://tidemoor.onelink.me/H5hv/X0k3Jd9q", "Off you go: tidemoor.onelink.me"),
      ("See skerrylight://shows/1?t=9, please", "See the app, please"),
      ("Up to 30 % off 2 × 500 g, order TM-5571-14", "Up to 30 % off 2 × 500 g, order TM-5571-14"),
      ("Session 3f2504e0-4f89-11d3-9a0c-0305e82c3301 began", "Session … began"),
      ("Id X0Ab9Qz3_kL4mN5pQ7rS and go", "Id … and go"),
      ("Opens /pub/acc?_ri_=X0&_ei_=X1 now", "Opens … now"),
      ("Supercalifragilistic words", "Supercalifragilistic words"),
      ("At www.addr.example/sale?x=1 now", "At www.addr.example now"),
      ("Write :// and https://a.example/x?y=1", "Write :// and a.example"), ("Only ://", "Only ://"),
    ])
  func discretion(_ raw: String, _ shown: String) {
    #expect(Redaction.text(raw) == shown)
  }

  @Test("UL-14 the way to a screen, without what names one customer's thing")
  func way() {
    #expect(
      Redaction.path("skerrylight://shows/the-salt-road/seasons/3?x=1") == "shows › the salt road › seasons")
    #expect(Redaction.path("app://u/jane.doe@mail") == "u" && Redaction.path("app://u/jane%40mail/7") == "u")
    #expect(
      Redaction.path("https://www.skerrylight.example/profiles/family?utm_source=b") == "profiles › family")
    #expect(Redaction.path("lindqvarn://orders/LQ-88213/delivery#a") == "orders › delivery")
    #expect(PresentedMessage.target("mailto:a@b.example", tracked: []) == "writes a mail")
    #expect(PresentedMessage.target("https://a.example/x?id=1", tracked: []) == "leads to a.example")
    #expect(
      PresentedMessage.target("https://a.example/x", tracked: ["a.example"])
        == "tracked link: counts a click")
  }
}
