import InboxCore
import InboxSandbox
import InboxTUI
import InboxTestSupport
import Testing

/// What is waited for is told, can be stopped, and loses nothing (FE-8).
@MainActor
@Suite(.queued, .timeLimit(.minutes(15)))
struct WaitTests {
  private func start() async throws -> TestInbox {
    try await TestInbox.start(Acme.campaigns, timeout: 120)
  }

  @Test("FE-8 a refresh that takes long says so with its seconds, and ^G stops it: what was known stays")
  func refresh() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.messages, stall: true))
    inbox.program.receive([.character("r")])
    await inbox.sandbox.faultStruck(.messages)
    // It counts by itself: no key is pressed.
    try await inbox.see("Fetching Primary… · ", " s · ^G stops")
    inbox.program.receive([.control("g")])
    await inbox.program.idle()
    inbox.expect(shows: "Stopped: Primary is as it was.", "A plain word", "Lookbook").expect(unread: 4)
    // The schedule is not out of step: the next one works.
    await inbox.sandbox.clearFaults()
    try await inbox.press("r").expect(shows: "Primary: up to date")
    // Nothing is waited for: the key says so.
    try await inbox.press("<c-g>").expect(shows: "Nothing is waited for.")
    await inbox.end()
  }

  @Test("FE-10 what can wait is drawn once, a moment later, where nobody hurries it")
  func moment() async throws {
    let inbox = try await start()
    let frames = inbox.screen.frames
    for number in 1...3 {
      inbox.program.receive(
        .coreTold(
          .journal(JournalEntry(number: number, time: inbox.now, kind: .session, why: "why \(number)"))))
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
    try await inbox.press("j j")
    inbox.program.receive([.enter])
    await inbox.sandbox.faultStruck(.links)
    try await inbox.see("Resolving the link: this is the click…", "^G stops")
    inbox.program.receive([.control("g")])
    await inbox.program.idle()
    inbox.expect(shows: "called off after the request had left", "unknown")
    #expect(inbox.program.state.resolving == nil)
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
      files: [CampaignFile.read(path: folder.path + "/acme.toml")], patience: time)
    await inbox.sandbox.setFault(Fault(.rich, delayMilliseconds: 1500))
    inbox.program.receive([.enter])
    await inbox.sandbox.faultStruck(.rich)
    try await inbox.see("served only once… ^G")
    inbox.program.receive([.control("g")])
    try await inbox.see("See the pictures.")
    #expect(inbox.text.contains("Going on without the rich content"))
    await time.sleepers(2)
    time.advance(by: .seconds(2))
    try await inbox.see("The book")
    await inbox.program.idle()
    inbox.expect(shows: "The book", "rich content stored")
    #expect(try await inbox.sandbox.receipts().rich.map(\.served) == [1])
    await inbox.end()
  }

  @Test(
    "FE-8 EN-7 a quit says what it still sends; any key leaves at once, and what waits goes out at the next start"
  )
  func leaving() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.engagements, stall: true))
    inbox.program.receive([.enter])
    await inbox.sandbox.faultStruck(.engagements)
    let end = Task { await inbox.program.stop(within: .seconds(600)) }
    try await inbox.see("before leaving, for 2 s at most…", "any key leaves now")
    inbox.program.receive([.character("x")])
    await end.value
    let runs = try await inbox.archive.waitingRuns()
    #expect(!runs.isEmpty)
    await inbox.end()
  }
}
