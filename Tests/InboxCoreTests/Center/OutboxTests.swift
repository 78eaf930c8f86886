import Corpus
import Foundation
import InboxEvidence
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxCore

/// Delivery of what was recorded: durable, in order, retried, paused, bounded (EN-7, EN-8).
@Suite(.queued)
struct OutboxTests {
  private func rows(_ numbers: ClosedRange<Int>) -> [VisibleRow] { numbers.map { VisibleRow(.numbered($0)) } }

  @Test("EN-8 offline: events wait, and leave by themselves when the back end answers again")
  func retries() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.failReports(with: .noNetwork("down"))
    await bench.center.setVisibleRows(rows(1...1))
    #expect(await bench.reports() == [])
    await bench.backEnd.failReports(with: nil)
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(1))
    try await until { await !bench.reports().isEmpty }
    #expect(await bench.reports() == ["display m1"])
  }

  @Test(
    "EN-8 MC-16 while a fetch looks whether the server is there, events wait for it, and leave when it is")
  func waitsForFetch() async throws {
    let down = InboxError.noNetwork("down")
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.fail(with: down)
    await #expect(throws: down) { try await bench.center.refresh(.primary) }
    await bench.center.setVisibleRows(rows(1...1))
    #expect(await bench.reports() == [])
    let (fetches, requests) = (await bench.backEnd.fetches, await bench.backEnd.reportRequests)
    for (count, moment) in [(1, 0.5), (2, 1.5), (3, 3.5)] {
      try await bench.wait(until: moment)
      try await bench.until { await bench.backEnd.fetches == fetches + count }
      await bench.center.waitUntilIdle()
    }
    #expect(await bench.backEnd.reportRequests == requests)
    await bench.backEnd.fail(with: nil)
    try await bench.wait(until: 7.5)
    try await bench.until { await bench.backEnd.reportRequests == requests + 1 }
    #expect(await bench.reports() == ["display m1"])
  }

  @Test("UL-12 MC-16 a visit of the same vendor waits as well, and the timer sleeps meanwhile")
  func visitWaitsForFetch() async throws {
    let down = InboxError.noNetwork("down")
    let scripted = ScriptedTracker()
    var tracker = scripted.tracker(CampaignSettings(cookie: "c1"))
    tracker.name = ResponsysBackEnd.capabilities.vendor
    let bench = try CoreBench(tracker: tracker)
    try await bench.begin([.numbered(1)])
    await bench.backEnd.fail(with: down)
    await #expect(throws: down) { try await bench.center.refresh(.primary) }
    await bench.center.enterForeground()
    let fetches = await bench.backEnd.fetches
    for (count, moment) in [(1, 0.5), (2, 1.5), (3, 3.5)] {
      try await bench.wait(until: moment)
      try await bench.until { await bench.backEnd.fetches == fetches + count }
      await bench.center.waitUntilIdle()
    }
    #expect(await scripted.asked == 0)
    await bench.backEnd.fail(with: nil)
    try await bench.wait(until: 7.5)
    try await bench.until { await scripted.lines == ["session_start"] }
  }

  @Test("FE-1 MC-16 EN-8 where fetches succeed and reports fail, the server is online and the outbox waits")
  func onlyReportsFail() async throws {
    let down = InboxError.noNetwork("down")
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.failReports(with: down)
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.waitUntilIdle()
    #expect(await bench.snapshot()?.connection == .offline(down))
    try await bench.center.refresh(.primary)
    #expect(await bench.reports() == [])
    #expect(await bench.snapshot()?.connection == .online)
    #expect(await bench.snapshot()?.outbox == .init(waiting: 1, paused: nil, failure: down))
    // Each response shows that the network is there.
    await bench.backEnd.failReports(with: nil)
    try await bench.center.refresh(.primary)
    #expect(await bench.reports() == ["display m1"])
  }

  @Test("MC-16 EN-8 a server that is lost after an incomplete receipt or a full disk is offline")
  func lostAfterOtherFailures() async throws {
    let down = InboxError.noNetwork("down")
    let gate = FailingSwitch()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      guard call == .settle, await gate.isOn else { return }
      throw .storeUnavailable(path: "p", reason: "the disk is full")
    }
    for isOnDisk in [false, true] {
      let bench = try CoreBench(archive: isOnDisk ? archive : nil)
      try await bench.begin([.numbered(1), .numbered(2)])
      await bench.backEnd.take(most: isOnDisk ? .max : 1)
      await gate.set(true)
      await bench.center.setVisibleRows(rows(1...2))
      await bench.center.waitUntilIdle()
      #expect(await bench.snapshot()?.connection == .online)
      await gate.set(false)
      await bench.backEnd.failReports(with: down)
      try await bench.wait(until: 1)
      try await bench.until { await bench.snapshot()?.connection == .offline(down) }
      await bench.center.abandon()
    }
  }

  @Test("EN-8 a refused token pauses the outbox; nothing is lost")
  func paused() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.failReports(with: .invalidToken(status: 401))
    await bench.center.setVisibleRows(rows(1...1))
    #expect(await bench.reports() == [])
    #expect(await bench.snapshot()?.outbox.paused == .invalidToken(status: 401))
    #expect(try await bench.waiting().count == 1)
  }

  @Test("EN-8 a paused outbox goes on when the server takes the token again")
  func resumes() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.failReports(with: .invalidToken(status: 401))
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.waitUntilIdle()
    await bench.backEnd.failReports(with: nil)
    try await bench.center.refresh(.primary)
    #expect(await bench.reports() == ["display m1"])
    #expect(await bench.snapshot()?.outbox == .init(waiting: 0, paused: nil))
  }

  @Test("EN-8 the end of a session does not overrule a server that asked to wait")
  func sessionEndWaits() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.backEnd.failReports(with: .serverBusy(status: 429, retryAfter: 60))
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.waitUntilIdle()
    await bench.backEnd.failReports(with: nil)
    await bench.center.disappear()
    #expect(await bench.reports() == [])
    try await bench.wait(until: 61)
    try await bench.until { await bench.reports() == ["display m1"] }
  }

  @Test("EN-7 EN-8 the outbox keeps the order in which things happened, however slow the disk is")
  func order() async throws {
    let gate = ScriptedBackEnd()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if case .record = call { await gate.pass() }
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1), .numbered(2), .numbered(3)])
    await gate.hold()
    await bench.center.setVisibleRows(rows(1...1))
    await gate.held()
    let opening = Task { try await bench.center.open(.numbered(2)) }
    try await until { await bench.center.gestureLog.gestures.last?.kind == .opened }
    await bench.center.setVisibleRows(rows(1...3))
    await gate.release()
    _ = try await opening.value
    #expect(await bench.reports() == ["display m1", "open m2", "display m2", "display m3"])
  }

  @Test("EN-8 MC-3 a retry is not stalled by a clock that is set back by hours")
  func clockBack() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.failReports(with: .serverBusy(status: 503, retryAfter: 60))
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.waitUntilIdle()
    await bench.backEnd.failReports(with: nil)
    bench.clock.setBack(by: 7_200)
    for _ in 1...3 {
      try await bench.clock.sleepers()
      bench.clock.advance(by: .seconds(150))
      await bench.center.waitUntilIdle()
    }
    try await bench.until { await bench.reports() == ["display m1"] }
  }

  @Test("FE-8 EN-7 a person who hurries before the wait for the last events begins does not wait for them")
  func hurries() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.hold()
    _ = try await bench.center.open(.numbered(1))
    await bench.backEnd.held()
    await bench.center.stopWaiting()
    // The clock stands: who waited would wait for ever.
    await bench.center.stop(within: .seconds(600))
    #expect(try await bench.waiting().map(\.kind) == [.open])
    await bench.backEnd.release()
  }

  @Test("EN-7 what is being sent is not dropped for what comes")
  func dropsNothingInFlight() async throws {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.outboxLimit = OutboxLimit(events: 2)
    let bench = try CoreBench(settings: settings)
    try await bench.begin((1...4).map { .numbered($0) })
    await bench.backEnd.hold()
    await bench.center.setVisibleRows(rows(1...2))
    await bench.backEnd.held()
    await bench.center.setVisibleRows(rows(3...4))
    let full = "displayed in session 1, dropped: the outbox was full"
    try await until { try await bench.center.detail(.numbered(3)).history.lines.last?.text == full }
    await bench.backEnd.release()
    #expect(await bench.reports() == ["display m1", "display m2"])
    #expect(await bench.center.waitingEvents == 0)
    #expect(try await bench.center.detail(.numbered(4)).history.lines.last?.text == full)
  }

  @Test("EN-7 a full outbox drops the oldest displays before any open, and tells each")
  func fullOutbox() async throws {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.outboxLimit = OutboxLimit(events: 3)
    let bench = try CoreBench(settings: settings)
    try await bench.begin((1...4).map { .numbered($0) })
    await bench.backEnd.failReports(with: .noNetwork("down"))
    let updates = await bench.center.updates()
    _ = try await bench.center.open(.numbered(1))
    await bench.center.setVisibleRows(rows(1...2))
    await bench.center.waitUntilIdle()
    await bench.center.setVisibleRows(rows(3...4))
    await bench.center.waitUntilIdle()
    #expect(try await bench.waiting().map(\.message) == [.numbered(1), .numbered(3), .numbered(4)])
    #expect(await bench.center.waitingEvents == 3)
    let history = try await bench.center.detail(.numbered(2)).history.lines.map(\.text)
    #expect(history.last == "displayed in session 1, dropped: the outbox was full")
    await bench.center.stop()
    var dropped: [MessageKey?] = []
    for await update in updates {
      dropped += update.entries.filter { $0.why.hasPrefix("dropped: the outbox is full") }.map(\.message)
    }
    #expect(dropped == [.numbered(1), .numbered(2)])
  }

  @Test("EN-3 EN-8 with delivery at session end, a session of a thousand displays does not hold back an open")
  func opensPassDisplays() async throws {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.displayDelivery = .atSessionEnd
    let bench = try CoreBench(settings: settings)
    try await bench.begin((1...1_200).map { .numbered($0) })
    await bench.center.setVisibleRows(rows(1...1_200))
    await bench.center.waitUntilIdle()
    _ = try await bench.center.open(.numbered(1))
    #expect(await bench.reports() == ["open m1"])
    #expect(await bench.center.waitingEvents == 1_200)
    await bench.center.disappear()
    #expect(await bench.reports().count == 1_201)
  }

  @Test("EN-8 what the server will never take is reported and does not hold back the rest")
  func refused() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.backEnd.failReports(with: .refused(status: 422, detail: "bad"))
    await bench.center.setVisibleRows(rows(1...2))
    await bench.center.waitUntilIdle()
    #expect(try await bench.waiting().isEmpty)
    await bench.backEnd.failReports(with: nil)
    _ = try await bench.center.open(.numbered(1))
    #expect(await bench.reports() == ["open m1"])
    let history = try await bench.center.detail(.numbered(1)).history.lines.map(\.text)
    #expect(history.contains { $0.hasPrefix("displayed in session 1, refused") })
  }

  @Test("EN-8 an event that the receipt does not list stays and is offered again")
  func shortReceipt() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.backEnd.take(most: 1)
    await bench.center.setVisibleRows(rows(1...2))
    #expect(await bench.reports() == ["display m1"])
    #expect(try await bench.waiting().map(\.message) == [.numbered(2)])
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(1))
    try await until { await bench.reports().count >= 2 }
    #expect(await bench.reports() == ["display m1", "display m2"])
  }

  @Test("EN-8 while the server asks to wait, a new event does not make it ask again")
  func keepsWaiting() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.backEnd.failReports(with: .serverBusy(status: 503, retryAfter: 60))
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.waitUntilIdle()
    await bench.backEnd.failReports(with: nil)
    await bench.center.setVisibleRows(rows(1...2))
    #expect(await bench.reports() == [])
    bench.clock.advance(by: .seconds(61))
    try await until { await bench.reports().count >= 2 }
    #expect(await bench.reports() == ["display m1", "display m2"])
  }

  @Test("EN-7 a full disk is not the server's refusal: the events go out when it has room again")
  func storeFailsAfterSending() async throws {
    let gate = FailingSwitch()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      guard call == .settle, await gate.isOn else { return }
      throw .storeUnavailable(path: "p", reason: "the disk is full")
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1)])
    await gate.set(true)
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.waitUntilIdle()
    #expect(try await bench.waiting().count == 1)
    await gate.set(false)
    bench.clock.advance(by: .seconds(2))
    try await until { try await bench.waiting().isEmpty }
    let events = await bench.backEnd.reported
    #expect(Set(events.map(\.id)).count == 1)
    let history = try await bench.center.detail(.numbered(1)).history.lines.map(\.text)
    #expect(history.contains("displayed in session 1, sent"))
  }

  @Test(
    "EN-8 each try is counted before it leaves: what was sent and not answered is unknown, also after a kill")
  func tries() async throws {
    let archive = try InboxDatabase.inMemory()
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.backEnd.failReports(with: .timedOut(seconds: 10))
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.waitUntilIdle()
    #expect(try await archive.deliveries().map(\.tries) == [1])
    #expect(try await bench.center.deliveryReport().rows.map(\.verdict) == [.unknown])
    // The second try never gets a response, for the program is killed.
    await bench.backEnd.hold()
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(1))
    await bench.backEnd.held()
    #expect(try await archive.deliveries().map(\.tries) == [2])
    await bench.center.abandon()
    await bench.backEnd.release()
    await bench.center.waitUntilIdle()
    let next = try CoreBench(archive: archive)
    try await next.begin([])
    await next.center.waitUntilIdle()
    let report = try await next.center.deliveryReport()
    #expect(report.rows.map(\.verdict) == [.exactlyOnce])
    #expect(report.rows[0].facts == ["attempts 1", "sent 1 in 3 tries", "acknowledged 1"])
  }

  @Test("EN-8 what certainly reached no server waits, and is not one that was sent without a response")
  func neverLeft() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.failReports(with: .noNetwork("connection refused"))
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.waitUntilIdle()
    #expect(try await bench.archive.deliveries().map(\.tries) == [0])
    #expect(try await bench.center.deliveryReport().rows.map(\.verdict) == [.waiting])
    await bench.backEnd.failReports(with: .responseLost("reset"))
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(1))
    try await bench.until { try await bench.archive.deliveries().map(\.tries) == [1] }
    #expect(try await bench.center.deliveryReport().rows.map(\.verdict) == [.unknown])
    await bench.center.stop()
  }

  @Test("EN-8 what cannot be counted is not sent: a full disk makes no event look as if it had never left")
  func uncounted() async throws {
    let gate = FailingSwitch()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      guard call == .tried, await gate.isOn else { return }
      throw .storeUnavailable(path: "p", reason: "the disk is full")
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1)])
    await gate.set(true)
    await bench.center.setVisibleRows(rows(1...1))
    #expect(await bench.reports() == [])
    await gate.set(false)
    try await bench.clock.sleepers()
    bench.clock.advance(by: .seconds(2))
    try await until { await bench.reports() == ["display m1"] }
  }

  private actor FailingSwitch {
    var isOn = false
    func set(_ value: Bool) { isOn = value }
  }

  @Test("EN-7 what a killed run left goes out at the next start, under its old session, identity and id")
  func adopts() async throws {
    let archive = try InboxDatabase.inMemory()
    let old = EngagementEvent(
      id: .numbered(77), kind: .display, identity: .user("maria"),
      session: .init(id: .numbered(8), number: 8),
      message: .numbered(4), time: .at(-100))
    try await archive.put([old], run: .numbered(1))
    let bench = try CoreBench(archive: archive)
    try await bench.begin([])
    await bench.center.waitUntilIdle()
    var adopted = old
    adopted.application = await bench.backEnd.reported.first?.application
    #expect(await bench.backEnd.reported == [adopted])
  }

  @Test("EN-7 a command that shares the profile with a screen leaves the screen's events alone")
  func leavesOthersAlone() async throws {
    let archive = try InboxDatabase.inMemory()
    let other = EngagementEvent(
      id: .numbered(77), kind: .display, identity: .device("d1"), session: nil, message: .numbered(4),
      time: .at(0))
    try await archive.put([other], run: .numbered(1))
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.adoptsOutbox = false
    let bench = try CoreBench(settings: settings, archive: archive)
    try await bench.begin([.numbered(1)])
    _ = try await bench.center.open(.numbered(1))
    #expect(await bench.reports() == ["open m1"])
    #expect(try await bench.waiting() == [other])
  }
}
