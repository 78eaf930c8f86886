import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import InboxVendors
import Testing

/// The program as its users meet it: every layer is the real one, only the terminal is missing.
@MainActor
@Suite(.queued)
struct WholeInboxTests {

  private static let routes = [
    RouteTable.Route(pattern: "acme://products/{id}", screen: "Product"),
    RouteTable.Route(pattern: "acme://sale/{name}", screen: "Sale"),
  ]

  private func start(
    columns: Int = 100, rows: Int = 30, link: String? = nil, timeout: Int = 60,
    settings: (inout MessageCenterSettings) -> Void = { _ in }
  ) async throws -> TestInbox {
    try await TestInbox.start(
      Acme.campaigns, columns: columns, rows: rows, routes: Self.routes, settings: settings, link: link,
      timeout: timeout)
  }

  @Test("FE-1 FE-2 BD-5 the first screen: tabs, unread counts, badge, list, preview, status, hints")
  func firstScreen() async throws {
    let inbox = try await start()
    inbox.expect(selected: "A plain word").expect(badge: 3).expect(unread: 4).expect(unread: 1, in: "Offers")
      .expect(
        shows: "1 Primary 4", "2 Offers 1", "badge 3", "A plain word", "Nothing but words.", "this device",
        "online", "session 1", "? help", "Preview")
    await inbox.end()
  }

  @Test("MC-1 MC-11 X disables after a question: nothing is left, i says why; X again brings everything back")
  func disabling() async throws {
    let inbox = try await start()
    try await inbox.press("j m X n").expect(shows: "A plain word")
    try await inbox.press("X y")
    inbox.expect(shows: "Message centers are disabled.", "all fetched messages removed")
      .expect(hides: "A plain word", "session 1").expect(badge: 3).expect(unread: 0)
    try await inbox.press("i").expect(shows: "Center: Primary", "removed: message centers were disabled")
    try await inbox.press("<esc> X")
    inbox.expect(shows: "A plain word", "Message centers enabled").expect(unread: 3)
    await inbox.end()
  }

  @Test("MC-12 EN-10 FE-6 U logs in and out: another session, another list, the first one's facts kept")
  func logIn() async throws {
    let inbox = try await start()
    try await inbox.press("m U m a r i a <enter>")
    inbox.expect(shows: "maria", "Signed in as maria").expect(unread: 4)
    #expect(try await inbox.engagements().filter { $0 == "display plain" }.count == 2)
    try await inbox.press("U <enter>").expect(shows: "this device").expect(unread: 3)
    let receipts = try await inbox.sandbox.receipts()
    #expect(Set(receipts.engagements.map(\.identity)) == ["device:test-device", "user:maria"])
    await inbox.end()
  }

  @Test("EN-1 EN-2 EN-8 what is on the screen is displayed once, and the second visit says why not")
  func displays() async throws {
    let inbox = try await start()
    #expect(
      try await inbox.engagements() == ["display deep", "display plain", "display rich", "display universal"])
    try await inbox.press("] [ E E")
    inbox.expect(shows: "suppressed: already displayed in session 1", "acknowledged")
    try await inbox.press("<esc> j j k ? <esc>")
    await inbox.quit()
    let receipts = try await inbox.sandbox.receipts()
    #expect(
      receipts.engagements.map { "\($0.type) \($0.messageID)" }.sorted() == [
        "display deep", "display offer", "display plain", "display rich", "display universal",
      ])
    #expect(receipts.duplicates == 0)
    await inbox.sandbox.stop()
  }

  @Test("EN-1 what a short screen does not show is not displayed until it is scrolled into view")
  func offScreen() async throws {
    let inbox = try await start(columns: 60, rows: 8)
    #expect(try await inbox.engagements().count == 4)
    await inbox.end()
    let short = try await TestInbox.start(manyCampaigns(30), columns: 80, rows: 10)
    #expect(try await short.engagements().count == 6)
    try await short.press("<pgdn>")
    #expect(try await short.engagements().count == 12)
    try await short.press("k").expect(selected: "Number 6")
    #expect(try await short.engagements().count == 12)
    try await short.press("G")
    #expect(try await short.engagements().count == 18)
    await short.end()
  }

  private func manyCampaigns(_ count: Int) -> String {
    let head = "[brand]\nname = \"Acme\"\ndomain = \"news.acme.example\"\nscheme = \"acme\"\n"
    return (1...count).reduce(into: head) { text, number in
      text += """

        [[campaign]]
        id = "c\(number)"
        kind = "launch-app"
        subject = "Number \(number)"
        message = "Text."
        sent = "-\(number)m"

        """
    }
  }

  @Test("EN-1 a row that a dialog covers is not displayed")
  func covered() async throws {
    let inbox = try await start()
    try await inbox.press("?")
    _ = try await inbox.sandbox.launch(id: "later")
    try await inbox.wait { $0.list.total == 5 }
    #expect(try await inbox.engagements().contains("display later") == false)
    try await inbox.press("<esc>")
    #expect(try await inbox.engagements().contains("display later"))
    await inbox.end()
  }

  @Test("EN-5 MC-19 Enter opens and counts once, also when pressed twice in one read")
  func open() async throws {
    let inbox = try await start()
    try await inbox.pressAtOnce("<enter><enter><enter>")
    inbox.expect(shows: "Message", "read").expect(unread: 3)
    try await inbox.press("<esc> <enter>")
    await inbox.quit()
    #expect(
      try await inbox.sandbox.receipts(ReceiptFilter(type: "open")).engagements.map(\.messageID)
        == ["plain", "plain"])
    await inbox.sandbox.stop()
  }

  @Test("MC-19 UL-14 an Open URL message with a custom scheme ends in a screen of the app, with no click")
  func customScheme() async throws {
    let inbox = try await start()
    try await inbox.press("j <enter>").expect(shows: "Enter follows [").expect(hides: "App: Product")
    try await inbox.press("<enter>")
    inbox.expect(shows: "App: Product", "acme › products › 12", "id = 12", "Click counted: no")
    #expect(try await inbox.sandbox.receipts().clicks.isEmpty)
    await inbox.end()
  }

  @Test("UL-1 UL-5 UL-16 a universal link is resolved over HTTPS, once, and counted once")
  func universalLink() async throws {
    let inbox = try await start()
    try await inbox.press("j j")
    try await inbox.pressAtOnce("<enter><enter>")
    #expect(try await inbox.sandbox.receipts().clicks.isEmpty)
    try await inbox.pressAtOnce("<enter><enter>")
    inbox.expect(shows: "App: Sale", "acme › sale › spring", "Click counted: yes", "deep-link")
    let clicks = try await inbox.sandbox.receipts().clicks
    #expect(clicks.map(\.link) == ["sale"])
    #expect(clicks.first?.userAgent == "ResponsysPubWebResolver (CPU iPhone OS like Mac OS X)")
    await inbox.end()
  }

  @Test("UL-2 FE-4 a numbered link without a deep link would open in the browser, which only o does")
  func webLink() async throws {
    let inbox = try await start()
    try await inbox.press("<enter> 1 <enter>")
    inbox.expect(shows: "Would open in the browser", "https://www.acme.example/guide", "web-link")
    #expect(inbox.browsed.isEmpty)
    try await inbox.press("o")
    #expect(inbox.browsed == ["https://www.acme.example/guide"])
    await inbox.end()
  }

  @Test("UL-5 moving over a link, previewing and selecting it are not clicks")
  func noClickWithoutEnter() async throws {
    let inbox = try await start()
    try await inbox.press("j j k k <enter> n p 1 <esc> ? <esc>")
    #expect(try await inbox.sandbox.receipts().clicks.isEmpty)
    await inbox.end()
  }

  @Test("UL-16 a link that arrives before start-up is done is followed once, after it")
  func arrivingLink() async throws {
    let inbox = try await start(link: "acme://products/77")
    inbox.expect(shows: "App: Product", "id = 77")
    try await inbox.press("<esc>")
    #expect(inbox.program.state.layer == nil && inbox.program.state.links.arrived.isEmpty)
    let sale = try await inbox.center.window().rows.first { $0.key.id.rawValue == "universal" }
    inbox.program.receive(.link(.linkArrived(try #require(sale?.message.deepLink))))
    await inbox.program.idle()
    try await inbox.expect(shows: "App: Sale").press("<esc>")
    #expect(inbox.program.state.layer == nil)
    #expect(try await inbox.sandbox.receipts().clicks.count == 1)
    await inbox.end()
  }

  @Test("MC-17 FE-4 rich content is shown as text with numbered links")
  func rich() async throws {
    let inbox = try await start()
    try await inbox.press("G <enter>")
    inbox.expect(shows: "The book", "Look here[1]", "[1] https://www.acme.example/look")
    try await inbox.press("1 <enter>").expect(shows: "Would open in the browser")
    await inbox.end()
  }

  @Test("MC-3 SB-2 a campaign that is launched arrives without moving the selection; counts and badge follow")
  func arrives() async throws {
    let inbox = try await start()
    try await inbox.press("j").expect(selected: "Our new screws")
    _ = try await inbox.sandbox.launch(id: "later")
    try await inbox.wait { $0.list.total == 5 }
    inbox.expect(selected: "Our new screws").expect(badge: 4).expect(unread: 5)
      .expect(shows: "Just arrived", "1 Primary 5", "Primary: Fresh.")
    await inbox.end()
  }

  @Test("MC-18 m and d are local, u brings back, the server hears nothing")
  func readAndDelete() async throws {
    let inbox = try await start()
    try await inbox.press("m").expect(unread: 3).press("m").expect(unread: 4)
    try await inbox.press("d").expect(selected: "Our new screws").expect(unread: 3)
      .expect(shows: "Deleted · u restores it")
    try await inbox.press("r").expect(unread: 3).expect(hides: "A plain word")
    try await inbox.press("u").expect(unread: 4).expect(selected: "A plain word")
      .expect(shows: "Restored: A plain word")
    // What is pressed behind it is about the message that comes back.
    try await inbox.pressAtOnce("j d u m").expect(selected: "Our new screws").expect(unread: 3)
    try await inbox.pressAtOnce("u G d u k").expect(unread: 4).expect(selected: "Spring sale")
    #expect(
      try await inbox.sandbox.requests().allSatisfy {
        $0.method == "GET" || $0.path == Endpoint.engagements || $0.path.hasPrefix("/track/")
      })
    await inbox.end()
  }

  @Test("BD-1 BD-2 BD-3 the badge dialog: set, refused by the server, reset")
  func badge() async throws {
    let inbox = try await start()
    try await inbox.press("b 7 <enter>").expect(badge: 7).expect(shows: "Badge set to 7.")
    await inbox.sandbox.setFault(Fault(.badge, status: 500))
    try await inbox.press("9 <enter>").expect(badge: 7)
      .expect(shows: "The badge is still 7, not 9.", "500")
    try await inbox.press("7 <enter>").expect(badge: 7).expect(shows: "The badge stays 7 here.", "500")
    try await inbox.press("r").expect(badge: 7)
    await inbox.sandbox.clearFaults()
    try await inbox.press("r").expect(badge: 0).press("- 4 <enter>")
      .expect(shows: "A badge of -4 cannot be set").expect(badge: 0)
    #expect(try await inbox.sandbox.receipts().badge.map(\.count) == [7, 0])
    await inbox.end()
  }

  @Test("BD-8 start, moving and opening never change the badge")
  func badgeStays() async throws {
    let inbox = try await start()
    try await inbox.press("j <enter> <esc> <esc> ] [").expect(badge: 3)
    #expect(try await inbox.sandbox.receipts().badge.isEmpty)
    await inbox.end()
  }

  @Test("MC-15 MC-16 a server that is down or talks nonsense: a sentence, and the archive stays usable")
  func serverTrouble() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.messages, status: 500))
    try await inbox.press("r").expect(shows: "status 500", "A plain word")
    await inbox.sandbox.setFault(Fault(.messages, body: #"{"messages":[{"id":"#))
    try await inbox.press("r").expect(shows: "cannot be read", "A plain word")
    await inbox.sandbox.clearFaults()
    try await inbox.press("r").expect(shows: "Primary: up to date")
    await inbox.sandbox.stop()
    try await inbox.press("r").expect(shows: "cannot be reached", "A plain word")
    try await inbox.press("<enter>").expect(shows: "Nothing but words.")
    await inbox.quit()
  }

  @Test("MC-16 a server that begins to answer and stalls is late, not waited for without end")
  func stalls() async throws {
    let inbox = try await start(timeout: 10)
    await inbox.sandbox.setFault(Fault(.messages, stall: true))
    try await inbox.press("r").expect(shows: "did not respond within 10 s", "A plain word")
    await inbox.sandbox.setFault(Fault(.badge, stall: true))
    try await inbox.press("b 5 <enter>").expect(shows: "The badge is still 3, not 5.").expect(badge: 3)
    await inbox.end()
  }

  @Test("EN-3 with ends-on-open each reading ends the session, and coming back begins another")
  func endsOnOpen() async throws {
    let inbox = try await start { $0.sessionEndsOnOpen = true }
    try await inbox.press("<enter>").expect(shows: "no session")
    try await inbox.press("<esc>").expect(shows: "session 2")
    try await inbox.press("E <enter> <tab>").expect(shows: "no session")
    try await inbox.press("<esc> <esc>").expect(shows: "session 3")
    await inbox.quit()
    let displays = try await inbox.sandbox.receipts(ReceiptFilter(type: "display")).engagements
    #expect(displays.filter { $0.messageID == "plain" }.compactMap(\.session?.number).sorted() == [1, 2, 3])
    await inbox.sandbox.stop()
  }

  @Test("FE-8 MC-15 the list of every center, and a filter, say why there is nothing to see")
  func emptyEverywhere() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.messages, status: 500))
    try await inbox.press("U n e w <enter>").expect(shows: "The back end responded with")
    try await inbox.press("*").expect(shows: "The back end responded with").expect(
      hides: "No messages in any")
    try await inbox.press("/ x").expect(shows: "The back end responded with").expect(hides: "No matches")
    await inbox.end()
  }

  @Test("EN-6 with ends-on-open a row that appears beside the open message is not reported, and says so")
  func appearsBesideMessage() async throws {
    let inbox = try await start(columns: 120) { $0.sessionEndsOnOpen = true }
    try await inbox.press("<enter>").expect(shows: "no session")
    _ = try await inbox.sandbox.launch(id: "later")
    try await inbox.wait { $0.list.total == 5 }
    try await inbox.press("E").expect(shows: "suppressed: no session")
    #expect(try await !inbox.engagements().contains("display later"))
    try await inbox.press("<esc> <esc>").expect(shows: "session 2")
    await inbox.quit()
    let filter = ReceiptFilter(type: "display", message: "later")
    let displays = try await inbox.sandbox.receipts(filter).engagements
    #expect(displays.compactMap(\.session?.number) == [2])
    await inbox.sandbox.stop()
  }

  @Test("FE-5 every size from 0×0 to 200×60 draws, and the selection survives")
  func sizes() async throws {
    let inbox = try await start()
    try await inbox.press("j")
    for size in [(0, 0), (1, 1), (5, 2), (39, 8), (40, 7), (40, 8), (40, 12), (80, 24), (99, 60), (200, 60)] {
      inbox.program.receive(.screen(.resized(Size(columns: size.0, rows: size.1))))
      await inbox.program.idle()
      #expect(inbox.screen.frame.size == Size(columns: size.0, rows: size.1))
    }
    inbox.expect(selected: "Our new screws")
    inbox.program.receive(.screen(.resized(Size(columns: 30, rows: 6))))
    await inbox.program.idle()
    inbox.expect(shows: "Need 40×8, now 30×6")
    await inbox.end()
  }

  @Test("FE-6 q closes what lies on top first, then quits")
  func quits() async throws {
    let inbox = try await start()
    try await inbox.press("? q <enter> q")
    #expect(inbox.hostRequests.isEmpty)
    try await inbox.press("q")
    #expect(inbox.hostRequests == [.quit])
    await inbox.end()
  }
}
