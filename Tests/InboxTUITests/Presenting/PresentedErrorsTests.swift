import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What goes wrong before an audience.
struct PresentedErrorsTests {
  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) + state.settle() }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, state.shownTheme).lines.joined(separator: "\n")
  }

  @Test(
    "MC-15 FE-13 before an audience a failure has no status, setting or address",
    arguments: [
      (InboxError.invalidToken(status: 401), "The server refused the request."),
      (.invalidPayload("unexpected “x” at 1:12"), "The server's response could not be read."),
      (.serverBusy(status: 500, retryAfter: nil), "Server error."),
      (.noNetwork("connection refused"), "No connection to the server."),
    ])
  func notice(error: InboxError, words: String) throws {
    var state = try PresentingFixture.state(80, 24)
    _ = state.reduce(.center(.refreshed(.primary, failures: [error])))
    #expect(state.notice?.text == words)
    state.presenting = nil
    _ = state.reduce(.center(.refreshed(.primary, failures: [error])))
    #expect(state.notice?.text == error.description)
  }

  @Test("BD-1 BD-7 FE-13 an audience sees one badge, and of a failed change that it stays")
  func badge() throws {
    var state = try PresentingFixture.state(80, 24)
    state.snapshot?.badge = BadgeState(local: 12, server: nil)
    try press(&state, "b 5 <enter>")
    #expect(text(state).contains("Badge 12 · unread"))
    _ = state.reduce(.badge(.badgeFailed(asked: 5, .serverBusy(status: 500, retryAfter: nil))))
    let shown = text(state)
    // The server may have taken it.
    #expect(shown.contains("The badge is still 12, not 5. It may have been changed all"))
    #expect(shown.contains("the same. Server error."))
    for word in ["500", "unknown", "server ?"] { #expect(!shown.contains(word), "\(word)") }
  }

  @Test("FE-12 FE-13 of pictures that cannot be had an audience hears no status")
  func pictures() throws {
    var state = try PresentingFixture.state(80, 24)
    let key = try #require(state.detail?.row.key)
    let sentence = "img.acme.example responded with status 500."
    state.pictures[key].outcomes[1] = .failed(sentence)
    _ = state.reduce(.picture(.picturesEnded(key, stopped: false)))
    #expect(state.notice?.text == "The pictures could not be loaded.")
    state.presenting = nil
    _ = state.reduce(.picture(.picturesEnded(key, stopped: false)))
    #expect(state.notice?.text == sentence)
  }

  @Test("UL-1 FE-13 an audience hears that a link's server gave nothing usable, and no status")
  func link() throws {
    var state = try PresentingFixture.state(80, 24)
    let link = "https://news.acme.example/pub/acc?_ri_=X0"
    var trail = LinkTrail(
      LinkRequest(link, from: .commandLine), .web, branch: "", reason: "", outcome: .unresolved(url: link))
    trail.stop(LinkBranch.statusFailure.rawValue, "news.acme.example responded with status 500")
    state.layer = .outcome(trail, scroll: 0)
    #expect(text(state).contains("Where the link leads is not known."))
    #expect(!text(state).contains("500"))
  }

  @Test("SB-2 FE-13 an audience hears that a campaign could not be launched, and not why")
  func launch() throws {
    var state = try PresentingFixture.state(80, 24)
    let why = "The sandbox does not respond: connection refused."
    let event = AppEvent.command(.sandboxResponded(why, failed: true, to: "launch m2"))
    _ = state.reduce(event)
    #expect(state.notice?.text == "The campaign could not be launched." && state.notice?.level == .error)
    state.presenting = nil
    _ = state.reduce(event)
    #expect(state.notice?.text == why)
  }

  @Test("FE-8 FE-13 what is waited for has other words before an audience")
  func waits() throws {
    var state = try PresentingFixture.state(80, 24)
    let since = state.now.addingTimeInterval(-2)
    state.waits = [Wait(kind: .sandbox, since: since)]
    #expect(PresentedChrome.status(state, in: 78) == "Launching the campaign… · 2 s")
    let key = try #require(state.detail?.row.key)
    state.detail?.content = .loading
    state.waits = [Wait(kind: .rich(key), since: since)]
    #expect(PresentedChrome.status(state, in: 78) == "Loading the content… · 2 s")
  }

  @Test("UL-16 FE-13 of a link that ends while the person has moved on an audience hears where it leads")
  func lateLink() throws {
    var state = try PresentingFixture.state(80, 24)
    _ = state.reduce(.link(.linkArrived("acme://sale/1")))
    try press(&state, "/ o")
    let trail = LinkTrail(
      LinkRequest("acme://sale/1", from: .commandLine), .customScheme, branch: "route", reason: "r",
      outcome: .deepLink(url: "acme://sale/1"))
    _ = state.reduce(.link(.linkResolved(trail)))
    #expect(
      state.notice?.text == "The link opens the app, which knows no such screen. E shows what happened.")
  }

  @Test("FE-13 a notice loses the ids of campaigns, and no word of the sender's")
  func ids() throws {
    var state = try PresentingFixture.state(80, 24)
    state.profile.campaigns = CampaignFacts(
      ["sale", "spring-sale", "spring-sale-2"].map {
        .init(id: $0, center: .primary, brand: "Acme", isPushed: true)
      })
    for id in ["spring-sale", "spring-sale-2"] {
      state.notify("Primary: The sale starts at our \(id)")
      let notice = try #require(state.notice)
      #expect(PresentedChrome.notice(notice, state) == "Primary: The sale starts at our …")
    }
  }
}
