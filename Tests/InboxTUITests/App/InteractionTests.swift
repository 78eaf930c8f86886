import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// What happens when keys, answers and other programs come at inconvenient moments.
@MainActor
@Suite(.queued)
struct InteractionTests {
  private static let routes = [RouteTable.Route(pattern: "acme://sale/{name}", screen: "Sale")]

  private func start(
    columns: Int = 100, rows: Int = 30, realTime: any Clock<Duration> = ContinuousClock()
  ) async throws -> TestInbox {
    try await TestInbox.start(
      Acme.campaigns, columns: columns, rows: rows, routes: Self.routes, realTime: realTime)
  }

  @Test("FE-6 keys that arrive in one read mean what they would have meant one by one")
  func fastKeys() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce("2<enter>")
    inbox.expect(shows: "Message", "Hurry.")
    try await inbox.pressAtOnce("<esc>1")
    try await inbox.pressAtOnce("mm").expect(unread: 4)
    try await inbox.pressAtOnce("mmm").expect(unread: 3)
    try await inbox.pressAtOnce("ddd").expect(selected: "Lookbook").expect(shows: "Deleted")
    #expect(inbox.program.state.list.total == 1)
    try await inbox.pressAtOnce("uuu").expect(shows: "A plain word", "Spring sale")
    #expect(inbox.program.state.list.total == 4)
    #expect(try await inbox.engagements().filter { $0.hasPrefix("open") } == ["open offer"])
    await inbox.end()
  }

  @Test("FE-6 Esc and a key in one read are Esc and that key")
  func escapeAndKey() async throws {
    let inbox = try await start()
    try await inbox.press("?").expect(shows: "Keys")
    inbox.program.receive([.alt("2")])
    await inbox.program.idle()
    inbox.expect(hides: "Keys").expect(shows: "Only today")
    await inbox.end()
  }

  @Test(
    "FE-6 Alt and a letter that terminals begin a report with is a key of its own, not Esc and that letter")
  func cutReport() throws {
    for letter in "OPX[]^_" {
      var state = try StateFixture.inbox(100, 30)
      _ = state.reduce(.keyPressed(.character("?")))
      #expect(state.reduce(.keyPressed(.alt(letter))) == [])
      guard case .help? = state.layer else {
        Issue.record("Alt-\(letter) has closed the help")
        continue
      }
      _ = state.reduce(.keyPressed(.escape))
      #expect(state.reduce(.keyPressed(.alt(letter))) == [] && state.layer == nil && state.center == .primary)
      #expect(state.notice?.text.contains("does nothing here") == true, "\(state.notice?.text ?? "")")
    }
    // A person who gives it a meaning means it.
    var state = try StateFixture.inbox(100, 30)
    state.keys = KeyMap.made(of: [.init(.help, [.alt("P")])]).map
    _ = state.reduce(.keyPressed(.alt("P")))
    #expect(state.layer != nil)
  }

  @Test("UL-16 a link that ends when the person has gone on is reported, it does not jump into the way")
  func lateOutcome() async throws {
    let time = VirtualClock.standing()
    let inbox = try await start(realTime: time)
    await inbox.sandbox.setFault(Fault(.links, delayMilliseconds: 1000))
    try await inbox.press("j j <enter>")
    inbox.program.receive([.enter])
    try await inbox.sandbox.faultStruck(.links)
    inbox.program.receive([.escape])
    try await time.sleepers(2)
    time.advance(by: .seconds(2))
    await inbox.program.idle()
    inbox.expect(hides: "Resolution steps").expect(shows: "Link resolved: App: Sale")
    #expect(try await inbox.sandbox.receipts().clicks.count == 1)
    await inbox.end()
  }

  @Test("FE-3 the event pane goes from strip to full to off, and an open message stays open")
  func eventPane() async throws {
    let inbox = try await start(columns: 80, rows: 24)
    try await inbox.press("<enter> E").expect(shows: "Message", "Events")
    try await inbox.press("E").expect(hides: "Message")
    try await inbox.press("E").expect(shows: "Message", "Nothing but words.").expect(hides: "Events")
    await inbox.end()
  }

  @Test("EN-9 suppressed displays with one reason share a line, and Enter shows each of them")
  func collapsed() async throws {
    let inbox = try await start(columns: 80, rows: 24)
    // The app's session tells of itself whenever its time has come.
    try await inbox.press("] [ E E f").expect(shows: "4 messages", "already displayed in session 1")
    try await inbox.press("<enter>").expect(
      shows: "Event: display", "universal in Primary", "rich in Primary")
    await inbox.end()
  }

  @Test("EN-11 the history of an open message follows what the server says")
  func history() async throws {
    let inbox = try await start()
    try await inbox.press("<enter> G").expect(shows: "opened in session 1, sent").expect(hides: "waiting")
    await inbox.end()
  }

  @Test("MC-17 rich content that could not be loaded is requested again by r, which is not another open")
  func richRetry() async throws {
    let folder = try TemporaryFolder()
    let toml = """
      [brand]
      name = "Acme"
      domain = "news.acme.example"

      [[campaign]]
      id = "once"
      kind = "open-rich-message"
      subject = "Served once"
      message = "Words."
      [campaign.rich]
      file = "once.html"
      """
    try folder.write(toml, to: "acme.toml")
    try folder.write("<h1>The only copy</h1>", to: "once.html")
    let inbox = try await TestInbox.start(files: [CampaignFile.read(path: folder.path + "/acme.toml")])
    await inbox.sandbox.setFault(Fault(.rich, status: 500, times: 1))
    try await inbox.press("<enter>").expect(shows: "status 500. r tries again.", "Words.")
    try await inbox.press("r").expect(shows: "The only copy")
    try await inbox.press("<esc> <enter>").expect(shows: "The only copy")
    #expect(try await inbox.sandbox.receipts(ReceiptFilter(type: "open")).engagements.count == 2)
    #expect(try await inbox.sandbox.receipts().rich.map(\.served) == [1])
    await inbox.end()
  }

  @Test("BD-4 BD-7 a badge that another program on this profile has set is seen on asking")
  func badgeOfAnotherProgram() async throws {
    let inbox = try await start()
    // The push line opens with what the server holds; only then is anything else newer.
    try await inbox.wait { $0.snapshot?.badge.server == 3 }
    let entry = BadgeEntry(time: inbox.now, cause: "app set 42", state: BadgeState(local: 42, server: 42))
    try await inbox.archive.saveBadge(entry, of: .device("test-device"))
    try await inbox.press("b").expect(badge: 42).expect(shows: "Local 42 · server 42")
    await inbox.end()
  }

  @Test("EN-3 quitting and suspending begin no session, also where opening ends one")
  func noPhantomSession() async throws {
    let inbox = try await TestInbox.start(
      Acme.campaigns,
      settings: {
        $0.sessionEndsOnOpen = true
        $0.displayDelivery = .atSessionEnd
      })
    try await inbox.press("j")
    await inbox.program.willSuspend()
    await inbox.program.idle()
    #expect(inbox.program.state.snapshot?.session == nil)
    await inbox.program.didResume(Size(columns: 100, rows: 30))
    await inbox.program.idle()
    await inbox.quit()
    let displays = try await inbox.sandbox.receipts(ReceiptFilter(type: "display")).engagements
    #expect(Set(displays.compactMap(\.session?.number)) == [1, 2])
    #expect(displays.count == 8)
    await inbox.sandbox.stop()
  }

  @Test("MC-17 leaving a message while its content loads leaves a preview, and the next opening shows it")
  func leavesWhileLoading() async throws {
    let inbox = try await start()
    try await inbox.press("G")
    try await inbox.pressAtOnce("<enter>")
    try await inbox.press("<esc>").expect(hides: "Fetching the rich content").expect(
      shows: "See the pictures.")
    try await inbox.press("<enter>").expect(shows: "The book")
    await inbox.end()
  }

  @Test("FE-1 a notice goes by itself, one that tells of trouble later")
  func noticeGoes() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, begin: { $0.keepsNotices = false })
    try await inbox.press("w")
    let until = try #require(inbox.program.state.notice?.until)
    var state = inbox.program.state
    state.now = until
    _ = state.settle()
    #expect(state.notice == nil)
    state.notify("Done.")
    let short = try #require(state.notice?.until)
    state.notify("No.", .error)
    let long = try #require(state.notice?.until)
    #expect(long > short)
    state.now = short
    _ = state.settle()
    #expect(state.notice?.text == "No.")
    state.now = long
    _ = state.settle()
    #expect(state.notice == nil)
    await inbox.end()
  }
}
