import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxTUI

/// From a message to a screen of the app for each vendor: real front, real sandbox, real HTTPS.
@MainActor
@Suite(.queued)
struct VendorLinkTests {
  private func start() async throws -> TestInbox {
    try await TestInbox.start(Acme.campaigns + Acme.otherVendors, columns: 120, rows: 40, routes: Acme.routes)
  }

  private func clicks(_ inbox: TestInbox) async throws -> [String] {
    try await inbox.sandbox.receipts().clicks.map { "\($0.kind.rawValue) \($0.campaign)" }
  }

  @Test("UL-10 UL-15 FE-4 a mail's link that wraps a OneLink ends in a screen, with the click event")
  func emailIntoApp() async throws {
    let inbox = try await start()
    try await inbox.press("g <enter> <enter>").expect(
      shows: "App: Sale", "onelink › sale › spring", "deep_link_sub1 = email", "class   appsflyer-esp",
      "AppsFlyer click event, found", "deep_link_value = sale/spring", "media_source = Email",
      "GET https://click.acme.example/ls/click?upn=", "→ 302", "Click counted: yes")
    #expect(try await clicks(inbox) == ["esp esp-app"])
    await inbox.end()
  }

  @Test("UL-10 FE-4 a mail's link that wraps a page goes to the browser, which only o opens")
  func emailOntoWeb() async throws {
    let inbox = try await start()
    try await inbox.press("g j <enter> <enter>").expect(
      shows: "Would open in the browser", "https://www.acme.example/guide", "esp-browser")
    #expect(inbox.browsed.isEmpty)
    try await inbox.press("o")
    #expect(inbox.browsed == ["https://www.acme.example/guide"])
    #expect(try await clicks(inbox) == ["esp esp-web"])
    await inbox.end()
  }

  @Test("UL-10 a short OneLink is asked at its stand-in, once")
  func shortOneLink() async throws {
    let inbox = try await start()
    try await inbox.press("g j j <enter> <enter>").expect(
      shows: "App: Sale", "class   appsflyer-onelink", "GET https://acme.onelink.me/H5hv/")
    #expect(try await clicks(inbox) == ["onelink short"])
    await inbox.end()
  }

  @Test(
    "UL-11 UL-15 a Bloomreach link ends in a screen, with one campaign click"
  )
  func bloomreach() async throws {
    let inbox = try await start()
    try await inbox.press("g j j j <enter> <enter>").expect(
      shows: "App: Page", "Campaign of the link", "xnpe_cmp = e1.spring", "class   bloomreach-campaign")
    await inbox.quit()
    let tracking = try await inbox.sandbox.receipts().tracking
    #expect(tracking.map(\.type) == ["session_start", "campaign_click"])
    #expect(tracking.last?.url?.hasSuffix("&xnpe_cmp=e1.spring") == true && tracking.last?.count == 1)
    #expect(tracking.last?.customerIDs == ["cookie": .string("test-device")])
    await inbox.sandbox.stop()
  }

  @Test(
    "UL-5 UL-16 one gesture, one click: double Enter and Enter while it resolves, for each vendor",
    arguments: [("esp-app", "", 1), ("esp-web", "j ", 1), ("short", "j j ", 1), ("bloomreach", "j j j ", 1)])
  func oneGesture(id: String, way: String, count: Int) async throws {
    let inbox = try await start()
    try await inbox.press("g " + way)
    // Opening is not clicking, however often Enter came in one read.
    try await inbox.pressAtOnce("<enter> <enter> <enter>")
    #expect(try await clicks(inbox).isEmpty && inbox.program.state.layer == nil)
    try await inbox.pressAtOnce("<enter> <enter> <enter>")
    await inbox.quit()
    let receipts = try await inbox.sandbox.receipts()
    let tracked = receipts.tracking.count { $0.type == "campaign_click" }
    #expect(receipts.clicks.count { $0.campaign == id } + tracked == count)
    #expect(receipts.engagements.count { $0.type == "open" } == 1)
    await inbox.sandbox.stop()
  }

  @Test("UL-5 UL-16 quit during resolve: at most the one click that had left, and none afterwards")
  func quitDuringResolve() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.links, delayMilliseconds: 600_000, after: true))
    inbox.program.receive(try Key.sequence("g <enter>"))
    await inbox.program.idle()
    inbox.program.receive(try Key.sequence("<enter>"))
    try await inbox.sandbox.faultStruck(.links)
    inbox.program.receive(try Key.sequence("<enter>"))
    await inbox.quit()
    #expect(try await clicks(inbox) == ["esp esp-app"])
    await inbox.sandbox.stop()
  }

  @Test("UL-5 a mail's link whose response is lost: unknown, the body kept for the event pane, not repeated")
  func lostAnswer() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.links, drop: true, after: true))
    try await inbox.press("g <enter> <enter>").expect(shows: "Stopped", "Click counted: unknown")
    #expect(try await clicks(inbox) == ["esp esp-app"])
    await inbox.sandbox.setFault(Fault(.links, status: 500, body: "the service is ill"))
    try await inbox.press("<esc> h <enter> <enter> <esc> E E").expect(shows: "status-failure")
    for _ in 0..<30 where inbox.program.state.events.selected?.entry.label != "link" {
      try await inbox.press("k")
    }
    try await inbox.press("<enter>").expect(shows: "Response:", "the service is ill")
    #expect(try await clicks(inbox) == ["esp esp-app"])
    await inbox.end()
  }

  @Test("UL-11 EN-8 Bloomreach down: the click waits, the status line says so, and it arrives once")
  func trackingDown() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.tracking, status: 503))
    try await inbox.press("g j j j <enter> <enter> <esc> <esc>")
    try await inbox.wait { $0.snapshot?.outbox.failure != nil }
    await inbox.sandbox.clearFaults()
    _ = try await inbox.sandbox.receipts(ReceiptFilter()) { $0.tracking.count == 2 }
    await inbox.quit()
    #expect(try await inbox.sandbox.receipts().tracking.allSatisfy { $0.count == 1 })
    await inbox.sandbox.stop()
  }

  @Test("UL-11 FE-4 the open outcome says that the click is queued, and counted once the server has it")
  func openOutcome() async throws {
    let inbox = try await start()
    await inbox.sandbox.setFault(Fault(.tracking, status: 503))
    try await inbox.press("g j j j <enter> <enter>")
    try await inbox.wait { $0.snapshot?.outbox.failure != nil }
    inbox.expect(shows: "Click counted: it is queued").expect(hides: "the click was queued")
    await inbox.sandbox.clearFaults()
    try await inbox.see("Click counted: yes")
    await inbox.end()
  }

  @Test(
    "UL-5 UL-14 o asks first where the browser makes a click of its own, and what it handed over is reported")
  func browsedAsClick() async throws {
    let inbox = try await start()
    try await inbox.press("g j j j <enter> <enter> o").expect(
      shows: "Tracked link: the browser counts another click")
    #expect(inbox.browsed == [])
    try await inbox.press("o").expect(shows: "Opened in the browser")
    #expect(inbox.browsed.count == 1)
    #expect(
      inbox.program.state.events.lines.contains {
        $0.entry.why.contains("the browser counts another click · https://")
      })
    await inbox.end()
  }

  @Test("UL-9 D checks the branded domain: rows with verdicts, nothing that counts as a click")
  func domain() async throws {
    let inbox = try await start()
    try await inbox.press("D").expect(
      shows: "Domain: news.acme.example", "14 passed, 0 failed, 1 unknown.",
      "unknown  delegated to Responsys",
      "passed   /pub/acc opens the app", "passed   /pub/cc stays in the browser")
    try await inbox.press("]").expect(
      shows: "Domain: news.acme.example", "The profile has only this domain.")
    try await inbox.press("<esc>").expect(hides: "Domain:")
    #expect(try await clicks(inbox).isEmpty)
    await inbox.end()
  }
}
