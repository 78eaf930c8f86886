import Foundation
import GRDB
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxStore

/// A disk that fails, with real SQLite errors: nothing is lost, nothing is claimed, everything is reported.
@Suite(.queued)
struct StoreTroubleTests {
  enum Trouble: CaseIterable {
    case full, readOnly, locked

    var words: String {
      switch self {
      case .full: "the disk is full"
      case .readOnly: "it is read-only"
      case .locked: "another program keeps it locked"
      }
    }
  }

  /// A file whose trouble a test switches on and off.
  private struct Disk {
    private let folder: TemporaryFolder
    private let path: String
    /// What lies in the archive's folder.
    var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) } }
    let queue: DatabaseQueue
    let blocker: DatabaseQueue
    let database: InboxDatabase

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path + "/archive.sqlite"
      var patient = Configuration()
      patient.busyMode = .timeout(0.02)
      var unsafe = Configuration()
      unsafe.allowsUnsafeTransactions = true
      queue = try DatabaseQueue(path: path, configuration: patient)
      blocker = try DatabaseQueue(path: path, configuration: unsafe)
      database = try InboxDatabase(Connections(queue, path: path))
    }

    func begin(_ trouble: Trouble) async throws {
      switch trouble {
      case .full:
        try await queue.writeWithoutTransaction { db in
          let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
          try db.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
      case .readOnly:
        // SQLite's own check, which also holds for root: a file that was moved away is not written to.
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
      case .locked:
        try await blocker.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
      }
    }

    func end(_ trouble: Trouble) async throws {
      switch trouble {
      case .full:
        try await queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA max_page_count = 1000000")
        }
      case .readOnly:
        try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
      case .locked:
        try await blocker.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
      }
    }
  }

  /// Big enough that it needs a page of its own.
  private static let long = String(repeating: "word ", count: 20_000)

  private func big(_ number: Int) -> Message {
    var message = Message.numbered(number, richURL: "https://x.example/\(number)")
    message.body = Self.long
    return message
  }

  @Test(
    "EN-7 MC-16 MC-17 BD-1 full, read-only or locked: reported each time, and nothing is lost",
    arguments: Trouble.allCases)
  func trouble(trouble: Trouble) async throws {
    let disk = try Disk()
    let bench = try CoreBench(archive: disk.database)
    try await bench.begin([big(1), big(2)])
    await bench.backEnd.serve(Self.long, for: MessageID("m1"))
    try await disk.begin(trouble)

    // A refresh fails, and what was there stays; that is not a trouble with the back end.
    await bench.backEnd.set((1...9).map { big($0) })
    let failure = await #expect(throws: InboxError.self) { try await bench.center.refresh(.primary) }
    #expect(failure?.description.contains(trouble.words) == true)
    #expect(try await bench.center.window().rows.map(\.key.id.rawValue) == ["m2", "m1"])
    #expect(await bench.snapshot()?.connection == .online)

    // Rich content: served, reported, kept in memory, not asked for again.
    let lost = await #expect(throws: InboxError.self) { try await bench.center.richContent(.numbered(1)) }
    guard case .richContentNotStored? = lost else {
      Issue.record("not reported as served but not stored: \(String(describing: lost))")
      return
    }
    #expect(await bench.backEnd.richFetches == 1)

    try await disk.end(trouble)
    #expect(try await bench.center.richContent(.numbered(1)) == Self.long)
    #expect(await bench.backEnd.richFetches == 1)
    try await bench.center.refresh(.primary)
    #expect(try await bench.center.window().rows.count == 9)
  }

  @Test(
    "EN-5 EN-7 an open that could not be stored is reported and not reported; the next one is",
    arguments: [Trouble.readOnly, .locked])
  func opens(trouble: Trouble) async throws {
    let disk = try Disk()
    let bench = try CoreBench(archive: disk.database)
    try await bench.begin([.numbered(1)])
    try await disk.begin(trouble)
    await #expect(throws: InboxError.self) { try await bench.center.open(.numbered(1)) }
    await #expect(throws: InboxError.self) { try await bench.center.mark(.numbered(1), read: true) }
    await #expect(throws: InboxError.self) { try await bench.center.setDeleted(.numbered(1), true) }
    await #expect(throws: InboxError.self) { try await bench.center.setEnabled(false) }
    #expect(await bench.center.isEnabled)
    try await disk.end(trouble)
    #expect(await bench.reports() == [])
    #expect(try await bench.center.message(.numbered(1))?.read == nil)
    _ = try await bench.center.open(.numbered(1))
    #expect(await bench.reports() == ["open m1"])
  }

  @Test(
    "EN-2 EN-7 a display that could not be stored is kept, shown in the report, and stored once as soon as it can be",
    arguments: [Trouble.readOnly, .locked])
  func displays(trouble: Trouble) async throws {
    let disk = try Disk()
    let bench = try CoreBench(archive: disk.database)
    try await bench.begin([.numbered(1), .numbered(2)])
    try await disk.begin(trouble)
    let rows = [VisibleRow(.numbered(1)), VisibleRow(.numbered(2))]
    await bench.center.setVisibleRows([rows[0]])
    await bench.center.waitUntilIdle()
    await bench.center.setVisibleRows(rows)
    #expect(await bench.reports() == [])
    #expect(try disk.files.contains("archive.sqlite.events"))
    try await disk.end(trouble)
    let report = try await bench.center.deliveryReport()
    #expect(report.rows.map(\.verdict) == [.notStored, .notStored] && !report.isProven)
    // The rows stay where they are: no one looks again.
    try await until {
      bench.clock.advance(by: .seconds(1))
      await bench.center.waitUntilIdle()
      return await bench.backEnd.reported.count == 2
    }
    await bench.center.setVisibleRows(rows)
    #expect(await bench.reports() == ["display m1", "display m2"])
    #expect(await bench.backEnd.reported.allSatisfy { $0.time == .at(0) && $0.session?.number == 1 })
    #expect(try await bench.center.deliveryReport().isProven)
    #expect(try !disk.files.contains("archive.sqlite.events"))
    await bench.center.stop()
  }

  @Test(
    "EN-9 suppressed attempts that could not be stored are reported once and stored when there is room again",
    arguments: Trouble.allCases)
  func suppressions(trouble: Trouble) async throws {
    let disk = try Disk()
    let bench = try CoreBench(archive: disk.database)
    try await bench.begin([])
    let updates = await bench.center.updates()
    try await disk.begin(trouble)
    for number in 1...3 {
      // Big enough that it needs a page of its own.
      let key = MessageKey(center: .primary, id: MessageID("\(number) \(Self.long)"))
      await bench.center.setVisibleRows([VisibleRow(key, .partial)])
      await bench.center.waitUntilIdle()
    }
    try await disk.end(trouble)
    #expect(try await disk.database.suppressed().isEmpty)
    #expect(try await bench.center.deliveryReport().rows.count == 3)
    await bench.center.stop()
    #expect(try await disk.database.suppressed().map(\.count) == [1, 1, 1])
    var reported: [String] = []
    for await update in updates {
      reported += update.entries.filter(\.isFailure).map(\.why)
    }
    #expect(
      reported.count == 1 && reported[0].contains("could not be stored")
        && reported[0].contains(trouble.words))
  }

  @Test(
    "BD-1 BD-7 a badge that the server took holds although it could not be remembered, which is reported",
    arguments: [Trouble.readOnly, .locked])
  func badge(trouble: Trouble) async throws {
    let disk = try Disk()
    let bench = try CoreBench(archive: disk.database)
    try await bench.begin([])
    for count in 2...3 { _ = try await bench.center.setBadge(count) }
    let updates = await bench.center.updates()
    try await disk.begin(trouble)
    #expect(try await bench.center.setBadge(4) == 4)
    #expect(await bench.center.badgeState == BadgeState(local: 4, server: 4))
    #expect(await bench.center.unstoredBadges == 1)
    try await disk.end(trouble)
    await bench.center.stop()
    // The end stores it all the same.
    #expect(await bench.center.unstoredBadges == 0)
    let ledger = try await disk.database.badgeLedger(of: .device("d1"), limit: 9)
    #expect(ledger.map(\.state.local) == [2, 3, 4])
    // The ledger's gap is not another program's doing.
    #expect(await bench.backEnd.badgeQuestions == 0)
    var reported: [String] = []
    for await update in updates {
      reported += update.entries.filter(\.isFailure).map(\.why)
    }
    #expect(
      reported.contains { $0.contains("The badge could not be remembered") && $0.contains(trouble.words) })
  }

  @Test(
    "BD-1 BD-7 changes of the badge that could not be stored are stored in order as soon as they can be",
    arguments: [Trouble.readOnly, .locked])
  func badgeLater(trouble: Trouble) async throws {
    let disk = try Disk()
    let bench = try CoreBench(archive: disk.database)
    try await bench.begin([])
    try await disk.begin(trouble)
    for count in 4...5 { _ = try await bench.center.setBadge(count) }
    #expect(await bench.center.unstoredBadges == 2)
    // What the archive holds is older than that.
    await bench.center.rereadBadge()
    #expect(await bench.center.badgeState == BadgeState(local: 5, server: 5))
    try await disk.end(trouble)
    try await badgesAreStored(bench)
    #expect(try await bench.center.badgeLedger().map(\.state.local) == [4, 5])
    // No other program has set it meanwhile.
    #expect(await bench.backEnd.badgeQuestions == 0)
    // From now on another program's sets are taken over again.
    try await disk.database.saveBadge(other(6), of: .device("d1"))
    await bench.center.rereadBadge()
    #expect(await bench.center.badgeState == BadgeState(local: 6, server: 6))
    await bench.center.stop()
  }

  private func other(_ count: Int) -> BadgeEntry {
    BadgeEntry(time: .at(9), cause: "app set \(count)", state: BadgeState(local: count, server: count))
  }

  private func badgesAreStored(_ bench: CoreBench) async throws {
    try await until {
      bench.clock.advance(by: .seconds(1))
      await bench.center.waitUntilIdle()
      return await bench.center.unstoredBadges == 0
    }
    await bench.center.waitUntilIdle()
  }

  @Test(
    "BD-6 BD-7 a set that is stored behind another program's leaves a doubt that outlasts the run, until the server is heard",
    arguments: [true, false])
  func badgeCrossedLater(isUp: Bool) async throws {
    let disk = try Disk()
    let bench = try CoreBench(archive: disk.database)
    let log = await UpdateLog(bench.center)
    try await bench.begin([])
    _ = try await bench.center.setBadge(3)
    try await disk.begin(.locked)
    for count in 4...5 { _ = try await bench.center.setBadge(count) }
    try await disk.end(.locked)
    try await disk.database.saveBadge(other(8), of: .device("d1"))
    if !isUp { await bench.backEnd.failBadge(with: .noNetwork("down")) }
    try await badgesAreStored(bench)
    #expect(await bench.backEnd.badgeQuestions == 1)
    let lines = try await bench.center.badgeLedger().map(\.state.local)
    #expect(lines == [3, 8, 4, 5, 5] + (isUp ? [5] : []))
    #expect(await log.whys().contains { $0.hasPrefix("Another program set the badge meanwhile") })
    let next = try CoreBench(archive: disk.database)
    try await next.begin([])
    _ = try await next.center.refresh(.primary)
    await next.center.waitUntilIdle()
    #expect(await next.backEnd.badgeQuestions == (isUp ? 0 : 1))
    await next.center.stop()
  }

  @Test("BD-7 a change of the badge that no try could store is known at the end as lost")
  func badgeLost() async throws {
    let disk = try Disk()
    let bench = try CoreBench(archive: disk.database)
    try await bench.begin([])
    try await disk.begin(.locked)
    #expect(try await bench.center.setBadge(4) == 4)
    await bench.center.stop()
    #expect(await bench.center.unstoredBadges == 1)
    try await disk.end(.locked)
  }

  private static let link = "https://www.brand.example/sale?utm_source=br&xnpe_cmp=e1"

  /// A core whose app came to the front while the archive could store nothing.
  private func sessionBegun(in trouble: Trouble) async throws -> (Disk, ScriptedTracker, CoreBench) {
    let (disk, tracker) = (try Disk(), ScriptedTracker())
    let bench = try CoreBench(
      archive: disk.database, tracker: tracker.tracker(CampaignSettings(cookie: "c1")))
    try await bench.begin([])
    try await disk.begin(trouble)
    await bench.center.enterForeground()
    return (disk, tracker, bench)
  }

  @Test(
    "UL-12 EN-9 a session's start that could not be stored goes ahead of the click behind it, and names its campaign",
    arguments: [Trouble.readOnly, .locked])
  func startBeforeClick(trouble: Trouble) async throws {
    let (disk, tracker, bench) = try await sessionBegun(in: trouble)
    await bench.center.waitUntilIdle()
    try await disk.end(trouble)
    #expect(try await bench.center.track(Self.link))
    try await bench.wait(until: 3.5)
    try await bench.until { await tracker.asked == 2 }
    #expect(await tracker.lines == ["session_start", "campaign_click \(Self.link)"])
    #expect(await tracker.taken.first?.properties["xnpe_cmp"]?.text == "e1")
    await bench.center.stop()
  }

  @Test(
    "UL-12 EN-7 a session's start that could not be stored is stored as soon as it can be, and a click then is none",
    arguments: [Trouble.readOnly, .locked])
  func startLater(trouble: Trouble) async throws {
    let (disk, tracker, bench) = try await sessionBegun(in: trouble)
    await #expect(throws: InboxError.self) { try await bench.center.track(Self.link) }
    try await disk.end(trouble)
    try await until {
      bench.clock.advance(by: .seconds(1))
      await bench.center.waitUntilIdle()
      return await !tracker.lines.isEmpty
    }
    await bench.center.stop()
    #expect(await tracker.lines == ["session_start"])
    #expect(await tracker.taken.map(\.time) == [.at(0)])
    #expect(await tracker.taken.first?.properties["xnpe_cmp"] == nil)
  }

  @Test(
    "UL-12 EN-9 a click that could not be stored is not named by the session that it began",
    arguments: [Trouble.readOnly, .locked])
  func clickOfStart(trouble: Trouble) async throws {
    let (disk, tracker) = (try Disk(), ScriptedTracker())
    let bench = try CoreBench(
      archive: disk.database, tracker: tracker.tracker(CampaignSettings(cookie: "c1")))
    try await bench.begin([])
    try await disk.begin(trouble)
    await #expect(throws: InboxError.self) { try await bench.center.track(Self.link) }
    try await disk.end(trouble)
    try await until {
      bench.clock.advance(by: .seconds(1))
      await bench.center.waitUntilIdle()
      return await !tracker.lines.isEmpty
    }
    await bench.center.stop()
    #expect(await tracker.lines == ["session_start"])
    #expect(await tracker.taken.first?.properties["xnpe_cmp"] == nil)
  }

  @Test(
    "UL-13 EN-7 a click from before the start that cannot be stored then is stored as soon as it can be, with its time",
    arguments: [Trouble.readOnly, .locked])
  func clickBeforeStart(trouble: Trouble) async throws {
    let (disk, tracker) = (try Disk(), ScriptedTracker())
    let bench = try CoreBench(
      archive: disk.database, tracker: tracker.tracker(CampaignSettings(cookie: "c1")))
    #expect(try await bench.center.track(Self.link))
    try await disk.begin(trouble)
    try await bench.begin([])
    #expect(await bench.center.unstoredEvents == 2)
    try await disk.end(trouble)
    try await until {
      bench.clock.advance(by: .seconds(1))
      await bench.center.waitUntilIdle()
      return await bench.center.unstoredEvents == 0
    }
    await bench.center.stop()
    #expect(await tracker.lines == ["campaign_click \(Self.link)", "session_start"])
    #expect(await tracker.taken.map(\.time) == [.at(0), .at(0)])
  }

  /// A core of the next run, which finds a session's start that waits.
  private func afterWaitingStart() async throws -> (Disk, CoreBench) {
    let disk = try Disk()
    let tracker = EventTracker.bloomreach(CampaignSettings(cookie: "c1"))
    let first = try CoreBench(archive: disk.database, tracker: tracker)
    try await first.center.start()
    await first.center.enterForeground()
    await first.center.stop()
    return (disk, try CoreBench(archive: disk.database, tracker: tracker))
  }

  @Test(
    "UL-12 UL-13 EN-7 a start that waits names a link from before the next run also where that could not be stored at first",
    arguments: ["https://www.brand.example/sale?utm_source=mail", link])
  func amendedLater(link: String) async throws {
    let (disk, next) = try await afterWaitingStart()
    #expect(try await next.center.track(link) == (link == Self.link))
    try await disk.begin(.readOnly)
    try await next.center.start()
    try await disk.end(.readOnly)
    try await until {
      next.clock.advance(by: .seconds(1))
      await next.center.waitUntilIdle()
      let start = try await disk.database.vendorEvents().map(\.item).first { $0.kind == "session_start" }
      return start?.properties["url"]?.text == link
    }
    await next.center.stop()
  }

  @Test("UL-12 UL-13 EN-7 a campaign that a waiting start could never name is not forgotten without a word")
  func amendedNever() async throws {
    let (disk, next) = try await afterWaitingStart()
    let log = await UpdateLog(next.center)
    _ = try await next.center.track(Self.link)
    try await disk.begin(.readOnly)
    try await next.center.start()
    #expect(await log.whys().contains { $0.hasPrefix("session_start lost: its campaign") })
    try await disk.end(.readOnly)
  }

  @Test("UL-12 EN-7 a session's start that no try could store is known at the end as lost")
  func startLost() async throws {
    let (disk, _, bench) = try await sessionBegun(in: .locked)
    await bench.center.stop()
    #expect(await bench.center.unstoredEvents == 1)
    try await disk.end(.locked)
  }

  @Test("FE-6 MC-18 what is done to many messages is done to all of them or to none")
  func manyOrNone() async throws {
    let disk = try Disk()
    let archive = disk.database
    let keys = (1...3).map { MessageKey.numbered($0) }
    _ = try await archive.merge(
      MergeRequest(
        identity: .device("d"), center: .primary,
        page: FetchedPage(messages: (1...3).map { .numbered($0) }),
        now: .at(0)))
    try await disk.queue.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER stubborn BEFORE UPDATE OF deletedAt, readAt ON message WHEN old.id = 'm3'
          BEGIN SELECT RAISE(ABORT, 'not this one'); END
          """)
    }
    await #expect(throws: InboxError.self) {
      try await archive.setDeleted(keys, of: .device("d"), at: .at(1))
    }
    await #expect(throws: InboxError.self) { try await archive.setRead(keys, of: .device("d"), at: .at(1)) }
    for key in keys {
      let row = try await archive.message(key, of: .device("d"))
      #expect(row?.deleted == nil && row?.read == nil)
    }
    try await disk.queue.write { db in try db.execute(sql: "DROP TRIGGER stubborn") }
    try await archive.setDeleted(keys, of: .device("d"), at: .at(1))
    let rows = try await archive.keys(
      WindowRequest(identity: .device("d"), scope: .center(.primary), anchor: .top, limit: 9, now: .at(0)))
    #expect(rows.isEmpty)
  }
}
