import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxCore
@testable import InboxStore

/// Several programs on one archive: what one leaves waiting is sent by another only when it is over.
@Suite(.queued)
struct LivingRunsTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/archive.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ number: Int) -> EngagementEvent {
    EngagementEvent(
      id: .numbered(number), kind: .open, identity: .device("d1"), session: nil, message: .numbered(number),
      time: .at(Double(number)), application: "")
  }

  @Test(
    "EN-7 EN-8 a run that goes on is not over for another program, and is so as soon as its file is closed")
  func living() async throws {
    let (first, second) = (try InboxDatabase.open(path: path), try InboxDatabase.open(path: path))
    try await first.put([open(1)], run: .numbered(1))
    try await second.put([open(2)], run: .numbered(2))
    #expect(try await second.endedRuns() == [.numbered(2)])
    #expect(try await first.endedRuns() == [.numbered(1)])
    try await first.close()
    #expect(try await second.endedRuns() == [.numbered(1), .numbered(2)])
    try await second.close()
  }

  @Test(
    "EN-7 EN-8 what other programs left is sent by the one that holds the profile, once, and not while they run"
  )
  func adopted() async throws {
    let settings = MessageCenterSettings(centers: .primaryOnly)
    let archive = try InboxDatabase.open(path: path)
    let bench = try CoreBench(settings: settings, archive: archive)
    try await bench.begin([])
    let command = try InboxDatabase.open(path: path)
    try await command.put([open(1)], run: .numbered(1))
    await bench.center.othersWrote()
    #expect(await bench.reports() == [])
    #expect(await bench.center.waitingEvents == 0)
    try await command.close()
    for _ in 1...2 { await bench.center.othersWrote() }
    #expect(await bench.reports() == ["open m1"])
    #expect(try await archive.deliveries().map(\.state) == [.sent])
    await bench.center.stop()
    try await archive.close()
  }

  @Test(
    "EN-7 what a program could only write beside the archive is sent once it has ended, by the one that holds the profile"
  )
  func spilled() async throws {
    let archive = try InboxDatabase.open(path: path)
    let bench = try CoreBench(archive: archive)
    try await bench.begin([])
    let command = try InboxDatabase.open(path: path)
    try await command.put([open(1)], run: .numbered(1))
    try await command.setAside([open(2)], run: .numbered(1))
    await bench.center.othersWrote()
    #expect(await bench.reports() == [])
    try await command.close()
    // A run that only the file beside the archive knows, and that was killed.
    try await archive.setAside([open(3)], run: .numbered(3))
    await bench.center.othersWrote()
    #expect(await bench.reports() == ["open m1", "open m2", "open m3"])
    #expect(!FileManager.default.fileExists(atPath: path + ".events"))
    await bench.center.stop()
    try await archive.close()
  }

  @Test(
    "EN-7 VE-6 what a command sends of what was held is its own until it ends, whoever looks for ended runs")
  func heldAndSent() async throws {
    let archive = try InboxDatabase.open(path: path)
    let former = try InboxDatabase.open(path: path)
    var event = open(1)
    event.application = "former"
    try await former.put([event], run: .numbered(1))
    try await former.close()
    let command = try InboxDatabase.open(path: path)
    let ids = try await command.settleHeld(
      .send, application: "now", takes: [], tracking: nil, run: .numbered(2), at: .at(1))
    #expect(ids == [event.id])
    #expect(try await archive.endedRuns() == [])
    try await command.close()
    #expect(try await archive.endedRuns() == [.numbered(2)])
    try await archive.close()
  }

  @Test("EN-7 only runs of which something waits are asked for, however many have ended")
  func forgotten() async throws {
    let archive = try InboxDatabase.open(path: path)
    let bench = try CoreBench(archive: archive)
    try await bench.begin([])
    for number in 1...3 {
      let command = try InboxDatabase.open(path: path)
      try await command.put([open(number)], run: .numbered(number))
      try await command.close()
      await bench.center.othersWrote()
      #expect(await bench.reports().count == number)
      #expect(await bench.center.outbox.runs.count == 2)
    }
    await bench.center.stop()
    try await archive.close()
  }

  /// Fetches as a command does that begins so many seconds after the start of the clocks.
  private func command(at seconds: Double, _ script: ScriptedBackEnd) async throws {
    let archive = try InboxDatabase.open(path: path)
    let bench = try CoreBench(archive: archive, backEnd: script)
    bench.clock.advance(by: .seconds(seconds))
    try await bench.center.start()
    try await bench.center.refresh(.primary)
    await bench.center.stop()
    try await archive.close()
  }

  @Test(
    "MC-11 MC-13 a response that another program's has overtaken takes nothing of it back, and is requested once more"
  )
  func overtaken() async throws {
    let archive = try InboxDatabase.open(path: path)
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1)])
    await bench.backEnd.hold()
    let late = Task { try await bench.center.refresh(.primary) }
    await bench.backEnd.held()
    let newer: [Message] = [.numbered(1, subject: "newer"), .numbered(2)]
    let script = ScriptedBackEnd()
    await script.set(newer)
    try await command(at: 60, script)
    await bench.backEnd.set(newer)
    await bench.backEnd.release()
    #expect(try await late.value.isEmpty)
    #expect(await bench.backEnd.fetches == 3)
    let rows = try await bench.center.window().rows
    #expect(rows.map(\.message.subject) == ["Subject 2", "newer"])
    #expect(rows.map(\.cacheState) == [.listed, .listed])
    // Where no other one has fetched meanwhile, the first response is merged.
    try await bench.center.refresh(.primary)
    #expect(await bench.backEnd.fetches == 4)
    await bench.center.stop()
    try await archive.close()
  }

  @Test(
    "MC-3 MC-9 MC-10 a list that another program has fetched is fresh here, its bad records are known, and its messages leave when they expire"
  )
  func fetchedElsewhere() async throws {
    let archive = try InboxDatabase.open(path: path)
    let bench = try CoreBench(archive: archive)
    try await bench.begin([])
    let log = await UpdateLog(bench.center)
    let script = ScriptedBackEnd()
    let dates = #""sent_ts":"\#(WireDate.format(.at(-60)))","expiry_ts":"\#(WireDate.format(.at(100)))""#
    await script.respond(
      with: #"{"messages":[{"id":"m1","subject":"s","message":"b",\#(dates)},{"id":"bad","subject":"s"}]}"#)
    try await command(at: 60, script)
    try await bench.wait(until: 60)
    await bench.center.othersWrote()
    #expect(await bench.center.lastFetch(of: .primary) == .at(60))
    #expect(await bench.center.malformed(in: .primary).map(\.id) == ["bad"])
    #expect(await log.snapshot()?.centers.first?.counts.total == 1)
    try await bench.wait(until: 100)
    try await bench.until { await log.snapshot()?.centers.first?.counts.total == 0 }
    // What it was fetched at counts: not due after 300 seconds, but after 360.
    try await bench.wait(until: 301)
    await bench.center.catchUp()
    #expect(await bench.backEnd.fetches == 1)
    try await bench.wait(until: 360)
    try await bench.until { await bench.backEnd.fetches == 2 }
    #expect(await log.whys().contains("expired"))
    try await archive.close()
  }
}
