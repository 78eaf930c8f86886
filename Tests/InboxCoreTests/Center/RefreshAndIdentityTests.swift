import Corpus
import Foundation
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Synchronization
import Testing

@testable import InboxCore

@Suite(.queued)
struct RefreshAndIdentityTests {
  private let offers = CenterName("Offers")

  private func ids(_ bench: CoreBench, _ center: CenterName = .primary) async throws -> [String] {
    try await bench.center.window(center).rows.map(\.key.id.rawValue)
  }

  @Test("MC-3 the first start fetches every center, a later one only what is due")
  func firstStart() async throws {
    let archive = try InboxDatabase.inMemory()
    let settings = MessageCenterSettings(centers: try CenterList(["Offers"]))
    let first = try CoreBench(settings: settings, archive: archive)
    try await first.begin([.numbered(1)])
    #expect(await first.backEnd.fetches == 2)
    let second = try CoreBench(settings: settings, archive: archive)
    try await second.begin([])
    #expect(await second.backEnd.fetches == 0)
    #expect(try await ids(second) == ["m1"])
  }

  @Test("MC-3 a second caller joins the fetch in flight")
  func joins() async throws {
    let bench = try CoreBench()
    await bench.backEnd.set([.numbered(1)])
    try await bench.center.start()
    await bench.backEnd.hold()
    async let first = bench.center.refresh(.primary)
    await bench.backEnd.held()
    // Decided by the time that this returns, so that the first cannot be over before.
    let second = try #require(await bench.center.startFetch(of: .primary, .asked))
    await bench.backEnd.release()
    #expect(try await first == second.value.get())
    #expect(await bench.backEnd.fetches == 1)
  }

  @Test(
    "MC-5 MC-8 MC-9 MC-15 a center whose name is written in another Unicode form is the profile's own"
  )
  func otherForm() async throws {
    let (composed, decomposed) = (CenterName("Caf\u{E9}"), CenterName("Cafe\u{301}"))
    #expect(composed != decomposed && [composed: 1][decomposed] == nil)
    let centers = try CenterList([composed.rawValue])
    #expect(try centers.require(decomposed) == composed)
    let bench = try CoreBench(settings: MessageCenterSettings(centers: centers))
    await bench.backEnd.set([.numbered(1, center: decomposed)], for: composed)
    try await bench.begin([])
    #expect(try await ids(bench, composed) == ["m1"])
    #expect(try await bench.center.refresh(composed).isEmpty)
    #expect(try await ids(bench, composed) == ["m1"])
    #expect(await bench.center.malformed(in: composed).isEmpty)
    // A caller may write it so, too.
    #expect(try await ids(bench, decomposed) == ["m1"])
    #expect(try await bench.center.refresh(decomposed).isEmpty)
  }

  @Test("MC-3 the schedule refreshes after the interval without being asked")
  func scheduled() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.set([.numbered(1), .numbered(2)])
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(301))
    try await until { await bench.backEnd.fetches >= 2 }
    await bench.center.waitUntilIdle()
    #expect(try await ids(bench) == ["m2", "m1"])
  }

  @Test("MC-5 reading never touches the network, and no name means Primary")
  func readsLocally() async throws {
    let bench = try CoreBench()
    try await bench.center.start()
    #expect(try await bench.center.window().center == .primary)
    #expect(await bench.backEnd.fetches == 0)
    await #expect(throws: InboxError.unknownCenter("Offers", known: ["Primary"])) {
      try await bench.center.window(offers)
    }
  }

  @Test("MC-10 a message leaves the list at its expiry with no network, and stays readable")
  func expires() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1, expiry: .at(60)), .numbered(2)])
    await bench.backEnd.fail(with: .noNetwork("down"))
    let before = await bench.backEnd.fetches
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(60))
    await bench.center.catchUp()
    #expect(try await ids(bench) == ["m2"])
    #expect(try await bench.center.message(.numbered(1))?.message.body == "Body 1")
    #expect(await bench.backEnd.fetches == before)
    #expect(await bench.snapshot()?.centers.first?.counts == CenterCounts(total: 1, unread: 1))
  }

  @Test("MC-10 a clock that is set back brings back what has not expired, in the list as in its count")
  func clockSetBack() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1, expiry: .at(60)), .numbered(2)])
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(60))
    await bench.center.catchUp()
    let before = try #require(await bench.snapshot())
    #expect(before.centers.first?.counts.total == 1)
    bench.clock.setBack(by: 90)
    await bench.center.catchUp()
    let after = try #require(await bench.snapshot())
    #expect(after.centers.first?.counts.total == 2 && after.revision > before.revision)
  }

  @Test("MC-16 back end down: the archive stays usable, the state is visible, refresh resumes by itself")
  func offline() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.fail(with: .noNetwork("down"))
    await #expect(throws: InboxError.noNetwork("down")) { try await bench.center.refresh(.primary) }
    #expect(await bench.snapshot()?.connection == .offline(.noNetwork("down")))
    #expect(try await ids(bench) == ["m1"])
    await bench.backEnd.fail(with: nil)
    await bench.backEnd.set([.numbered(1), .numbered(2)])
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(1))
    try await until { try await ids(bench).count >= 2 }
    await bench.center.waitUntilIdle()
    #expect(await bench.snapshot()?.connection == .online)
  }

  /// Three centers after a first try of each that reached no server.
  private func unreached(archive: (any Archive)? = nil) async throws -> CoreBench {
    let bench = try CoreBench(
      settings: MessageCenterSettings(centers: try CenterList(["Offers", "News"])), archive: archive)
    await bench.backEnd.fail(with: .noNetwork("down"))
    try await bench.center.start()
    await bench.center.connect()
    await bench.center.waitUntilIdle()
    return bench
  }

  @Test(
    "MC-16 while no server can be reached, each try is for one center in its turn, and a success for all at once"
  )
  func oneForAll() async throws {
    let bench = try await unreached()
    #expect(await bench.backEnd.fetches == 3)
    // 0.5 s after the first round, 1 s after that, and 2 s: every center had its turn.
    for (moment, fetches) in [(0.5, 4), (1.5, 5), (3.5, 6)] {
      try await bench.wait(until: moment)
      try await bench.until { await bench.backEnd.fetches >= fetches }
      #expect(await bench.backEnd.fetches == fetches, "at \(moment) s")
    }
    await bench.center.waitUntilIdle()
    let tried = await bench.snapshot()?.centers.map(\.refresh) ?? []
    #expect(tried.map(\.failures) == [4, 4, 4])
    #expect(tried.map { $0.due(at: .at(3.5)) } == Array(repeating: .at(7.5), count: 3))
    await bench.backEnd.fail(with: nil)
    await bench.backEnd.set([.numbered(1)])
    try await bench.wait(until: 7.5)
    try await bench.until { await bench.backEnd.fetches == 9 }
    await bench.center.waitUntilIdle()
    #expect(await bench.snapshot()?.centers.allSatisfy { $0.refresh.lastError == nil } == true)
  }

  @Test("MC-16 FE-10 tries of a server that cannot be reached do not ask the archive when messages leave")
  func triesLeaveArchive() async throws {
    let reads = Mutex(0)
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if case .leaving = call { reads.withLock { $0 += 1 } }
    }
    let bench = try await unreached(archive: archive)
    for (moment, fetches) in [(0.5, 4), (1.5, 5), (3.5, 6)] {
      try await bench.wait(until: moment)
      try await bench.until { await bench.backEnd.fetches >= fetches }
      await bench.center.waitUntilIdle()
      // The first try may still find the lists of the start.
      if moment == 0.5 { reads.withLock { $0 = 0 } }
    }
    #expect(reads.withLock(\.self) == 0)
  }

  @Test("MC-10 FE-10 a message that another program deletes before it expires keeps no timer busy")
  func deletedElsewhere() async throws {
    let archive = try InboxDatabase.inMemory()
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1, expiry: .at(10)), .numbered(2, expiry: .at(40))])
    // Nothing tells this one of it.
    try await archive.setDeleted([.numbered(1)], of: .device("d1"), at: .at(1))
    try await bench.wait(until: 11)
    // A timer that comes to rest sleeps, until the next one expires.
    try await bench.clock.sleepers()
    try await bench.wait(until: 41)
    try await bench.until { try await ids(bench).isEmpty }
  }

  @Test("MC-16 one center that a person fetches brings back the others that could not be reached")
  func oneBringsAll() async throws {
    let bench = try await unreached()
    await bench.backEnd.fail(with: nil)
    _ = try await bench.center.refresh(offers)
    try await bench.until { await bench.backEnd.fetches == 6 }
    await bench.center.waitUntilIdle()
    #expect(await bench.snapshot()?.centers.allSatisfy { $0.refresh.lastError == nil } == true)
  }

  @Test("FE-8 cancelling the try for all leaves the others alone until the interval is over")
  func cancelledForAll() async throws {
    let bench = try await unreached()
    await bench.backEnd.hold()
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(0.5))
    await bench.backEnd.held()
    await bench.center.cancelFetches()
    await bench.backEnd.fail(with: .cancelled)
    await bench.backEnd.release()
    await bench.center.waitUntilIdle()
    #expect(await bench.backEnd.fetches == 4)
    #expect(
      await bench.snapshot()?.centers.map { $0.refresh.due(at: .at(1)) }
        == Array(repeating: .at(300.5), count: 3))
  }

  @Test("MC-12 EN-10 a response on its way for a former identity is dropped and nothing of it is visible")
  func switchDuringFetch() async throws {
    let bench = try CoreBench(identity: .user("anna"))
    try await bench.begin([.numbered(1)])
    await bench.backEnd.set([.numbered(1), .numbered(2)])
    await bench.backEnd.hold()
    async let late: Void = { _ = try? await bench.center.refresh(.primary) }()
    await bench.backEnd.held()
    await bench.backEnd.set([.numbered(50)])
    async let switching: Void = bench.center.switchIdentity(to: .user("ben"))
    await bench.backEnd.held(2)
    await bench.backEnd.release()
    _ = try await (late, switching)
    await bench.center.waitUntilIdle()
    #expect(try await ids(bench) == ["m50"])
    try await bench.center.switchIdentity(to: .user("anna"))
    #expect(try await ids(bench) == ["m1"])
  }

  @Test("EN-10 an identity change ends the session and clears the de-duplication; events keep their identity")
  func switchClearsDisplays() async throws {
    let bench = try CoreBench(identity: .user("anna"))
    try await bench.begin([.numbered(1)])
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    try await bench.center.switchIdentity(to: .user("ben"))
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    try await bench.center.switchIdentity(to: .user("anna"))
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    await bench.center.waitUntilIdle()
    let events = await bench.backEnd.reported
    #expect(events.map(\.identity) == [.user("anna"), .user("ben"), .user("anna")])
    #expect(Set(events.map(\.session?.number)).count == 3)
  }

  @Test("MC-13 one notice lists the centers that changed, after the store has changed")
  func updateNotice() async throws {
    let settings = MessageCenterSettings(centers: try CenterList(["Offers"]))
    let bench = try CoreBench(settings: settings)
    try await bench.center.start()
    let updates = await bench.center.updates()
    await bench.backEnd.set([.numbered(1)])
    await bench.backEnd.set([.numbered(2, center: offers)], for: offers)
    await bench.center.refreshAll()
    for await update in updates {
      guard case .updated(let news) = update else { continue }
      #expect(
        news == [
          CenterNews(name: .primary, new: 1, isFirst: true), CenterNews(name: offers, new: 1, isFirst: true),
        ])
      #expect(try await ids(bench, offers) == ["m2"])
      break
    }
    await bench.backEnd.set([.numbered(2, center: offers), .numbered(3, center: offers)], for: offers)
    await bench.center.refreshAll()
    for await update in updates {
      guard case .updated(let news) = update else { continue }
      #expect(news == [CenterNews(name: offers, new: 1)])
      break
    }
  }

  // MARK: - Rich content

  @Test("MC-17 rich content is fetched once, stored before it is shown, and joined while in flight")
  func richOnce() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1, richURL: "https://x.example/r")])
    await bench.backEnd.serve("<p>once</p>", for: MessageID("m1"))
    await bench.backEnd.hold()
    async let first = bench.center.richContent(.numbered(1))
    await bench.backEnd.held()
    async let second = bench.center.richContent(.numbered(1))
    await Task.yield()
    await bench.backEnd.release()
    let contents = try await [first, second]
    #expect(contents == ["<p>once</p>", "<p>once</p>"])
    #expect(try await bench.archive.richContent(of: .numbered(1), for: .device("d1")) == "<p>once</p>")
    #expect(try await bench.center.richContent(.numbered(1)) == "<p>once</p>")
    #expect(await bench.backEnd.richFetches == 1)
  }

  @Test("MC-17 content that was served before is reported once and never asked for again")
  func richLost() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1, richURL: "https://x.example/r")])
    for _ in 0..<2 {
      await #expect(throws: InboxError.richContentAlreadyServed(MessageID("m1"))) {
        try await bench.center.richContent(.numbered(1))
      }
    }
    #expect(await bench.backEnd.richFetches == 1)
  }

  @Test("MC-17 inline rich content needs no fetch")
  func richInline() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1, richHTML: "<p>in</p>")])
    #expect(try await bench.center.richContent(.numbered(1)) == "<p>in</p>")
    #expect(await bench.backEnd.richFetches == 0)
  }

  @Test(
    "UL-5 MC-17 rich content at a tracked link is not requested when its message is opened, and that is said")
  func richAtTrackedLink() async throws {
    let bench = try CoreBench(resolver: LinkResolver(settings: LinkFixture.settings, hop: .none))
    let addresses = [
      "https://news.brand.example/pub/cc?_ri_=1", "https://click.brand.example/x",
      "https://go.brand.example/T/x",
      "https://news.brand.example/guide.html",
    ]
    try await bench.begin(addresses.enumerated().map { .numbered($0.offset, richURL: $0.element) })
    await bench.backEnd.serve("<p>page</p>", for: MessageID("m3"))
    for number in 0..<3 {
      let error = await #expect(throws: InboxError.self) {
        try await bench.center.richContent(.numbered(number))
      }
      #expect(
        error?.description.contains("\(addresses[number]) is unavailable: its address is a tracked link")
          == true)
    }
    #expect(await bench.backEnd.richFetches == 0)
    #expect(try await bench.center.richContent(.numbered(3)) == "<p>page</p>")
  }

  // MARK: - Badge

  @Test("BD-1 BD-4 server first; a failure leaves the local value and the caller gets the error")
  func badge() async throws {
    let bench = try CoreBench()
    try await bench.begin([])
    #expect(try await bench.center.setBadge(5) == 5)
    await bench.backEnd.fail(with: .refused(status: 422, detail: "no"))
    await #expect(throws: InboxError.refused(status: 422, detail: "no")) {
      try await bench.center.resetBadge()
    }
    #expect(await bench.center.badgeState == BadgeState(local: 5, server: 5))
    await #expect(throws: InboxError.negativeBadge(-2)) { try await bench.center.setBadge(-2) }
    #expect(await bench.backEnd.badges == [5])
    let causes = try await bench.center.badgeLedger().map(\.cause)
    #expect(causes == ["app set 5", "failed sync: reset"])
  }

  @Test("BD-6 concurrent sets reach the server in call order")
  func badgeOrder() async throws {
    let bench = try CoreBench()
    try await bench.begin([])
    await bench.backEnd.hold()
    let first = Task { try await bench.center.setBadge(1) }
    await bench.backEnd.held()
    let second = Task { try await bench.center.setBadge(2) }
    try await until { await bench.center.badge.callers.count >= 2 }
    #expect(await bench.backEnd.badges == [])
    await bench.backEnd.release()
    _ = try await (first.value, second.value)
    #expect(await bench.backEnd.badges == [1, 2])
  }

  @Test("BD-6 MC-12 a set that waits in line for a former identity is never sent for the next one")
  func badgeOfFormerIdentity() async throws {
    let bench = try CoreBench(identity: .user("anna"))
    try await bench.begin([])
    await bench.backEnd.hold()
    let first = Task { try await bench.center.setBadge(1) }
    await bench.backEnd.held()
    let second = Task { try await bench.center.setBadge(2) }
    try await until { await bench.center.badge.callers.count >= 2 }
    try await bench.center.switchIdentity(to: .user("ben"))
    await bench.backEnd.release()
    await #expect(throws: InboxError.cancelled) { try await first.value }
    await #expect(throws: InboxError.cancelled) { try await second.value }
    await bench.center.waitUntilIdle()
    #expect(await bench.backEnd.badges == [1])
    #expect(await bench.center.badgeState == BadgeState(local: 0, server: nil))
  }

  @Test("BD-8 start, session and open never change the badge")
  func badgeStays() async throws {
    let bench = try CoreBench()
    try await bench.archive.saveBadge(
      BadgeEntry(time: .at(0), cause: "server set", state: BadgeState(local: 7, server: 7)), of: .device("d1")
    )
    try await bench.begin([.numbered(1)])
    _ = try await bench.center.open(.numbered(1))
    await bench.center.disappear()
    #expect(await bench.center.badgeState.local == 7)
    #expect(try await bench.center.badgeLedger().count == 1)
  }
}
