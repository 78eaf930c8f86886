import Corpus
import Foundation
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

@testable import InboxCore

/// Another person at every moment: nothing of the former one shows, counts or is sent under the new one, and no event
/// is lost (MC-12, EN-10).
@Suite(.queued)
struct IdentitySwitchTests {
  private let anna = Identity.user("anna")
  private let ben = Identity.user("ben")

  /// Anna reads; both have messages of their own.
  private func bench(rich: Bool = false) async throws -> CoreBench {
    let bench = try CoreBench(identity: anna)
    await bench.backEnd.set(
      [.numbered(1, richURL: rich ? "https://x.example/1" : nil), .numbered(2)], for: anna)
    await bench.backEnd.set([.numbered(50)], for: ben)
    try await bench.begin([])
    return bench
  }

  private func ids(_ bench: CoreBench) async throws -> [String] {
    try await bench.center.window().rows.map(\.key.id.rawValue)
  }

  @Test("MC-12 during a fetch: the response is dropped, the new identity is fetched, A→B→A shows A's archive")
  func fetch() async throws {
    let bench = try await bench()
    await bench.backEnd.set([.numbered(1), .numbered(2), .numbered(3)], for: anna)
    await bench.backEnd.hold()
    let late = Task { try await bench.center.refresh(.primary) }
    await bench.backEnd.held()
    let there = Task { try await bench.center.switchIdentity(to: ben) }
    let back = Task {
      try await there.value
      try await bench.center.switchIdentity(to: anna)
    }
    await bench.backEnd.held(2)
    #expect(try await ids(bench).allSatisfy { $0 != "m3" })
    await bench.backEnd.release()
    try await back.value
    await #expect(throws: InboxError.cancelled) { try await late.value }
    await bench.center.waitUntilIdle()
    #expect(try await ids(bench).suffix(2) == ["m2", "m1"])
    try await bench.center.switchIdentity(to: ben)
    await bench.center.waitUntilIdle()
    #expect(try await ids(bench) == ["m50"])
  }

  @Test("MC-12 a response for who reads again was dropped as others read in between, and the log says so")
  func cause() async throws {
    let bench = try await bench()
    let log = await UpdateLog(bench.center)
    await bench.backEnd.hold()
    let late = Task { try await bench.center.refresh(.primary) }
    await bench.backEnd.held()
    try await bench.center.switchIdentity(to: ben)
    try await bench.center.switchIdentity(to: anna)
    await bench.backEnd.release()
    await #expect(throws: InboxError.cancelled) { try await late.value }
    let whys = await log.whys()
    #expect(whys.contains("Primary: the response was dropped, identity changed"))
    #expect(!whys.contains { $0.contains("message centers were switched") })
  }

  @Test("MC-12 MC-17 during a rich fetch: it is stored for the one who asked, and asked for once only")
  func richFetch() async throws {
    let bench = try await bench(rich: true)
    await bench.backEnd.serve("<p>for Anna</p>", for: MessageID("m1"))
    await bench.backEnd.hold()
    let asking = Task { try await bench.center.richContent(.numbered(1)) }
    await bench.backEnd.held()
    try await bench.center.switchIdentity(to: ben)
    await #expect(throws: InboxError.unknownMessage("m1")) {
      try await bench.center.richContent(.numbered(1))
    }
    await bench.backEnd.release()
    #expect(try await asking.value == "<p>for Anna</p>")
    await bench.center.waitUntilIdle()
    #expect(try await bench.archive.richContent(of: .numbered(1), for: ben) == nil)
    try await bench.center.switchIdentity(to: anna)
    #expect(try await bench.center.richContent(.numbered(1)) == "<p>for Anna</p>")
    #expect(await bench.backEnd.richFetches == 1)
  }

  @Test(
    "MC-12 MC-17 A→B→A during a rich fetch: the second asking joins what is stored, never a second serving")
  func richFetchThereAndBack() async throws {
    let bench = try await bench(rich: true)
    await bench.backEnd.serve("<p>for Anna</p>", for: MessageID("m1"))
    await bench.backEnd.hold()
    let first = Task { try await bench.center.richContent(.numbered(1)) }
    await bench.backEnd.held()
    try await bench.center.switchIdentity(to: ben)
    try await bench.center.switchIdentity(to: anna)
    let second = Task { try await bench.center.richContent(.numbered(1)) }
    // A second request to the back end waits there as well.
    for _ in 0..<200 { await Task.yield() }
    #expect(await bench.backEnd.richFetches == 1)
    await bench.backEnd.release()
    #expect(try await first.value == "<p>for Anna</p>")
    #expect(try await second.value == "<p>for Anna</p>")
    #expect(await bench.backEnd.richFetches == 1)
  }

  @Test(
    "MC-12 EN-7 EN-10 during a flush: every event keeps the identity and session it happened in; none is lost"
  )
  func flush() async throws {
    let bench = try await bench()
    await bench.backEnd.hold()
    await bench.center.setVisibleRows([VisibleRow(.numbered(1)), VisibleRow(.numbered(2))])
    await bench.backEnd.held()
    try await bench.center.switchIdentity(to: ben)
    await bench.center.setVisibleRows([VisibleRow(.numbered(50))])
    try await bench.center.switchIdentity(to: anna)
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    await bench.backEnd.release()
    await bench.center.waitUntilIdle()
    let events = await bench.backEnd.reported
    let published = events.map { "\($0.identity.label) \($0.session?.number ?? 0) \($0.message.id)" }
    #expect(published == ["anna 1 m1", "anna 1 m2", "ben 2 m50", "anna 3 m1"])
    #expect(try await bench.waiting().isEmpty)
  }

  @Test(
    "MC-12 BD-1 during a badge sync: the caller learns it, and the other person's badge stays what it was")
  func badgeSync() async throws {
    let bench = try await bench()
    #expect(try await bench.center.setBadge(2) == 2)
    await bench.backEnd.hold()
    let first = Task { try await bench.center.setBadge(7) }
    await bench.backEnd.held()
    let second = Task { try await bench.center.setBadge(8) }
    try await until { await bench.center.badge.callers.count >= 2 }
    try await bench.center.switchIdentity(to: ben)
    await #expect(throws: InboxError.cancelled) { try await first.value }
    await #expect(throws: InboxError.cancelled) { try await second.value }
    #expect(await bench.center.badgeState == BadgeState(local: 0, server: nil))
    await bench.backEnd.release()
    await bench.center.waitUntilIdle()
    #expect(await bench.center.badgeState == BadgeState(local: 0, server: nil))
    try await bench.center.switchIdentity(to: anna)
    #expect(await bench.center.badgeState.local == 7)
    #expect(await bench.backEnd.badges == [2, 7])
  }

  @Test("MC-12 BD-7 a set that the server took during a switch holds for who asked, and their ledger says so")
  func badgeOfFormer() async throws {
    let bench = try await bench()
    await bench.backEnd.hold()
    let setting = Task { try await bench.center.setBadge(7) }
    await bench.backEnd.held()
    try await bench.center.switchIdentity(to: ben)
    await #expect(throws: InboxError.cancelled) { try await setting.value }
    await bench.backEnd.release()
    await bench.center.waitUntilIdle()
    try await bench.center.switchIdentity(to: anna)
    #expect(await bench.center.badgeState == BadgeState(local: 7, server: 7))
    #expect(
      try await bench.center.badgeLedger().map(\.cause) == [
        "app set 7, response after another person signed in"
      ])
  }

  @Test(
    "MC-12 BD-7 a set whose response is lost during a switch leaves the server's number unknown for who asked",
    arguments: [true, false])
  func badgeLostOfFormer(isBack: Bool) async throws {
    let bench = try await bench()
    #expect(try await bench.center.setBadge(2) == 2)
    await bench.backEnd.loseResponses(with: .responseLost("cut"))
    await bench.backEnd.hold()
    let setting = Task { try await bench.center.setBadge(7) }
    await bench.backEnd.held()
    try await bench.center.switchIdentity(to: ben)
    await #expect(throws: InboxError.cancelled) { try await setting.value }
    if isBack { try await bench.center.switchIdentity(to: anna) }
    await bench.backEnd.release()
    await bench.center.waitUntilIdle()
    if !isBack {
      #expect(await bench.center.badgeState == BadgeState(local: 0, server: nil))
      try await bench.center.switchIdentity(to: anna)
    }
    let ledger = try await bench.center.badgeLedger()
    #expect(ledger.prefix(2).map(\.state) == [.init(local: 2, server: 2), .init(local: 2, server: nil)])
    #expect(
      ledger.dropFirst().first?.cause
        == "failed sync: set 7, response after another person signed in, the server's number is unknown")
    // It had taken the set, and says so when it responds.
    try await bench.center.refresh(.primary)
    await bench.center.waitUntilIdle()
    #expect(await bench.center.badgeState == BadgeState(local: 7, server: 7))
  }

  @Test("MC-12 EN-9 EN-10 rows that were drawn for the former identity are not displayed under the new one")
  func lateLook() async throws {
    let bench = try await bench()
    let session = try #require(await bench.snapshot()?.session)
    try await bench.center.switchIdentity(to: ben)
    let updates = await bench.center.updates()
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))], in: session.id)
    #expect(await bench.reports() == [])
    await bench.center.stop()
    var published: [String] = []
    for await update in updates {
      published += update.entries.filter { $0.label == "display" }.map(\.why)
    }
    #expect(published == ["suppressed: identity changed"])
  }

  @Test(
    "MC-12 EN-3 an open that was stored before a switch is reported, shows nothing and ends no session of the next"
  )
  func openThenSwitch() async throws {
    let gate = ScriptedBackEnd()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if call == .setRead { await gate.pass() }
    }
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.sessionEndsOnOpen = true
    let bench = try CoreBench(identity: anna, settings: settings, archive: archive)
    await bench.backEnd.set([.numbered(1)], for: anna)
    try await bench.begin([])
    await gate.hold()
    let opening = Task { try await bench.center.open(.numbered(1)) }
    await gate.held()
    try await bench.center.switchIdentity(to: ben)
    await gate.release()
    #expect(try await opening.value == nil)
    #expect(await bench.snapshot()?.session?.number == 2)
    #expect(await bench.reports() == ["open m1"])
    #expect(await bench.backEnd.reported.map(\.identity) == [anna])
    #expect(try await archive.message(.numbered(1), of: anna)?.read != nil)
  }

  @Test(
    "MC-12 a center whose response was dropped is asked again for the new identity, although it is not due")
  func refetched() async throws {
    let bench = try await bench()
    try await bench.center.switchIdentity(to: ben)
    try await bench.center.switchIdentity(to: anna)
    await bench.center.waitUntilIdle()
    let before = await bench.backEnd.fetches
    await bench.backEnd.set([.numbered(50), .numbered(51)], for: ben)
    await bench.backEnd.hold()
    let late = Task { try await bench.center.refresh(.primary) }
    await bench.backEnd.held()
    try await bench.center.switchIdentity(to: ben)
    await bench.backEnd.release()
    await bench.center.waitUntilIdle()
    #expect(await bench.backEnd.fetches == before + 2)
    #expect(try await ids(bench) == ["m51", "m50"])
    await #expect(throws: InboxError.cancelled) { try await late.value }
  }

  @Test(
    "MC-12 EN-5 EN-7 during an open: it is reported under who opened it, and shows nothing to who reads now")
  func open() async throws {
    let gate = ScriptedBackEnd()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if call == .message { await gate.pass() }
    }
    let bench = try CoreBench(identity: anna, archive: archive)
    await bench.backEnd.set([.numbered(1), .numbered(2)], for: anna)
    await bench.backEnd.set([.numbered(1)], for: ben)
    try await bench.begin([])
    await gate.hold()
    let opening = Task { try await bench.center.open(.numbered(1)) }
    await gate.held()
    try await bench.center.switchIdentity(to: ben)
    // The same id is another gesture for another person.
    let other = Task { try await bench.center.open(.numbered(1)) }
    try await until {
      let last = await bench.center.gestureLog.gestures.last
      return last?.kind == .opened && last?.person == ben
    }
    await gate.release()
    #expect(try await opening.value == nil)
    #expect(try await other.value?.key == .numbered(1))
    await bench.center.waitUntilIdle()
    let events = await bench.backEnd.reported.map {
      "\($0.identity.label) \($0.session?.number ?? 0) \($0.message.id)"
    }
    #expect(events == ["anna 1 m1", "ben 2 m1"])
  }

  @Test("MC-12 EN-9 during a mark: it is written down under who made it")
  func mark() async throws {
    let gate = ScriptedBackEnd()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if call == .setRead { await gate.pass() }
    }
    let bench = try CoreBench(identity: anna, archive: archive)
    await bench.backEnd.set([.numbered(1)], for: anna)
    try await bench.begin([])
    let gestures = await bench.center.gestures()
    await gate.hold()
    let marking = Task { try await bench.center.mark(.numbered(1), read: true) }
    await gate.held()
    try await bench.center.switchIdentity(to: ben)
    await gate.release()
    try await marking.value
    let read = await gestures.first { $0.kind == .read }
    #expect(read?.person == anna && read?.message == .numbered(1))
  }

  @Test("MC-12 two switches at once happen in call order, whichever archive answers first")
  func callOrder() async throws {
    let gate = ScriptedBackEnd()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if call == .badge(.user("ben")) { await gate.pass() }
    }
    let bench = try CoreBench(identity: anna, archive: archive)
    try await bench.begin([])
    await gate.hold()
    let center = bench.center
    let first = Task { try await center.switchIdentity(to: ben) }
    await gate.held()
    let second = Task { try await center.switchIdentity(to: .user("carla")) }
    // What is known of Carla would be there at once: the database reads one after another.
    for _ in 0..<100 { _ = try await archive.badge(of: anna) }
    #expect(await center.identity == anna)
    await gate.release()
    try await first.value
    try await second.value
    #expect(await center.identity == .user("carla"))
  }

  @Test(
    "MC-12 EN-10 the same identity again is not a switch: the session goes on, and nothing is displayed twice"
  )
  func sameAgain() async throws {
    let bench = try await bench()
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    try await bench.center.switchIdentity(to: anna)
    await bench.center.setVisibleRows([])
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    #expect(await bench.reports() == ["display m1"])
    #expect(await bench.snapshot()?.session?.number == 1)
  }
}
