import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// Finding in the whole program: real sandbox, real database, real front.
@MainActor
@Suite(.serialized, .queued)
struct FindingTests {
  private func start(columns: Int = 80, rows: Int = 24) async throws -> TestInbox {
    try await TestInbox.start(Acme.campaigns, columns: columns, rows: rows)
  }

  private func typed(_ filter: String) -> String {
    "/ " + filter.map { $0 == " " ? "<space>" : $0 == "<" ? "<lt>" : String($0) }.joined(separator: " ")
  }

  private func subjects(_ inbox: TestInbox) -> [String] {
    inbox.program.state.list.window?.rows.map(\.message.subject) ?? []
  }

  @Test("FE-6 the list narrows with each key and widens again, and the filter and its count are always there")
  func narrowing() async throws {
    let inbox = try await start()
    #expect(subjects(inbox) == ["A plain word", "Our new screws", "Spring sale", "Lookbook"])
    try await inbox.pressAtOnce(typed("w")).expect(shows: "/w · 3 of 4")
    #expect(subjects(inbox) == ["A plain word", "Our new screws", "Lookbook"])
    try await inbox.press("o r").expect(shows: "/wor · 1 of 4").expect(selected: "A plain word")
    try await inbox.pressAtOnce("<bs> <bs> <bs> Sale").expect(shows: "/Sale · 0 of 4")
    inbox.expect(shows: "No matches for /Sale in Primary. Esc shows all 4. ^A searches every center.")
    try await inbox.pressAtOnce("<c-u> S P R I N G").expect(shows: "0 of 4")
    try await inbox.pressAtOnce("<c-w> spring").expect(shows: "/spring · 1 of 4")
    // Enter keeps the filter, Esc then shows all; the message found stays selected.
    try await inbox.press("<enter>").expect(shows: "/spring · 1 of 4", "Esc show all")
    try await inbox.press("<esc>").expect(hides: "/spring").expect(selected: "Spring sale")
    #expect(subjects(inbox).count == 4)
    try await inbox.press("<esc>").expect(shows: "Nothing to clear; / filters the list.")
    await inbox.end()
  }

  @Test(
    "FE-14 in a message / finds in its text, and what is typed is never taken for commands",
    arguments: [80, 120])
  func fromMessage(columns: Int) async throws {
    let inbox = try await start(columns: columns)
    try await inbox.press("j <enter>").expect(shows: "Esc back", "/ find")
    // Each of these letters means something in a message.
    try await inbox.pressAtOnce(typed("dmx")).expect(shows: "/dmx", "no matches")
    try await inbox.press("<esc> <esc>").expect(selected: "Our new screws")
    #expect(subjects(inbox).count == 4)
    #expect(inbox.program.state.list.window?.rows.allSatisfy { $0.deleted == nil } == true)
    try await inbox.press("<tab> /").expect(shows: "Enter done")
    await inbox.end()
  }

  @Test("FE-6 where typing hides the selected message, widening selects it again")
  func origin() async throws {
    let inbox = try await start()
    try await inbox.press("j j").expect(selected: "Spring sale")
    try await inbox.pressAtOnce(typed("plain")).expect(selected: "A plain word")
    try await inbox.press("x").expect(shows: "0 of 4")
    try await inbox.press("<c-u>").expect(selected: "Spring sale")
    try await inbox.pressAtOnce("zz<enter>").expect(shows: "/zz · 0 of 4")
    #expect(inbox.program.state.target == nil)
    try await inbox.press("<enter>").expect(shows: "No message is selected.")
    try await inbox.press("<esc>").expect(selected: "Spring sale")
    try await inbox.pressAtOnce(typed("plain")).expect(selected: "A plain word")
    try await inbox.press("<esc>").expect(selected: "Spring sale")
    await inbox.end()
  }

  @Test("FE-6 a wrong filter keeps the old list and says what is wrong and what would be right")
  func wrong() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce(typed("spring is:")).expect(shows: "1 of 4", "is: takes unread, read")
    inbox.expect(hides: "“is:”").expect(selected: "Spring sale")
    try await inbox.pressAtOnce("f o o").expect(shows: "“is:foo”: is: takes unread, read", "Spring sale")
    #expect(subjects(inbox) == ["Spring sale"])
    // It cannot be kept; Esc clears the line and all that it narrowed to.
    try await inbox.press("<enter>").expect(shows: "“is:foo”")
    #expect(inbox.program.state.context == .find)
    try await inbox.press("<esc>").expect(hides: "is:foo", "/spring")
    try await inbox.pressAtOnce("/ <c-u> before:2026-02-31").expect(
      shows: "“before:2026-02-31”: before: takes a day such as")
    await inbox.end()
  }

  @Test("FE-6 EN-5 keys typed faster than the rows come mean the rows of the filter")
  func fast() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce("/spring<enter><enter>")
    #expect(try await inbox.engagements().filter { $0.hasPrefix("open") } == ["open universal"])
    await inbox.end()
  }

  @Test(
    "FE-6 MC-13 a message that arrives under a filter is in the list if it matches, and moves no selection")
  func arriving() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce(typed("-lookbook") + " <enter> j").expect(selected: "Our new screws").expect(
      shows: "/-lookbook · 3 of 4")
    _ = try await inbox.sandbox.launch(id: "later")
    try await inbox.wait { $0.list.total == 4 }.expect(shows: "/-lookbook · 4 of 5").expect(
      selected: "Our new screws")
    #expect(subjects(inbox) == ["Just arrived", "A plain word", "Our new screws", "Spring sale"])
    await inbox.end()
  }

  @Test("FE-6 MC-13 a message that arrives and does not match stays out of the list and is counted")
  func arrivingElsewhere() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce(typed("screws"))
    _ = try await inbox.sandbox.launch(id: "later")
    try await inbox.wait { $0.snapshot?.centers.first?.counts.total == 5 }.expect(shows: "/screws · 1 of 5")
    #expect(subjects(inbox) == ["Our new screws"])
    await inbox.end()
  }

  @Test("FE-6 MC-18 delete, undo and read under a filter: the next match is selected, the rest stays hidden")
  func deleting() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce(typed("is:unread") + " <enter>").expect(shows: "/is:unread · 4 of 4")
    try await inbox.press("j d").expect(shows: "/is:unread · 3 of 3").expect(selected: "Spring sale")
    try await inbox.press("m").expect(shows: "/is:unread · 2 of 3").expect(selected: "Lookbook")
    try await inbox.press("u").expect(shows: "/is:unread · 3 of 3", "Unread again: Spring sale")
      .expect(selected: "Spring sale")
    #expect(subjects(inbox) == ["A plain word", "Spring sale", "Lookbook"])
    try await inbox.press("u").expect(shows: "/is:unread · 4 of 4")
      .expect(selected: "Our new screws")
    #expect(subjects(inbox) == ["A plain word", "Our new screws", "Spring sale", "Lookbook"])
    try await inbox.press("<esc>").expect(unread: 4)
    await inbox.end()
  }

  @Test("FE-6 MC-10 a message that is opened under a filter stays in the list, selected, until it is left")
  func reading() async throws {
    let inbox = try await start()
    func isRead(_ subject: String, of total: Int) -> Bool {
      let state = inbox.program.state
      return state.detail?.isOpen == true && state.detail?.row.message.subject == subject
        && state.list.selectedRow?.message.subject == subject && state.list.total == total
    }
    try await inbox.pressAtOnce(typed("is:unread") + " <enter>").expect(shows: "/is:unread · 4 of 4")
    try await inbox.press("j <enter>")
    #expect(isRead("Our new screws", of: 4) && inbox.program.state.list.selectedRow?.read != nil)
    // In the list the keys are about it, and it goes with the first of them that leads elsewhere.
    try await inbox.press("<tab>")
    #expect(isRead("Our new screws", of: 4) && inbox.program.state.focus == .list)
    try await inbox.press("j").expect(shows: "/is:unread · 3 of 4").expect(selected: "Spring sale")
    try await inbox.press("<enter>")
    #expect(isRead("Spring sale", of: 3))
    try await inbox.press("<esc>").expect(shows: "/is:unread · 2 of 4").expect(selected: "Lookbook")
    await inbox.end()
  }

  @Test("FE-6 another tab shows what of its messages matches, and each keeps its selection")
  func tabs() async throws {
    let inbox = try await start()
    try await inbox.press("j " + typed("o") + " <enter>").expect(shows: "/o · ").expect(
      selected: "Our new screws")
    try await inbox.press("2").expect(shows: "/o · 1 of 1").expect(selected: "Only today")
    try await inbox.press("1").expect(selected: "Our new screws")
    try await inbox.press("2 <esc>").expect(hides: "/o").expect(selected: "Only today")
    try await inbox.press("1").expect(hides: "/o").expect(selected: "Our new screws")
    #expect(subjects(inbox).count == 4)
    await inbox.end()
  }

  @Test(
    "FE-6 every center in one list: rows say theirs, Enter opens them in place, a tab shows its own again")
  func everywhere() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce(typed("o") + " <c-a>").expect(
      shows: "every center /o · ", "of 5", "Offers · ")
    try await inbox.press("<enter> /").pressAtOnce("<c-u> t o d a y <enter>").expect(selected: "Only today")
    inbox.expect(shows: "every center /today · 1 of 5")
    try await inbox.press("<enter>").expect(shows: "Hurry.", "Message")
    #expect(inbox.program.state.center == .primary)
    #expect(try await inbox.engagements().contains("open offer"))
    try await inbox.press("<esc> d").expect(shows: "0 of 4", "No matches for /today in any center.")
    try await inbox.press("u").expect(shows: "1 of 5").expect(selected: "Only today")
    try await inbox.press("m").expect(unread: 1, in: "Offers")
    try await inbox.press("2").expect(shows: "/today · 1 of 1").expect(hides: "every center")
    try await inbox.press("* <esc>").expect(shows: "every center · 5").expect(hides: "/today")
    // In the line it leaves the line alone, whatever was typed.
    try await inbox.press("/ <esc>").expect(shows: "every center · 5")
    try await inbox.press("/ i s : x <esc>").expect(shows: "every center · 5")
    try await inbox.press("<esc>").expect(hides: "every center")
    try await inbox.press("1 *").expect(shows: "every center · 5")
    try await inbox.press("*").expect(hides: "every center")
    try await inbox.pressAtOnce(typed("center:offers")).expect(shows: "every center /center:offers · 1 of 5")
    try await inbox.press("<enter> *").expect(shows: "“center:” already searches every center.")
    try await inbox.press("1").expect(hides: "center:").expect(selected: "A plain word")
    await inbox.end()
  }

  @Test("FE-6 filters of before come back with up and down, what was typed as well")
  func history() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce(typed("spring") + " <enter> <esc>").pressAtOnce(
      typed("plain") + " <esc> <esc>")
    try await inbox.press("/ w <up>").expect(shows: "/plain · 1 of 4")
    try await inbox.press("<up>").expect(shows: "/spring · 1 of 4")
    try await inbox.press("<up>").expect(shows: "/spring · 1 of 4")
    try await inbox.press("<down> <down>").expect(shows: "/w · 3 of 4")
    try await inbox.press("<down> <esc> <esc>")
    #expect(inbox.program.state.find.history == ["spring", "plain", "w"])
    // Another person sees nothing of it (MC-12).
    try await inbox.pressAtOnce(typed("plain") + " <enter> U b e n <enter>").expect(hides: "/plain")
    #expect(inbox.program.state.find.history.isEmpty)
    await inbox.end()
  }

  @Test("FE-6 MC-10 what expires under a filter leaves it, and what expires soon is found by the clock")
  func expiring() async throws {
    let campaigns = Acme.campaigns.replacing(
      "subject = \"Our new screws\"", with: "subject = \"Our new screws\"\nexpires = \"+2h\"")
    let inbox = try await TestInbox.start(campaigns, columns: 80, rows: 24)
    try await inbox.pressAtOnce(typed("expires:<3h") + " <enter>").expect(shows: "/expires:<3h · 1 of 4")
    inbox.expect(selected: "Our new screws")
    // The filter stays while time passes: what it shows is gone, and the rest with it.
    try await inbox.pressAtOnce(": clock <space> +2h <enter>")
    try await inbox.wait { $0.list.total == 0 }.expect(
      shows: "/expires:<3h · 0 of 3", "No matches for /expires:<3h")
    await inbox.end()
  }

  @Test("EN-1 EN-2 what a filter shows is displayed like any row, and not again when the list is whole")
  func displays() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns + Acme.otherVendors, columns: 80, rows: 8)
    let before = try await inbox.engagements().filter { $0.hasPrefix("display") }
    #expect(before.count == 4 && !before.contains("display rich"))
    try await inbox.pressAtOnce(typed("look") + " <enter>").expect(selected: "Lookbook")
    try await inbox.press("<esc> g G " + typed("look") + " <enter> <esc>")
    let after = try await inbox.engagements().filter { $0.hasPrefix("display") }
    #expect(after.contains("display rich") && Set(after).count == after.count)
    await inbox.end()
  }

  @Test("FE-6 MC-17 words of rich content are found once it was fetched")
  func rich() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.lookbook, to: "test.toml")
    try folder.write("<h1>The <b>book</b></h1><p><a href='https://x.example/wool'>More</a>", to: "book.html")
    let inbox = try await TestInbox.start(
      files: CampaignFile.read(folder: folder.path), columns: 80, rows: 24)
    let filter = typed("\"the book\" wool has:link") + " <enter>"
    try await inbox.pressAtOnce(filter).expect(shows: "0 of 2")
    try await inbox.press("<esc> <enter>").expect(shows: "The book").press("<esc>")
    try await inbox.pressAtOnce(filter).expect(shows: "1 of 2").expect(selected: "Lookbook")
    await inbox.end()
  }

  @Test("FE-6 MC-10 a filter about the time lets go of what no longer matches, and shows what does by now")
  func time() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce(typed("after:22m") + " <enter>").expect(shows: "/after:22m · 2 of 4")
    // Too short for another fetch: nothing has changed but the time.
    try await inbox.sandbox.change(clock: .advance(seconds: 150))
    try await inbox.see("clock +2m30s")
    try await inbox.press("k").expect(shows: "/after:22m · 1 of 4").expect(selected: "A plain word")
    try await inbox.pressAtOnce("<esc> " + typed("before:24m") + " <enter>").expect(shows: "2 of 4")
    try await inbox.sandbox.change(clock: .advance(seconds: 140))
    try await inbox.see("clock +4m50s")
    try await inbox.press("j").expect(shows: "/before:24m · 3 of 4")
    await inbox.end()
  }

  private static let lookbook = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"
    [[campaign]]
    id = "rich"
    kind = "open-rich-message"
    subject = "Lookbook"
    message = "See the pictures."
    sent = "-1m"
    [campaign.rich]
    file = "book.html"
    [[campaign]]
    id = "plain"
    kind = "launch-app"
    subject = "Plain"
    message = "Words."
    sent = "-2m"
    """
}
