import Corpus
import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Testing

/// Campaign clicks and the app's sessions through the core, on a real database.
@Suite(.queued)
struct CampaignTests {
  static let link = "https://www.brand.example/engagement/spring?utm_source=br&xnpe_cmp=e1"
  private static let quiet = "https://www.brand.example/engagement/spring?utm_source=plain"

  static let campaigns = CampaignSettings(cookie: "c1", properties: ["platform": .string("ios")])

  func bench(
    _ tracker: ScriptedTracker?, archive: (any Archive)? = nil, campaigns: CampaignSettings = campaigns,
    settings change: (inout MessageCenterSettings) -> Void = { _ in }
  ) throws -> CoreBench {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    change(&settings)
    return try CoreBench(
      settings: settings, archive: archive,
      resolver: LinkResolver(settings: LinkFixture.settings, hop: .none),
      tracker: tracker?.tracker(campaigns) ?? .bloomreach(campaigns))
  }

  func begin(_ bench: CoreBench) async throws {
    try await bench.center.start()
    await bench.center.enterForeground()
    await bench.center.appear()
    await bench.center.connect()
    await bench.center.waitUntilIdle()
  }

  @Test("UL-11 where nothing tracks campaigns, a link of the app's domain leads into the app and is no click")
  func untracked() async throws {
    let bench = try CoreBench(
      resolver: LinkResolver(settings: LinkFixture.settings, hop: .none),
      tracker: EventTracker(name: "Visits", tracking: nil))
    try await begin(bench)
    for link in [Self.link, Self.quiet] {
      let trail = try #require(await bench.center.follow(LinkRequest(link, from: .commandLine)))
      #expect(trail.click == .no && trail.outcome.kind == "screen", "\(trail.reason)")
      #expect(trail.reason.hasSuffix("; this profile tracks no campaigns"))
      let dry = await bench.center.follow(LinkRequest(link, from: .commandLine, gesture: .dryRun))
      #expect(dry?.reason.contains("is reported") == false)
    }
    await bench.center.stop()
  }

  @Test(
    "UL-11 EN-8 a tracker of another vendor whose token is refused is tried again by itself, and then goes on"
  )
  func refusedToken() async throws {
    let tracker = ScriptedTracker()
    await tracker.fail(with: .credentialsRefused("Correct authorization."))
    let bench = try bench(tracker)
    try await begin(bench)
    try await bench.wait(until: 4)
    try await bench.until { await tracker.asked == 1 }
    #expect(await bench.snapshot()?.outbox.paused == .credentialsRefused("Correct authorization."))
    // What the back end takes says nothing of the tracker.
    _ = try await bench.center.refresh(.primary)
    try await bench.wait(until: 200)
    #expect(await tracker.asked == 1)
    await tracker.fail(with: nil)
    try await bench.wait(until: 310)
    await bench.center.catchUp()
    #expect(await tracker.lines == ["session_start"])
    #expect(await bench.snapshot()?.outbox.paused == nil)
  }

  @Test(
    "VE-8 UL-11 EN-9 what may not be sent to the campaigns' server is not stored to be sent, and says why")
  func withheld() async throws {
    var tracker = ScriptedTracker().tracker(Self.campaigns)
    tracker.withholding = "you did not allow it for api.exponea.com"
    let bench = try CoreBench(
      resolver: LinkResolver(settings: LinkFixture.settings, hop: .none), tracker: tracker)
    let log = await UpdateLog(bench.center)
    try await begin(bench)
    let trail = try #require(await bench.center.follow(LinkRequest(Self.link, from: .commandLine)))
    #expect(
      trail.click == .no && trail.reason.hasSuffix("is not sent: you did not allow it for api.exponea.com"))
    // A link without a campaign is no click, and nothing is said of one.
    let quiet = try #require(await bench.center.follow(LinkRequest(Self.quiet, from: .commandLine)))
    #expect(quiet.isCampaignClick && !quiet.reason.contains("not sent"), "\(quiet.reason)")
    #expect(try await bench.archive.vendorEvents().isEmpty)
    // The inbox's own server takes what it took.
    await bench.backEnd.set([.numbered(1)])
    try await bench.center.refresh(.primary)
    _ = try await bench.center.open(.numbered(1))
    #expect(await bench.reports() == ["open m1"])
    let unsent = await log.whys().filter { $0.hasPrefix("not sent") }
    #expect(unsent == ["not sent: you did not allow it for api.exponea.com · \(Self.link)"])
  }

  private func campaign(of event: VendorEvent?) -> String? { event?.properties["xnpe_cmp"]?.text }

  @Test(
    "UL-11 UL-12 a click within three seconds of the start goes into it; the start is sent after them, in order"
  )
  func attributed() async throws {
    let tracker = ScriptedTracker()
    let bench = try bench(tracker)
    try await begin(bench)
    #expect(await tracker.asked == 0)
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(2))
    await bench.center.waitUntilIdle()
    let trail = await bench.center.follow(LinkRequest(Self.link, from: .commandLine))
    #expect(trail?.click == .queued && trail?.outcome.kind == "screen")
    #expect(await tracker.asked == 0)
    try await bench.wait(until: 3.5)
    try await bench.until { await tracker.asked == 2 }
    #expect(await tracker.lines == ["session_start", "campaign_click \(Self.link)"])
    let events = await tracker.taken
    #expect(campaign(of: events.first) == "e1")
    #expect(
      events.first?.properties["utm_source"]?.text == "br"
        && events.first?.properties["url"]?.text == Self.link)
    #expect(
      events.last?.properties == ["platform": .string("ios")] && events.last?.customerIDs == ["cookie": "c1"])
    await bench.center.stop()
  }

  @Test("UL-12 QA-6 the app's session goes on while the app is in front, however often its inbox appears")
  func appearsAgain() async throws {
    let bench = try bench(ScriptedTracker())
    try await begin(bench)
    bench.clock.advance(by: .seconds(61))
    await bench.center.enterForeground()
    await bench.center.waitUntilIdle()
    await bench.center.stop()
    // One that ends does not come back, however long that takes.
    bench.clock.advance(by: .seconds(61))
    await bench.center.enterForeground()
    await bench.center.waitUntilIdle()
    #expect(try await bench.archive.vendorEvents().map(\.item.kind) == ["session_start"])
  }

  @Test("EN-8 UL-11 UL-12 displays, opens, clicks and sessions have ids in the order of their making")
  func orderedIDs() async throws {
    let bench = try CoreBench(
      resolver: LinkResolver(settings: LinkFixture.settings, hop: .none),
      tracker: .bloomreach(Self.campaigns),
      random: .system)
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.center.enterForeground()
    await bench.center.setVisibleRows([VisibleRow(.numbered(1)), VisibleRow(.numbered(2))])
    _ = try await bench.center.open(.numbered(1))
    _ = await bench.center.follow(LinkRequest(Self.link, from: .commandLine))
    await bench.center.waitUntilIdle()
    let events = try await bench.archive.deliveries().map(\.id)
    let tracked = try await bench.archive.vendorEvents().map(\.item.id)
    #expect(events.count >= 3 && tracked.count >= 2)
    for ids in [events, tracked] {
      #expect(ids.map(\.uuidString) == ids.map(\.uuidString).sorted())
      // Version 7 of RFC 9562.
      #expect(ids.allSatisfy { Array($0.uuidString)[14] == "7" })
    }
    await bench.center.stop()
  }

  @Test(
    "UL-12 a link opens the app: a session of yesterday ends, and another begins with the link's parameters")
  func staleSession() async throws {
    let archive = try InboxDatabase.inMemory()
    let first = try bench(ScriptedTracker(), archive: archive)
    try await first.center.start()
    await first.center.connect()
    _ = await first.center.follow(LinkRequest(Self.quiet, from: .commandLine))
    await first.center.stop()
    // Another run, as of a command: no timer of the first one tells that the session is over.
    let tracker = ScriptedTracker()
    let next = try bench(tracker, archive: archive)
    next.clock.advance(by: .seconds(86_400))
    try await next.center.start()
    await next.center.connect()
    let trail = try #require(await next.center.follow(LinkRequest(Self.link, from: .commandLine)))
    #expect(trail.click == .queued)
    await next.center.flushed(within: .seconds(10))
    #expect(await next.center.settled(trail).click == .yes)
    #expect(await tracker.lines == ["campaign_click \(Self.link)", "session_end", "session_start"])
    #expect(campaign(of: await tracker.taken.last) == "e1")
    await next.center.stop()
  }

  @Test(
    "UL-11 UL-12 a click of a command beside the inbox joins its session: nothing begins and nothing ends")
  func beside() async throws {
    let archive = try InboxDatabase.inMemory()
    let (shown, other) = (ScriptedTracker(), ScriptedTracker())
    let inbox = try bench(shown, archive: archive)
    try await begin(inbox)
    try await inbox.wait(until: 10)
    // Past the time-out, with the inbox in sight and then away.
    for away in [false, true] {
      if away { await inbox.center.enterBackground() }
      let command = try bench(other, archive: archive) {
        $0.ownsAppSession = false
        $0.adoptsOutbox = false
      }
      command.clock.advance(by: .seconds(90))
      try await command.center.start()
      await command.center.connect()
      _ = await command.center.follow(LinkRequest(Self.link, from: .commandLine))
      await command.center.stop()
    }
    #expect(await other.lines == Array(repeating: "campaign_click \(Self.link)", count: 2))
    inbox.clock.advance(by: .seconds(100))
    try await inbox.until { await shown.lines.last == "session_end" }
    await inbox.center.stop()
    #expect(await shown.lines == ["session_start", "session_end"])
    #expect(await shown.taken.last?.properties["duration"] == .integer(10))
    #expect(try await archive.appSession() == nil)
  }

  @Test("UL-12 a click later than that attributes nothing, and is a click all the same")
  func late() async throws {
    let tracker = ScriptedTracker()
    let bench = try bench(tracker)
    try await begin(bench)
    try await bench.wait(until: 3)
    try await bench.until { await tracker.lines == ["session_start"] }
    _ = await bench.center.follow(LinkRequest(Self.link, from: .commandLine))
    await bench.center.waitUntilIdle()
    #expect(await tracker.lines == ["session_start", "campaign_click \(Self.link)"])
    #expect(campaign(of: await tracker.taken.first) == nil)
    await bench.center.stop()
  }

  @Test("UL-11 UL-12 a universal link without xnpe_cmp sends no event but names the session's source")
  func withoutCampaign() async throws {
    let tracker = ScriptedTracker()
    let bench = try bench(tracker)
    try await begin(bench)
    let trail = await bench.center.follow(LinkRequest(Self.quiet, from: .commandLine))
    #expect(trail?.click == .no)
    await bench.center.stop()
    #expect(await tracker.lines == ["session_start"])
    #expect(await tracker.taken.first?.properties["utm_source"]?.text == "plain")
  }

  @Test(
    "UL-12 a resumed session is not attributed; one that timed out ends with its duration, and a new one begins"
  )
  func resumed() async throws {
    let tracker = ScriptedTracker()
    let bench = try bench(tracker)
    try await begin(bench)
    try await bench.wait(until: 10)
    try await bench.until { await tracker.asked == 1 }
    await bench.center.enterBackground()
    bench.clock.advance(by: .seconds(59))
    await bench.center.enterForeground()
    _ = await bench.center.follow(LinkRequest(Self.link, from: .commandLine))
    await bench.center.waitUntilIdle()
    #expect(await tracker.lines == ["session_start", "campaign_click \(Self.link)"])
    await bench.center.enterBackground()
    bench.clock.advance(by: .seconds(60))
    try await bench.until { await tracker.lines.last == "session_end" }
    #expect(await tracker.taken.last?.properties["duration"] == .integer(69))
    await bench.center.enterForeground()
    await bench.center.stop()
    #expect(await tracker.lines.suffix(2) == ["session_end", "session_start"])
    #expect(campaign(of: await tracker.taken.last) == nil)
  }

  @Test("UL-13 a click before the start is kept with its time, and sent once after it")
  func beforeStart() async throws {
    let tracker = ScriptedTracker()
    let bench = try bench(tracker)
    #expect(try await bench.center.track(Self.link))
    bench.clock.advance(by: .seconds(1))
    try await begin(bench)
    await bench.center.stop()
    #expect(await tracker.lines == ["campaign_click \(Self.link)", "session_start"])
    #expect(await tracker.taken.first?.time == .at(0))
    #expect(campaign(of: await tracker.taken.last) == "e1")
  }

  @Test("UL-13 EN-7 without a project clicks are kept over restarts, and go out once when there is one")
  func beforeConfiguration() async throws {
    let archive = try InboxDatabase.inMemory()
    let first = try bench(nil, archive: archive)
    try await begin(first)
    _ = await first.center.follow(LinkRequest(Self.link, from: .commandLine))
    #expect(await first.snapshot()?.outbox.waiting == 1)
    await first.center.stop()
    let tracker = ScriptedTracker()
    let second = try bench(tracker, archive: archive)
    try await begin(second)
    await second.center.stop()
    // The second start goes on with the session of the first.
    #expect(await tracker.lines == ["session_start", "campaign_click \(Self.link)"])
    let third = try bench(tracker, archive: archive)
    try await begin(third)
    await third.center.stop()
    #expect(await tracker.taken.count == 2)
  }

  @Test("UL-12 automatic session tracking off: clicks only")
  func manual() async throws {
    let tracker = ScriptedTracker()
    var campaigns = Self.campaigns
    campaigns.tracksSessions = false
    let bench = try bench(tracker, campaigns: campaigns)
    try await begin(bench)
    _ = await bench.center.follow(LinkRequest(Self.link, from: .commandLine))
    await bench.center.stop()
    #expect(await tracker.lines == ["campaign_click \(Self.link)"])
  }

  @Test("UL-11 MC-12 VE-6 an event carries who was reading when it happened, with every hard id")
  func identity() async throws {
    let tracker = ScriptedTracker()
    let bench = try bench(tracker)
    try await begin(bench)
    _ = await bench.center.follow(LinkRequest(Self.link, from: .commandLine))
    try await bench.center.switchIdentity(to: .user("email_id=m%40x&registered=maria"))
    _ = await bench.center.follow(LinkRequest(Self.link, from: .commandLine))
    await bench.center.stop()
    let taken = await tracker.taken
    #expect(taken.map(\.kind) == ["session_start", "campaign_click", "campaign_click"])
    let device = ["cookie": "c1"]
    let maria = ["cookie": "c1", "email_id": "m@x", "registered": "maria"]
    #expect(taken.map(\.customerIDs) == [device, device, maria])
  }

  @Test(
    "UL-5 UL-16 one gesture, one resolve: a repeat while it is in flight sends nothing, the next one does")
  func oneGesture() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
    let resolver = LinkResolver(
      settings: LinkFixture.settings,
      hop: LinkHop { _ async throws(LinkHop.Failure) in
        await withCheckedContinuation { _ = arrived.yield($0) }
        return LinkHop.Response(200, #"{"mobileDeepLinkUrl":"shop://products/7"}"#)
      })
    let bench = try CoreBench(resolver: resolver)
    try await bench.center.start()
    let request = LinkRequest("https://news.brand.example/pub/acc?_ri_=1", from: .message(.numbered(1)))
    let first = Task { await bench.center.follow(request) }
    var asked = arrivals.makeAsyncIterator()
    let held = await asked.next()
    #expect(await bench.center.follow(request) == nil)
    held?.resume()
    #expect(await first.value?.outcome.kind == "screen")
    let second = Task { await bench.center.follow(request) }
    await asked.next()?.resume()
    #expect(await second.value?.click == .yes)
    await bench.center.stop()
  }

  @Test("UL-5 EN-11 a click of a link that is in no message is in the report, unknown where no response came")
  func outsideMessages() async throws {
    let resolver = LinkFixture.resolver { request throws(LinkHop.Failure) in
      guard !request.url.contains("slow") else { throw .timedOut }
      return LinkHop.Response(200, #"{"webLinkUrl":"https://w.example/","mobileDeepLinkUrl":null}"#)
    }
    let bench = try CoreBench(resolver: resolver)
    try await bench.begin([])
    for path in ["pub/acc?_ri_=1", "pub/acc?_ri_=slow", "pub/cc?_ri_=1"] {
      _ = await bench.center.follow(LinkRequest("https://news.brand.example/\(path)", from: .commandLine))
    }
    let report = try await bench.center.deliveryReport()
    #expect(report.clicks.map(\.verdict) == [.countedOnce, .unknown] && !report.isProven)
    #expect(report.clicks.map(\.title) == Array(repeating: "click outside a message · session 1", count: 2))
    await bench.center.stop()
  }

  @Test("UL-4 the SDK's notices reach every listener, once for each link")
  func notices() async throws {
    var links = LinkFixture.settings
    links.responsysFlow = .sdk(executesWebURL: true)
    let resolver = LinkFixture.resolver(links) { _ throws(LinkHop.Failure) in
      LinkHop.Response(200, #"{"webLinkUrl":"https://w.example/","mobileDeepLinkUrl":null}"#)
    }
    let bench = try CoreBench(resolver: resolver)
    try await bench.center.start()
    let updates = await bench.center.updates()
    let link = "https://news.brand.example/pub/acc?_ri_=1"
    _ = await bench.center.follow(LinkRequest(link, from: .commandLine))
    _ = await bench.center.follow(LinkRequest("https://w.example/x", from: .commandLine))
    await bench.center.stop()
    var published: [WebURLNotice?] = []
    for await case .linkNoticed(let notice) in updates { published.append(WebURLNotice(notice)) }
    #expect(
      published == [
        WebURLNotice(requested: link, isPubWeb: true, webLink: "https://w.example/"),
        WebURLNotice(requested: "https://w.example/x", isPubWeb: false),
      ])
  }
}
