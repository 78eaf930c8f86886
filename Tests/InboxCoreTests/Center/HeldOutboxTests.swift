import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Testing

/// What was stored for one account is never sent to another, when the profile points elsewhere meanwhile.
@Suite(.queued)
struct HeldOutboxTests {
  private let maria = Identity.user("maria")
  private let archive: InboxDatabase
  private static let yes = #"{"success":true}"#
  private static let list = #"""
    {"success":true,"sync_token":"t1","messages":[{"id":"m1","type":"push","create_time":1800000000,
    "content":{"title":"Spring"}}]}
    """#

  init() throws { archive = try .inMemory() }

  private func core(
    _ backEnd: BackEnd, _ person: Identity? = nil, tracker: EventTracker? = nil, adopts: Bool = true
  ) -> MessageCenter {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    (settings.receivesPushes, settings.refreshesBySchedule) = (false, false)
    settings.adoptsOutbox = adopts
    return MessageCenter(
      settings: settings, identity: person ?? maria, backEnd: backEnd, archive: archive, tracker: tracker,
      time: VirtualClock.standing().time, random: RandomSource(id: { UUID() }, jitter: { 0.5 }))
  }

  private func settings(
    project: String = "p-1", base: String = BloomreachSettings.defaultBase
  ) -> BloomreachSettings {
    BloomreachSettings(.project(token: project, key: "pk"), cookie: "c-1", base: base)
  }

  /// Reads the list and opens its message while nothing can be sent.
  private func openOffline(_ settings: BloomreachSettings) async throws {
    let center = core(BloomreachPlay(Self.list, tokens: ["j1"]).backEnd(settings))
    try await center.start()
    try await center.refresh(.primary)
    _ = try await center.open(.numbered(1))
    await center.stop()
  }

  @Test(
    "VE-3 VE-6 what is done with a message of another project is held for that one until the list is fetched")
  func fetchedElsewhere() async throws {
    let first = core(BloomreachPlay(Self.list, tokens: ["j1"]).backEnd(settings()))
    try await first.start()
    try await first.refresh(.primary)
    await first.stop()
    let other = BloomreachPlay(Self.list, Self.yes, Self.yes)
    let second = core(other.backEnd(settings(project: "p-2")))
    let application = BloomreachPlay([]).backEnd(settings()).application
    func held() async throws -> [Int] {
      let rows = try await second.held()
      #expect(rows.allSatisfy { $0.application == application && $0.person == maria })
      return rows.map(\.count)
    }
    try await second.start()
    await second.connect()
    _ = try await second.open(.numbered(1))
    await second.waitUntilIdle()
    #expect(other.requests.isEmpty)
    #expect(await second.waitingEvents == 0)
    #expect(try await held() == [2])
    try await second.mark(.numbered(1), read: false)
    #expect(try await held() == [1])
    try await second.refresh(.primary)
    _ = try await second.open(.numbered(1))
    await second.waitUntilIdle()
    // The list, the open and its mark.
    #expect(other.requests.count == 3)
    #expect(try await held() == [1])
    await second.stop()
  }

  @Test(
    "VE-3 VE-6 MC-11 what the other project does not list stays that one's until the person says they are one account"
  )
  func listedElsewhere() async throws {
    let two = Self.list.replacing(#""messages":["#, with: Self.second)
    let first = core(BloomreachPlay(two, tokens: ["j1"]).backEnd(settings()))
    try await first.start()
    try await first.refresh(.primary)
    await first.stop()
    let other = BloomreachPlay(Self.list, Self.list, Self.yes, Self.yes, Self.yes)
    let center = core(other.backEnd(settings(project: "p-2")))
    try await center.start()
    await center.connect()
    for _ in 1...2 { try await center.refresh(.primary) }
    // It is not withdrawn: this project never had it.
    #expect(try await center.message(.numbered(2))?.cacheState == .listed)
    _ = try await center.open(.numbered(2))
    try await center.mark(.numbered(2), read: false)
    try await center.mark(.numbered(2), read: true)
    await center.waitUntilIdle()
    #expect(other.requests.count == 2)
    #expect(try await center.held().map(\.count) == [2])
    await center.stop()
    // Also for the next run, which knows its list as the project's own.
    let last = BloomreachPlay(Self.yes, Self.yes, Self.yes, Self.yes)
    let next = core(last.backEnd(settings(project: "p-2")))
    try await next.start()
    await next.connect()
    _ = try await next.open(.numbered(2))
    await next.waitUntilIdle()
    #expect(last.requests.isEmpty)
    _ = try await next.settleHeld(.send)
    _ = try await next.open(.numbered(2))
    await next.waitUntilIdle()
    #expect(try await next.held() == [] && !last.requests.isEmpty)
    await next.stop()
  }

  private static let second = #"""
    "messages":[{"id":"m2","type":"push","create_time":1800000001,"content":{"title":"Other"}},
    """#

  @Test(
    "VE-6 EN-7 VE-4 an open and its mark wait for their project and host, are named, and go there alone",
    arguments: [("p-2", BloomreachSettings.defaultBase), ("p-1", "https://other.example")])
  func project(token: String, base: String) async throws {
    try await openOffline(settings())
    let other = BloomreachPlay([])
    let second = core(other.backEnd(settings(project: token, base: base)))
    try await second.start()
    await second.connect()
    await second.waitUntilIdle()
    #expect(other.sent == [])
    let application = BloomreachPlay([]).backEnd(settings()).application
    #expect(try await second.held() == [HeldRows(application: application, person: maria, count: 2)])
    #expect(await second.waitingEvents == 0)
    let report = try await second.deliveryReport()
    #expect(report.rows.map(\.verdict) == [.held] && !report.isProven)
    await second.stop()
    let own = BloomreachPlay(Self.yes, Self.yes)
    let third = core(own.backEnd(settings()))
    try await third.start()
    await third.connect()
    await third.waitUntilIdle()
    #expect(own.requests.count == 2 && other.sent == [])
    #expect(try await third.held() == [])
    await third.stop()
  }

  @Test(
    "VE-6 EN-7 what is held goes to the account that the profile names now, or nowhere, once the person says so",
    arguments: HeldFate.allCases, [true, false])
  func decided(fate: HeldFate, adopts: Bool) async throws {
    try await openOffline(settings())
    let play = BloomreachPlay(Self.yes, Self.yes)
    // Also beside a screen, which goes on with what other runs left: what is settled is this run's.
    let center = core(play.backEnd(settings(project: "p-2")), adopts: adopts)
    try await center.start()
    await center.connect()
    await center.waitUntilIdle()
    #expect(try await center.settleHeld(fate).count == 2)
    await center.waitUntilIdle()
    #expect(play.requests.count == (fate == .send ? 2 : 0))
    #expect(play.requests.allSatisfy { $0.url.contains("/p-2/") })
    #expect(try await center.held() == [])
    #expect(try await center.settleHeld(fate).count == 0)
    #expect(await center.waitingEvents == 0)
    let report = try await center.deliveryReport()
    #expect(report.rows.map(\.verdict) == [fate == .send ? .exactlyOnce : .lost])
    await center.stop()
  }

  @Test("VE-6 EN-8 what was held and still waits says why, also where it is a mark alone")
  func trouble() async throws {
    let first = core(BloomreachPlay(Self.list).backEnd(settings()))
    try await first.start()
    try await first.refresh(.primary)
    try await first.mark(.numbered(1), read: true)
    await first.stop()
    let busy = BloomreachPlay([WireResponse(status: 503)])
    let center = core(busy.backEnd(settings(project: "p-2")))
    try await center.start()
    #expect(try await center.settleHeld(.send).count == 1)
    await center.connect()
    await center.waitUntilIdle()
    #expect(busy.requests.count == 1)
    #expect(await center.outboxTrouble?.description.contains("503") == true)
    #expect(await center.deliveryTrouble == nil)
    await center.stop()
  }

  @Test("VE-6 VE-7 what carries a person's token waits until that person reads again")
  func signed() async throws {
    try await openOffline(BloomreachPlay.stream)
    let play = BloomreachPlay(Self.yes, Self.yes, tokens: ["j1"])
    let center = core(play.backEnd(BloomreachPlay.stream), .user("jonas"))
    try await center.start()
    await center.connect()
    await center.waitUntilIdle()
    #expect(play.sent == [])
    let held = try await center.held()
    #expect(held.map(\.person) == [maria] && held.allSatisfy(\.isOfPerson))
    #expect(try await center.settleHeld(.drop).count == 0)
    try await center.switchIdentity(to: maria)
    await center.waitUntilIdle()
    #expect(play.requests.count == 2)
    #expect(try await center.held() == [])
    await center.stop()
  }

  @Test(
    "VE-6 VE-9 EN-8 what the project's key signs of one person is sent while another one reads; the mark waits"
  )
  func signedByKey() async throws {
    try await openOffline(BloomreachPlay.customerToken)
    let play = BloomreachPlay(Self.yes, Self.yes, tokens: ["j1"])
    let center = core(play.backEnd(BloomreachPlay.customerToken), .user("jonas"))
    try await center.start()
    await center.connect()
    await center.waitUntilIdle()
    #expect(play.requests.map(\.url).count { $0.contains("/track/") } == 1 && play.requests.count == 1)
    let held = try await center.held()
    #expect(held.map(\.person) == [maria] && held.map(\.count) == [1] && held.allSatisfy(\.isOfPerson))
    #expect(try await center.deliveryReport().rows.map(\.verdict) == [.exactlyOnce])
    await center.stop()
  }

  @Test("EN-7 what a version of before left is of the account that the profile names first")
  func before() async throws {
    let event = EngagementEvent(
      id: .numbered(1), kind: .open, identity: maria, session: nil, message: .numbered(1), time: .at(0),
      payload: .object(["a": .integer(1)]))
    try await archive.put([event], run: .numbered(7))
    let first = BloomreachPlay([])
    for (play, project) in [(first, "p-1"), (BloomreachPlay([]), "p-2")] {
      let center = core(play.backEnd(settings(project: project)))
      try await center.start()
      await center.connect()
      await center.waitUntilIdle()
      #expect(play.requests.count == (project == "p-1" ? 1 : 0))
      #expect(try await center.held().count == (project == "p-1" ? 0 : 1))
      await center.stop()
    }
  }

  @Test("UL-13 a campaign click goes to the first server that the profile names, and to no other")
  func tracking() async throws {
    func run(_ project: String?) async throws -> (sent: [String], held: [String]) {
      let play = BloomreachPlay([])
      let server = project.map {
        TrackingSettings(base: "https://track.example", project: $0, authorization: "Token t")
      }
      let tracker = EventTracker.bloomreach(CampaignSettings(cookie: "c"), at: server, over: play.wire)
      let center = core(BloomreachPlay([]).backEnd(settings()), tracker: tracker)
      try await center.start()
      if project == nil { _ = try await center.track("https://a.example/?xnpe_cmp=1") }
      await center.connect()
      await center.waitUntilIdle()
      await center.flushed(within: .seconds(5))
      let held = try await center.held().map(\.application)
      await center.stop()
      return (play.requests.map(\.url), held)
    }
    #expect(try await run(nil).sent == [])
    let own = try await run("p-1")
    #expect(!own.sent.isEmpty && own.sent.allSatisfy { $0.contains("/p-1/") } && own.held == [])
    let other = try await run("p-2")
    #expect(other.sent == [] && other.held == ["https://track.example project p-1"])
  }

  @Test("VE-3 VE-6 an account is its host and its project, and never its secret")
  func applications() {
    let wire = WirePort(
      send: { _ throws(InboxError) in throw .noNetwork("x") },
      listen: { _, _ in AsyncThrowingStream { $0.finish() } })
    func iterable(_ base: String, _ key: String) -> String {
      IterableBackEnd.backEnd(IterableSettings(base: base, apiKey: key, deviceID: "d"), over: wire)
        .application
    }
    let keys = [
      iterable("https://a.example/api", "one"), iterable("https://a.example/api", "two"),
      iterable("https://b.example/api", "one"),
    ]
    #expect(Set(keys).count == 3 && !keys.contains { $0.contains("one") || $0.contains("two") })
    func responsys(_ base: String, _ token: String) -> String {
      ResponsysBackEnd.backEnd(
        ResponsysSettings(base: base, appToken: token, accountToken: "a"), over: wire
      ).application
    }
    #expect(responsys("https://a.example", "one") == responsys("https://a.example", "two"))
    #expect(responsys("https://a.example", "one") != responsys("https://b.example", "one"))
  }

  @Test("VE-9 a sync token that the server does not know is never sent again, though the restart failed")
  func deadToken() async throws {
    let good = WireResponse(status: 200, body: Data(Self.list.utf8))
    let play = BloomreachPlay([good, WireResponse(status: 410), WireResponse(status: 503), good])
    let first = core(play.backEnd(settings()))
    try await first.start()
    try await first.refresh(.primary)
    await #expect(throws: InboxError.self) { try await first.refresh(.primary) }
    #expect(await first.cursor(of: .primary) == nil)
    await first.stop()
    let second = core(play.backEnd(settings()))
    try await second.start()
    try await second.refresh(.primary)
    #expect(play.sent.map { $0.contains("sync_token") } == [false, true, false, false])
    await second.stop()
  }

  @Test("BD-7 MC-7 a badge that is counted here leaves out what the server lists no more; its tab shows it")
  func countedBadge() async throws {
    let server = MarkingServer()
    server.list([1, 2], for: maria)
    var port = server.port
    port.capabilities.badge = .unread
    let center = core(port)
    let published = await UpdateLog(center)
    try await center.start()
    try await center.refresh(.primary)
    server.list([2], for: maria)
    try await center.refresh(.primary)
    await center.waitUntilIdle()
    let snapshot = await published.snapshot()
    #expect(snapshot?.countedBadge == 1 && snapshot?.centers.first?.counts.unread == 2)
    #expect(try await center.listedUnread() == 1)
    await center.stop()
  }
}
