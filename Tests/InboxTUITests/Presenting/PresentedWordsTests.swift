import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxCore
@testable import InboxTUI

/// What an audience hears of what was reported.
struct PresentedWordsTests {
  @Test(
    "UL-5 VE-5 an audience hears of a click what is known of it: reported by the app, waiting, or perhaps counted"
  )
  func clicks() throws {
    var vendor = ResponsysBackEnd.capabilities
    var deeds = CampaignLog.Deeds()
    deeds.displays.waiting = 1
    deeds.clicks.unclear = 1
    let short = PresentedWords.shortDeeds(deeds, vendor)
    #expect(short == "displayed, waits · not opened · clicked, maybe counted")
    deeds.clicks.known = 1
    #expect(PresentedWords.deeds(deeds, vendor).hasSuffix("Link clicked: counted once, perhaps more often"))
    #expect(PresentedWords.shortDeeds(deeds, vendor).hasSuffix(" · clicked 1×, maybe more"))
    vendor.clicks = true
    deeds.clicks = CampaignLog.Tally(known: 1)
    #expect(PresentedWords.deeds(deeds, vendor).hasSuffix("Link clicked: reported once"))
    let push = JournalEntry(
      number: 1, time: StateFixture.now, kind: .push, message: nil, why: "push: list changed")
    #expect(EventEntry.journal(push).presented(vendor) == nil)
  }

  @Test("UL-5 UL-11 a click that goes out as an event of the vendor's is counted once that is acknowledged")
  func queuedClick() {
    let key = MessageKey(center: .primary, id: MessageID("m1"))
    let link = "https://links.example/p"
    var trail = LinkTrail(
      LinkRequest(link, from: .message(key)), .customScheme, branch: "campaign", reason: "r",
      outcome: .browser(url: link))
    trail.click = .queued
    func line(_ verdict: JournalEntry.Verdict, _ link: String) -> JournalEntry {
      JournalEntry(
        number: 1, time: StateFixture.now, kind: .tracking(verdict), message: nil,
        why: "campaign_click acknowledged by Bloomreach · \(link)")
    }
    var log = CampaignLog()
    log.take(trail, isReported: false)
    log.take(line(.sent, "https://links.example/other"))
    log.take(line(.queued, link))
    log.take(line(.suppressed, link))
    #expect(log.deeds(of: key).clicks == CampaignLog.Tally(waiting: 1))
    #expect(PresentedWords.click(trail, log, ResponsysBackEnd.capabilities).contains("as soon as"))
    log.take(line(.sent, link))
    #expect(log.deeds(of: key).clicks == CampaignLog.Tally(known: 1))
    #expect(PresentedWords.click(trail, log, ResponsysBackEnd.capabilities) == "Link clicked: counted once.")
    // Each of several counts, in whatever order lines without a click of their own come.
    for _ in 1...2 { log.take(trail, isReported: false) }
    log.take(line(.suppressed, link))
    #expect(log.deeds(of: key).clicks == CampaignLog.Tally(known: 1, waiting: 2))
    for _ in 1...2 { log.take(line(.sent, link)) }
    #expect(log.deeds(of: key).clicks == CampaignLog.Tally(known: 3))
  }

  @Test(
    "UL-11 FE-13 a click that was queued has a second line for an audience once it is counted, or is not",
    arguments: [
      (JournalEntry.Verdict.queued, String?.none), (.suppressed, nil), (.sent, "Link clicked: counted once"),
      (.refused, "The click was not counted"), (.dropped, "The click was not counted"),
    ])
  func settledClick(_ verdict: JournalEntry.Verdict, _ words: String?) {
    func line(_ why: String, isReported: Bool = false) -> String? {
      var vendor = ResponsysBackEnd.capabilities
      vendor.clicks = isReported
      let entry = JournalEntry(
        number: 1, time: StateFixture.now, kind: .tracking(verdict), message: nil, why: why)
      return EventEntry.journal(entry).presented(vendor)
    }
    let why = "campaign_click acknowledged by Bloomreach · https://links.example/p"
    #expect(line(why) == words)
    // The app's report of a message's click has another line; the start of a session is no click.
    let campaign = words.map {
      $0.hasSuffix("not counted")
        ? "The campaign click was not counted" : "The campaign click was counted once"
    }
    #expect(line(why, isReported: true) == campaign)
    #expect(line("session_start acknowledged by Bloomreach · campaign spring") == nil)
  }

  @Test("BD-7 FE-13 one badge that could not be set is one line for an audience")
  func failedBadge() {
    func words(_ why: String) -> String? {
      EventEntry.journal(
        JournalEntry(
          number: 1, time: StateFixture.now, kind: .badge(BadgeState(local: 12, server: nil), failed: true),
          message: nil, why: why)
      ).presented(ResponsysBackEnd.capabilities)
    }
    #expect(words("failed sync: set 5") == "Badge stays 12: it could not be set")
    #expect(words("the server's number is still unknown: error 5001: x") == nil)
  }

  @Test(
    "UL-1 UL-2 a link whose server failed leads somewhere, as far as is known; one without a target leads nowhere",
    arguments: [
      ("status-failure", "No usable response for the link; the click may have been counted"),
      ("parse-failure", "No usable response for the link; the click may have been counted"),
      ("transport-failure", "No response for the link; the click may have been counted"),
      ("nowhere", "The link led nowhere; the click may have been counted"),
    ])
  func failedLinks(branch: String, words: String) {
    let entry = JournalEntry(
      number: 1, time: StateFixture.now, kind: .link(failed: true), message: nil,
      why: "\(LinkTrail.Click.unknown.words) · Responsys app link, \(branch): x")
    #expect(EventEntry.journal(entry).presented(ResponsysBackEnd.capabilities) == words)
  }

  @Test("FE-5 UL-5 in 40 columns nothing of what was reported is cut")
  func tight() throws {
    var state = try PresentingFixture.state(40, 12)
    let key = try #require(state.detail?.row.key)
    for kind in [JournalEntry.Kind.display(.sent), .open(.sent)] {
      state.campaignLog.take(
        JournalEntry(number: 1, time: StateFixture.now, kind: kind, message: key, why: "sent"))
    }
    let link = "https://links.example/p"
    var trail = LinkTrail(
      LinkRequest(link, from: .message(key)), .web, branch: "unknown", reason: "r",
      outcome: .stop(reason: "r", offered: nil))
    for (click, words) in [(LinkTrail.Click.unknown, "clicked ?×"), (.yes, "clicked 1×+")] {
      trail.click = click
      state.campaignLog.take(trail, isReported: false)
      #expect(PresentedChrome.status(state, in: 38) == "displayed 1× · opened 1× · \(words)")
    }
  }

  @Test(
    "UL-5 VE-5 an audience hears that the app reports a click only of a message's link that was followed",
    arguments: [
      (LinkRequest.Gesture.follow, [JournalEntry.Verdict.queued], "Link clicked: waits to be reported."),
      (.follow, [.queued, .sent], "Link clicked: reported once."),
      (.follow, [.suppressed], "Link clicked: yes, not reported."),
      (.dryRun, [], "No click is counted for this link."),
    ])
  func reportedClick(
    _ gesture: LinkRequest.Gesture, _ verdicts: [JournalEntry.Verdict], _ words: String
  ) {
    var vendor = ResponsysBackEnd.capabilities
    vendor.clicks = true
    let key = MessageKey.numbered(1)
    var log = CampaignLog()
    for verdict in verdicts {
      log.take(
        JournalEntry(
          number: 1, time: StateFixture.now, kind: .engagement(.click, verdict), message: key, why: "click"))
    }
    let link = "https://www.acme.example/sale"
    func trail(_ origin: LinkRequest.Origin) -> LinkTrail {
      LinkTrail(
        LinkRequest(link, from: origin, gesture: gesture), .web, branch: "browser", reason: "r",
        outcome: .browser(url: link))
    }
    #expect(PresentedWords.click(trail(.message(key)), log, vendor) == words)
    // One word for one click: also where the link counts it as well, or an event of the vendor's does.
    for click in [LinkTrail.Click.yes, .queued] where gesture == .follow {
      var counted = trail(.message(key))
      counted.click = click
      #expect(PresentedWords.click(counted, log, vendor) == words)
      // Where the report could not be stored, the link has counted it all the same.
      #expect(PresentedWords.click(counted, CampaignLog(), vendor) == click.presented + ".")
    }
    #expect(
      PresentedWords.click(trail(.commandLine), log, vendor) == "No click is counted for this link.")
  }

  @Test(
    "FE-13 VE-5 what happened says once what the app reports of a click, and how a link of no message counts",
    arguments: [LinkTrail.Click.no, .yes, .queued])
  func clickLines(_ click: LinkTrail.Click) {
    func words(_ message: MessageKey?, isReported: Bool = true) -> String? {
      var vendor = ResponsysBackEnd.capabilities
      vendor.clicks = isReported
      return EventEntry.journal(
        JournalEntry(
          number: 1, time: StateFixture.now, kind: .link(failed: false), message: message,
          why: "\(click.words) · web link, browser: x")
      ).presented(vendor)
    }
    #expect(words(.numbered(1)) == nil)
    for line in [words(nil), words(.numbered(1), isReported: false)] { #expect(line == click.presented) }
  }

  @Test("UL-5 FE-5 FE-14 where the box of a link has little room the click stands first; the rest scrolls")
  func tightOutcome() throws {
    let caption = String(repeating: "Words of a caption. ", count: 9)
    var state = try PresentingFixture.state(40, 12, tour: Tour(name: "x", steps: [Tour.Step(caption)]))
    var trail = LinkTrail(
      LinkRequest("acme://sale/1", from: .commandLine), .customScheme, branch: "route", reason: "r",
      outcome: .screen(
        AppScreen(title: "Sale", trail: ["acme", "sale"], parameters: [], url: "acme://sale/spring-sale")))
    trail.click = .yes
    state.layer = .outcome(trail, scroll: 0)
    var lines = MainView.draw(state, state.shownTheme).lines
    let click = try #require(lines.firstIndex { $0.contains("Link clicked: counted once.") })
    #expect(lines[click + 1].contains("The link opens the app at sale ›"), "\(lines)")
    #expect(lines[click + 2].contains(" 2/3 · j k "), "\(lines)")
    // Further down there is nothing.
    for key in "jj" { _ = state.reduce(.keyPressed(.character(key))) + state.settle() }
    lines = MainView.draw(state, state.shownTheme).lines
    #expect(lines[click].contains("The link opens the app at sale ›"), "\(lines)")
    #expect(lines[click + 1].contains("spring sale.") && lines[click + 2].contains(" 3/3 "), "\(lines)")
    _ = state.reduce(.keyPressed(.character("k")))
    #expect(MainView.draw(state, state.shownTheme).lines[click].contains("Link clicked"))
    // What only a tester reads is not searched either.
    _ = state.reduce(.keyPressed(.character("/")))
    #expect(state.context == .outcome && state.notice?.text == "There is nothing to find here.")
  }
}
