import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// What is waited for is reported, can be stopped, and loses nothing (FE-8).
@MainActor
@Suite(.queued)
struct WaitTests {
  private func start() async throws -> TestInbox {
    try await TestInbox.start(Acme.campaigns, timeout: 120)
  }

  @Test("FE-8 a refresh that takes long says so with its seconds, and ^G cancels it: what was known stays")
  func refresh() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.messages, stall: true))
    inbox.program.receive([.character("r")])
    try await inbox.sandbox.faultStruck(.messages)
    // It counts by itself: no key is pressed.
    try await inbox.see("Fetching Primary… · ", " s · ^G cancels")
    inbox.program.receive([.control("g")])
    await inbox.program.idle()
    inbox.expect(shows: "Refresh cancelled; Primary is unchanged.", "A plain word", "Lookbook").expect(
      unread: 4)
    // The schedule is not out of step: the next one works.
    await inbox.sandbox.clearFaults()
    try await inbox.press("r").expect(shows: "Primary: up to date")
    // Nothing is waited for: the key says so.
    try await inbox.press("<c-g>").expect(shows: "Nothing to cancel.")
    await inbox.end()
  }

  @Test("MC-13 a scheduled fetch that brings something says so; r and R say what came, or that nothing did")
  func news() async throws {
    let later = ["two", "three", "four"].map { id in
      """

      [[campaign]]
      id = "\(id)"
      kind = "launch-app"
      subject = "Number \(id)"
      message = "It comes later."
      launch = "+1h"
      """
    }
    let inbox = try await TestInbox.start(Acme.campaigns + later.joined())
    // The first fetch fills the list, which says it all.
    inbox.expect(hides: "Primary: 4 new", "Primary: 5 new")
    _ = try await inbox.sandbox.launch(id: "two")
    try await inbox.sandbox.change(clock: .advance(seconds: 301))
    try await inbox.see("Primary: 1 new", "Number two")
    try await inbox.press("R").expect(shows: "Every center: up to date").expect(hides: "1 new")
    _ = try await inbox.sandbox.launch(id: "three")
    try await inbox.press("R").expect(shows: "Primary: 1 new", "Number three")
    _ = try await inbox.sandbox.launch(id: "four")
    _ = try await inbox.sandbox.withdraw(campaign: "two")
    try await inbox.press("r").expect(shows: "Primary: 1 new, 1 no longer listed")
    try await inbox.press("r").expect(shows: "Primary: up to date")
    await inbox.end()
  }

  @Test("MC-15 FE-3 the event pane names the SDK's number of an error, and the journal has it")
  func numbers() async throws {
    let inbox = try await start()
    let updates = await inbox.center.updates()
    await inbox.sandbox.setFault(Fault(.messages, status: 401))
    try await inbox.press("r E").expect(shows: "error 400:")
    await inbox.sandbox.clearFaults()
    await inbox.end()
    var codes: [Int] = []
    for await update in updates {
      for entry in update.entries {
        guard let code = entry.code else { continue }
        codes.append(code)
        #expect(entry.why.contains("error \(code): "))
        #expect(RecordedEntry(entry).members["code"] == .integer(Int64(code)))
      }
    }
    #expect(codes == [400])
  }

  @Test("BD-5 BD-7 a set that is capped says so in the dialog and the ledger")
  func capped() async throws {
    let inbox = try await start()
    try await inbox.press("b 5 0 0 <enter>").expect(shows: "500 was capped by the server at 99.")
    try await inbox.press("<esc> E").expect(badge: 99).expect(
      shows: "app set 500, capped by the server at 99")
    await inbox.end()
  }

  @Test(
    "BD-1 BD-7 the server's number is unknown after a lost response; the next response that comes brings it"
  )
  func lostBadge() async throws {
    let inbox = try await start()
    try await inbox.press("b 5 <enter> <esc>").expect(badge: 5)
    await inbox.sandbox.setFault(Fault(.badge, status: 500, after: true))
    try await inbox.press("b 7 <enter>").expect(shows: "The badge is still 5", "server unknown").expect(
      badge: 5)
    await inbox.sandbox.clearFaults()
    try await inbox.press("<esc> r").expect(badge: 7)
    #expect(inbox.program.state.snapshot?.badge == BadgeState(local: 7, server: 7))
    await inbox.end()
  }

  @Test("FE-10 what can wait is drawn once, a moment later, where no one hurries it")
  func moment() async throws {
    let inbox = try await start()
    let frames = inbox.screen.frames
    for number in 1...3 {
      inbox.program.receive(
        .coreUpdated(
          .journal([JournalEntry(number: number, time: inbox.now, kind: .session, why: "why \(number)")])))
    }
    #expect(inbox.screen.frames == frames)
    await inbox.program.idle(hurries: false)
    #expect(inbox.screen.frames == frames + 1)
    await inbox.end()
  }

  @Test("FE-8 UL-5 a link that takes long is stopped: the click may have been counted, and is not repeated")
  func link() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.links, stall: true))
    try await inbox.press("j j <enter>")
    inbox.program.receive([.enter])
    try await inbox.sandbox.faultStruck(.links)
    try await inbox.see("Resolving the link (counts as a click)…", "^G cancels")
    inbox.program.receive([.control("g")])
    await inbox.program.idle()
    inbox.expect(shows: "Cancelled after the request had left", "unknown")
    #expect(inbox.program.state.links.resolving == nil)
    await inbox.end()
  }

  @Test(
    "FE-8 MC-17 rich content that takes long is read on without; when it comes it is shown, asked for once")
  func rich() async throws {
    let folder = try TemporaryFolder()
    let toml = """
      [brand]
      name = "Acme"
      domain = "news.acme.example"

      [[campaign]]
      id = "once"
      kind = "open-rich-message"
      subject = "Lookbook"
      message = "See the pictures."
      sent = "-1m"
      [campaign.rich]
      file = "once.html"
      """
    try folder.write(toml, to: "acme.toml")
    try folder.write("<h1>The book</h1>", to: "once.html")
    let time = VirtualClock.standing()
    let inbox = try await TestInbox.start(
      files: [CampaignFile.read(path: folder.path + "/acme.toml")], realTime: time)
    await inbox.sandbox.setFault(Fault(.rich, delayMilliseconds: 1500))
    inbox.program.receive([.enter])
    try await inbox.sandbox.faultStruck(.rich)
    try await inbox.see("served only once… ^G")
    inbox.program.receive([.control("g")])
    try await inbox.see("See the pictures.")
    #expect(inbox.text.contains("Continuing without the rich content"))
    try await time.sleepers(2)
    time.advance(by: .seconds(2))
    try await inbox.see("The book")
    await inbox.program.idle()
    inbox.expect(shows: "The book", "rich content stored")
    #expect(try await inbox.sandbox.receipts().rich.map(\.served) == [1])
    await inbox.end()
  }

  @Test(
    "FE-8 EN-7 a quit says what it still sends, also where it calls off a refresh; any key leaves at once, and what waits goes out at the next start",
    arguments: [false, true])
  func leaving(refreshes: Bool) async throws {
    let inbox = try await start()
    if refreshes {
      await inbox.sandbox.setFault(Fault(.messages, stall: true))
      inbox.program.receive([.character("r")])
      try await inbox.sandbox.faultStruck(.messages)
    }
    await inbox.sandbox.setFault(Fault(.engagements, stall: true))
    inbox.program.receive([.enter])
    try await inbox.sandbox.faultStruck(.engagements)
    let end = Task { await inbox.program.stop(within: .seconds(600)) }
    try await inbox.see("before leaving, for 2 s at most…", "any key quits now")
    inbox.program.receive([.character("x")])
    await end.value
    let runs = try await inbox.archive.endedRuns()
    #expect(!runs.isEmpty)
    await inbox.end()
  }
}
