import Corpus
import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Synchronization
import Testing

/// The clicks and sessions that wait, and how they are sent.
extension CampaignTests {
  @Test("UL-11 EN-8 a server that is down is asked again, and never holds up displays and opens")
  func ownLane() async throws {
    let tracker = ScriptedTracker()
    let bench = try bench(tracker)
    try await begin(bench)
    await tracker.fail(with: .serverBusy(status: 503, retryAfter: nil))
    try await bench.wait(until: 3)
    try await bench.until { await tracker.asked == 1 }
    await bench.backEnd.set([.numbered(1)])
    try await bench.center.refresh(.primary)
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    _ = try await bench.center.open(.numbered(1))
    #expect(await bench.reports() == ["display m1", "open m1"])
    await tracker.fail(with: nil)
    try await bench.wait(until: 4)
    try await bench.until { await tracker.lines == ["session_start"] }
    await bench.center.stop()
  }

  @Test("UL-11 EN-8 a refused token keeps every event; an event that is refused lets the next one pass")
  func refusals() async throws {
    let tracker = ScriptedTracker()
    let archive = try InboxDatabase.inMemory()
    let bench = try bench(tracker, archive: archive)
    try await begin(bench)
    await tracker.fail(with: .credentialsRefused("refused"))
    try await bench.wait(until: 3)
    try await bench.until { await tracker.asked == 1 }
    _ = await bench.center.follow(LinkRequest(Self.link, from: .commandLine))
    await bench.center.waitUntilIdle()
    #expect(await tracker.asked == 1)
    #expect(await bench.snapshot()?.outbox.paused == .credentialsRefused("refused"))
    await bench.center.stop()
    await tracker.fail(with: .refused(status: 400, detail: ""))
    let next = try self.bench(tracker, archive: archive)
    try await begin(next)
    await next.center.waitUntilIdle()
    #expect(await tracker.asked == 3)
    #expect(try await archive.waitingTracking(OutboxScope(runs: archive.endedRuns()), limit: 10).total == 0)
    await next.center.stop()
  }

  @Test("UL-11 EN-7 what cannot be stored is not counted as a click, and says so")
  func notStored() async throws {
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      guard case .recordTracking = call else { return }
      throw .storeUnavailable(path: "x", reason: "the disk is full")
    }
    let bench = try bench(ScriptedTracker(), archive: archive)
    try await bench.center.start()
    let trail = await bench.center.follow(LinkRequest(Self.link, from: .commandLine))
    #expect(trail?.branch == "not-stored" && trail?.click == .no)
    await bench.center.stop()
  }

  @Test("UL-12 FE-9 a session's start that was never stored is not waited for: the outbox is read once")
  func startNotStored() async throws {
    let reads = Mutex(0)
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if case .recordTracking = call { throw .storeUnavailable(path: "x", reason: "the disk is full") }
      guard case .waitingTracking = call else { return }
      // A loop without an end ends here, and is counted.
      if reads.withLock({
        $0 += 1; return $0
      }) > 50 {
        throw .cancelled
      }
    }
    let bench = try bench(ScriptedTracker(), archive: archive)
    let log = await UpdateLog(bench.center)
    try await begin(bench)
    try await bench.wait(until: 4)
    try await bench.wait(until: 5)
    #expect(reads.withLock(\.self) < 5)
    // What nothing holds is lost, and says so (EN-9).
    #expect(await log.whys().contains("session_start lost: it could not be stored"))
  }

  @Test("UL-12 EN-7 the start that waits does not name a campaign whose click could not be stored beside it")
  func amendedWithClick() async throws {
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      guard case .recordTracking(let events) = call, events.contains(where: { $0.url != nil }) else { return }
      throw .storeUnavailable(path: "x", reason: "the disk is full")
    }
    let bench = try bench(nil, archive: archive)
    try await begin(bench)
    await bench.center.waitUntilIdle()
    await #expect(throws: InboxError.self) { try await bench.center.track(Self.link) }
    let events = try await bench.archive.vendorEvents().map(\.item)
    #expect(events.map(\.kind) == ["session_start"] && events[0].properties["xnpe_cmp"] == nil)
    await bench.center.stop()
  }

  @Test("UL-12 EN-9 a start that waits no more does not name a campaign, and the log says so")
  func amendedTooLate() async throws {
    let bench = try bench(nil) { $0.outboxLimit = OutboxLimit(events: 1) }
    let log = await UpdateLog(bench.center)
    try await begin(bench)
    for number in 1...2 { _ = try await bench.center.track(Self.link + "&n=\(number)") }
    #expect(await log.whys().contains { $0.hasPrefix("session_start suppressed: it waits no more") })
  }

  @Test("EN-8 UL-11 an event without a response was tried, and is not one that was never sent")
  func tried() async throws {
    let tracker = ScriptedTracker()
    await tracker.fail(with: .responseLost("x"))
    let bench = try bench(tracker) { $0.ownsAppSession = false }
    try await begin(bench)
    _ = try await bench.center.track(Self.link)
    await bench.center.waitUntilIdle()
    #expect(await tracker.asked == 1)
    #expect(try await bench.archive.vendorEvents().map(\.tries) == [1])
    await bench.center.stop()
  }

  @Test("VE-8 EN-8 what waits for a campaigns' server says why where no one allows that any more")
  func withheldLater() async throws {
    let archive = try InboxDatabase.inMemory()
    let scripted = ScriptedTracker()
    let refusal = InboxError.readsOnly("Nothing was sent to api.exponea.com: you did not allow it.")
    await scripted.fail(with: refusal)
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.ownsAppSession = false
    var tracker = scripted.tracker(Self.campaigns)
    let first = try CoreBench(settings: settings, archive: archive, tracker: tracker)
    try await first.center.start()
    _ = try await first.center.track(Self.link)
    await first.center.stop()
    tracker.withholding = "you did not allow it"
    let next = try CoreBench(settings: settings, archive: archive, tracker: tracker)
    try await begin(next)
    #expect(await next.snapshot()?.outbox.paused == refusal)
    #expect(try await archive.vendorEvents().map(\.tries) == [0])
    await next.center.stop()
  }

  @Test(
    "EN-7 UL-11 what is on its way to the server is not dropped for what comes meanwhile, and settled as sent"
  )
  func onItsWay() async throws {
    let (gate, tracker) = (ScriptedBackEnd(), ScriptedTracker())
    let archive = try InboxDatabase.inMemory()
    var settings = MessageCenterSettings(centers: .primaryOnly)
    (settings.ownsAppSession, settings.outboxLimit) = (false, OutboxLimit(events: 2))
    let sending = tracker.tracker(Self.campaigns)
    let bench = try CoreBench(
      settings: settings, archive: archive,
      tracker: .bloomreach(Self.campaigns) { event async throws(InboxError) in
        await gate.pass()
        try await sending.send?(event)
      })
    try await bench.center.start()
    for number in 1...2 { _ = try await bench.center.track(Self.link + "&n=\(number)") }
    await gate.hold()
    await bench.center.connect()
    await gate.held()
    _ = try await bench.center.track(Self.link + "&n=3")
    await gate.release()
    await bench.center.waitUntilIdle()
    #expect(await tracker.taken.map { $0.url?.suffix(1) } == ["1", "2"])
    #expect(try await archive.vendorEvents().map(\.state) == [.sent, .sent, .dropped])
    await bench.center.stop()
  }

  private func event(_ number: Int) -> VendorEvent {
    VendorEvent(
      .campaignClick, id: .numbered(number), identity: .device("d1"), customerIDs: [:],
      at: .at(Double(number)), url: "\(number)", properties: [:])
  }

  @Test("UL-12 EN-7 an event is not amended where the one beside it cannot be written")
  func together() async throws {
    let archive = try InboxDatabase.inMemory()
    func record(_ events: VendorEvent..., amending: VendorEvent? = nil) async throws -> Bool {
      try await archive.recordTracking(
        events, amending: amending, .none, run: .numbered(7), limit: OutboxLimit(), sparing: []
      ).isAmended
    }
    #expect(try await !record(event(1), event(2)))
    var named = event(1)
    named.properties = ["xnpe_cmp": .string("T")]
    // One with its id is there already.
    await #expect(throws: InboxError.self) { try await record(event(2), amending: named) }
    #expect(try await archive.vendorEvents().map(\.item.properties) == [[:], [:]])
    #expect(try await record(event(3), amending: named))
    #expect(
      try await archive.vendorEvents().map(\.item.properties) == [["xnpe_cmp": .string("T")], [:], [:]])
  }

  @Test("EN-7 UL-11 the event that is being sent is not dropped for newer ones")
  func inFlight() async throws {
    let archive = try InboxDatabase.inMemory()
    let limit = OutboxLimit(events: 2)
    _ = try await archive.recordTracking(
      [event(1), event(2)], amending: nil, .none, run: .numbered(7), limit: limit, sparing: [])
    let (_, dropped) = try await archive.recordTracking(
      [event(3)], amending: nil, .none, run: .numbered(7), limit: limit, sparing: [.numbered(1)])
    #expect(dropped.map(\.id) == [.numbered(2)])
  }

  @Test("EN-7 UL-11 the outbox for campaigns has a limit; the oldest go first, and are reported")
  func limit() async throws {
    let bench = try bench(nil) { $0.outboxLimit = OutboxLimit(events: 2) }
    try await begin(bench)
    for number in 1...3 {
      _ = try await bench.center.track(Self.link + "&n=\(number)")
    }
    let scope = OutboxScope(runs: try await bench.archive.endedRuns())
    let left = try await bench.archive.waitingTracking(scope, limit: 10)
    #expect(left.items.map { $0.url?.suffix(1) } == ["2", "3"] && left.total == 2)
    await bench.center.stop()
  }
}
