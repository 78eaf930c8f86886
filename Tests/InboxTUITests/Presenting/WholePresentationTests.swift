import Foundation
import Glibc
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

@testable import inbox

/// The demonstration before an audience, with the real sandbox behind it.
@MainActor
@Suite(.queued)
struct WholePresentationTests {
  @Test("EN-2 EN-5 UL-5 BD-2 SB-5 the tour that comes along: what its captions say is what the receipts say")
  func tour() async throws {
    let tour = try TourReader.read(PresentingFixture.tourPath, CampaignFacts(CampaignFile.bundled()))
    let inbox = try await PresentingFixture.inbox(tour: tour)
    let badge = inbox.program.state.snapshot?.badge.local ?? 0
    var watch = try await SecretWatch(inbox)
    try await watch.look(at: inbox, after: "the start")
    let id = "skerrylight-premiere-night"
    func count(_ type: String) async throws -> Int {
      try await inbox.sandbox.receipts().engagements.count { $0.type == type && $0.messageID == id }
    }
    inbox.expect(shows: " 1 / 10 ", "Welcome.").expect(badge: badge)
      .expect(selected: "The Salt Road, season 3: the caravan moves on tonight")
    try await press("n", inbox, &watch)
    inbox.expect(selected: "🔴 Live now: premiere night").expect(badge: badge + 1)
    inbox.expect(
      shows: "▸ Push banner", "The cast of The Salt Road is on stage", "Skerrylight launches a campaign.")
    try await press("n", inbox, &watch)
    inbox.expect(shows: "▸ In the list")
    try await press("n", inbox, &watch)
    inbox.expect(
      shows: "Displayed: reported once · Opened: not yet · Link clicked: not yet")
    let displayed = try await count("display")
    #expect(displayed == 1)
    try await press("n", inbox, &watch)
    inbox.expect(
      shows: "▸ Opened", "Opened: reported", "Take your seat", "Premiere night")
    let (opened, noClick) = (try await count("open"), try await inbox.sandbox.receipts().clicks)
    #expect(opened == 1 && noClick.isEmpty)
    try await press("n", inbox, &watch)
    #expect(inbox.program.state.detail?.link == 1)
    try await press("n", inbox, &watch)
    inbox.expect(
      shows: "In the app: Live event", "The link opens the app at live ›",
      "Link clicked: counted once.")
    let clicks = try await inbox.sandbox.receipts().clicks
    #expect(clicks.map(\.campaign) == [id])
    try await press("n", inbox, &watch)
    // What the caption says of the report is what the line below it says.
    inbox.expect(selected: "🔴 Live now: premiere night").expect(
      shows: "Displayed once, opened once, clicked once",
      "Displayed: reported once · Opened: reported once · Link clicked: counted once", "Opened earlier")
    inbox.expect(badge: badge + 1)
    try await press("n", inbox, &watch)
    inbox.expect(badge: 0)
    try await press("n", inbox, &watch)
    inbox.expect(shows: "10 / 10", "the end").expect(hides: "Live now: premiere night")
    // Read again, all of it: nothing is done once more.
    try await inbox.press("<left> <left> <left> <left> <left> <left> <left> <left> <left> n n n")
    // Run once more, it is about the message of the new launch.
    try await inbox.press("<esc>").expect(shows: "shown to its end; t begins it again")
    try await inbox.press("t n n n n n n")
    inbox.expect(shows: " 7 / 10 ", "In the app: Live event").expect(badge: 1)
    #expect(inbox.program.state.detail?.row.key.id.rawValue == id + "-2")
    await inbox.quit()
    let receipts = try await inbox.sandbox.receipts()
    let again = receipts.engagements.filter { $0.messageID == id + "-2" }.map(\.type).sorted()
    #expect(again == ["display", "open"])
    let engagements = receipts.engagements.filter { $0.messageID == id }.map(\.type).sorted()
    #expect(engagements == ["display", "open"] && receipts.duplicates == 0)
    #expect(receipts.clicks.map(\.campaign) == [id, id + "-2"])
    #expect(receipts.badge.map(\.asked) == [0])
    await inbox.sandbox.stop()

    var player = try ReplayPlayer(inbox.recording())
    let different = (0..<player.count).first { position in
      player.show(position)
      return !player.picture.isSame
    }
    #expect(different == nil)
    #expect(player.flaws == [] && player.count > 20)
  }

  @Test(
    "FE-13 UL-5 a tour finds its message again after the person has looked at others, and opens or clicks no other one"
  )
  func lookedAway() async throws {
    let tour = try TourReader.read(PresentingFixture.tourPath, CampaignFacts(CampaignFile.bundled()))
    let inbox = try await PresentingFixture.inbox(tour: tour)
    let id = "skerrylight-premiere-night"
    try await inbox.press("n n n j j n")
    inbox.expect(shows: " 5 / 10 ", "Opened: reported").expect(selected: "🔴 Live now: premiere night")
    // A link number is the tour's as well.
    try await inbox.press("n J n")
    inbox.expect(shows: " 7 / 10 ", "In the app: Live event", "Link clicked: counted once.")
    var receipts = try await inbox.sandbox.receipts()
    #expect(receipts.clicks.map(\.campaign) == [id])
    // The person has opened one other message, the tour its own, once.
    #expect(receipts.engagements.filter { $0.type == "open" && $0.messageID == id }.map(\.count) == [1])
    #expect(receipts.engagements.count { $0.type == "open" } == 2)
    try await inbox.press("n <esc> t t n")
    #expect(inbox.program.state.detail?.isOpen != true)

    // What was deleted is not there: no key goes to another message.
    let other = try await PresentingFixture.inbox(tour: tour)
    try await other.press("n n n d n")
    try await other.see(" 5 / 10 ", "its message is not in the list; n goes on")
    receipts = try await other.sandbox.receipts()
    #expect(!receipts.engagements.contains { $0.type == "open" } && receipts.clicks.isEmpty)
    for inbox in [inbox, other] {
      await inbox.quit()
      await inbox.sandbox.stop()
    }
  }

  @Test("FE-11 a campaign that is launched while presenting is what the audience sees, in its own center")
  func launched() async throws {
    let inbox = try await PresentingFixture.inbox()
    let campaigns = try #require(inbox.program.state.profile.campaigns).campaigns
      .sorted { ($0.brand, $0.subject) < ($1.brand, $1.subject) }
    let place = try #require(campaigns.firstIndex { $0.id == "tidemoor-happy-hour" })
    let before = inbox.program.state.list.selectedRow?.key
    for launch in ["tidemoor-happy-hour", "tidemoor-happy-hour-2"] {
      try await inbox.press("L" + String(repeating: " j", count: place) + " <enter>")
      try await inbox.wait { $0.list.selectedRow?.key.id.rawValue == launch }
      #expect(inbox.program.state.center.rawValue == "Offers" && before?.id.rawValue != launch)
      try await inbox.press("1")
    }
    // Someone who reads is left alone, wherever the message arrives.
    try await inbox.press("2 g j <enter>")
    let read = inbox.program.state.detail?.row.key
    try await inbox.press("L" + String(repeating: " j", count: place) + " <enter>")
    try await inbox.wait { $0.snapshot?.centers.contains { $0.counts.total == 15 } == true }
    #expect(inbox.program.state.detail?.row.key == read && inbox.program.state.focus == .detail)
    await inbox.quit()
    await inbox.sandbox.stop()
  }

  @Test("SB-2 a campaign for the message center only arrives as well, as soon as it is launched")
  func launchedWithoutBanner() async throws {
    let inbox = try await PresentingFixture.inbox()
    let campaigns = try #require(inbox.program.state.profile.campaigns).campaigns
      .sorted { ($0.brand, $0.subject) < ($1.brand, $1.subject) }
    let place = try #require(campaigns.firstIndex { $0.id == "korvane-anchor-savings" })
    #expect(!campaigns[place].isPushed)
    for _ in 0..<2 {
      let before = try count(inbox)
      try await inbox.press("L" + String(repeating: " j", count: place) + " <enter>")
      try await inbox.wait { state in
        state.snapshot?.centers.first { $0.name == CenterName("Offers") }?.counts.total == before + 1
      }
      try await inbox.wait {
        $0.list.selectedRow.map { CampaignFacts.isLaunch($0.key.id.rawValue, of: "korvane-anchor-savings") }
          == true
      }
      #expect(inbox.program.state.center == CenterName("Offers"))
      try await inbox.press("1")
    }
    await inbox.quit()
    await inbox.sandbox.stop()
  }

  private func count(_ inbox: TestInbox) throws -> Int {
    try #require(
      inbox.program.state.snapshot?.centers.first { $0.name == CenterName("Offers") }?.counts.total)
  }

  @Test("FE-9 nothing that identifies anyone or anything is on any screen, whatever is pressed")
  func secrets() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let inbox = try await PresentingFixture.inbox()
    var watch = try await SecretWatch(inbox)
    // Every message in every center: as it lies there, opened, its links followed, and what is reported of it.
    for center in 1...4 {
      try await press("\(center) g", inbox, &watch)
      let count = inbox.program.state.list.total
      #expect(count > 3)
      for number in 0..<count {
        try await press("<enter> <enter>", inbox, &watch)
        let links = inbox.program.state.detail?.links.count ?? 0
        for link in 1...max(1, min(links, 3)) where links > 0 {
          try await press("<esc> \(link) <enter> o o", inbox, &watch)
          if inbox.program.state.layer != nil { try await press("<esc>", inbox, &watch) }
          if inbox.program.state.focus == .list { try await press("<enter>", inbox, &watch) }
        }
        while inbox.program.state.layer != nil || inbox.program.state.focus != .list {
          try await press("<esc>", inbox, &watch)
        }
        if number % 4 == 0 { try await press("E E E", inbox, &watch) }
        try await press("j", inbox, &watch)
      }
    }
    #expect(try await inbox.sandbox.receipts().clicks.count > 5)
    // Then every action in any order, by its keys and by itself, at any size.
    let key = MessageKey(center: CenterName("Offers"), id: MessageID("tidemoor-happy-hour"))
    func offers(_ state: AppState) -> Int {
      state.snapshot?.centers.first { $0.name == key.center }?.counts.total ?? 0
    }
    let before = offers(inbox.program.state)
    _ = try await inbox.sandbox.launch(id: "tidemoor-happy-hour")
    // On a busy machine the line can have broken off just then: what it missed comes without a banner.
    try await inbox.wait { $0.campaignLog.banner(of: key) != nil || offers($0) > before }
    let keys = ActionRegistry.actions
      .filter { ![.quit, .quitNow, .suspend, .present].contains($0.id) }.flatMap(\.keys)
    for round in 0..<500 {
      if round % 50 == 0 {
        let size = Size(
          columns: .random(in: 40...130, using: &random), rows: .random(in: 10...45, using: &random))
        inbox.program.receive(.screen(.resized(size)))
      }
      let key = try #require(keys.randomElement(using: &random))
      inbox.program.receive([key])
      await inbox.program.idle()
      if inbox.program.state.presenting == nil { try await inbox.press("<f5>") }
      try await watch.look(at: inbox, after: "\(key.notation), seed \(seed)")
    }
    await inbox.end()
  }

  private func press(_ keys: String, _ inbox: TestInbox, _ watch: inout SecretWatch) async throws {
    for key in try Key.sequence(keys) {
      inbox.program.receive([key])
      await inbox.program.idle()
      try await watch.look(at: inbox, after: key.notation)
    }
  }
}

/// Everything that the sandbox knows and an audience must not see.
@MainActor
private struct SecretWatch {
  private var secrets: Set<String> = []
  private var looks = 0

  init(_ inbox: TestInbox) async throws {
    let endpoint = inbox.sandbox.endpoint
    secrets = [
      endpoint.appToken, endpoint.accountToken, endpoint.project, endpoint.trackingAuthorization,
      "test-device",
      "127.0.0.1", "_ri_", "_ei_", "upn=", "utm_", "xnpe_cmp",
    ]
    secrets.formUnion(inbox.program.state.profile.campaigns?.campaigns.map(\.id) ?? [])
    try await learn(from: inbox)
    #expect(secrets.count > 40)
  }

  /// What has come to be known since: events, sessions, queries of links.
  private mutating func learn(from inbox: TestInbox) async throws {
    let receipts = try await inbox.sandbox.receipts()
    for engagement in receipts.engagements {
      secrets.insert(engagement.id)
      if let session = engagement.session { secrets.insert(session.id) }
    }
    let centers = inbox.program.state.centers.map(\.rawValue)
    for request in try await inbox.sandbox.requests() {
      let items = URLComponents(string: request.path)?.queryItems ?? []
      for value in items.compactMap(\.value) where value.count >= 8 && !centers.contains(value) {
        secrets.insert(String(value.prefix(12)))
      }
    }
  }

  mutating func look(at inbox: TestInbox, after what: String) async throws {
    looks += 1
    if looks % 40 == 0 { try await learn(from: inbox) }
    let text = inbox.text + inbox.screen.frame.title
    // As C finds it: a string's own search would take longer than all the rest of these tests.
    for secret in secrets where text.withCString({ strstr($0, secret) }) != nil {
      Issue.record("“\(secret)” is on the screen after \(what):\n\(inbox.text)")
    }
  }
}
