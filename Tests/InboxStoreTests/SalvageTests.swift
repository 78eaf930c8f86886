import Foundation
import GRDB
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxStore

/// What is saved of a damaged archive, also where a run is killed meanwhile, and what a start that failed leaves.
struct SalvageTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/archive.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  /// Makes an archive of 40 messages in which one display waits.
  private func fill() async throws {
    let database = try InboxDatabase.open(path: path)
    let response = FetchedPage(messages: (1...40).map { .numbered($0) })
    _ = try await database.merge(
      MergeRequest(identity: .device("d"), center: .primary, page: response, now: .at(0)))
    try await database.put(
      [
        EngagementEvent(
          id: .numbered(1), kind: .display, identity: .device("d"), session: nil, message: .numbered(1),
          time: .at(0))
      ], run: .numbered(5))
    try await database.close()
  }

  /// Writes over the list of what was migrated, which every start reads.
  private func damage() throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: 4_096)
    try file.write(contentsOf: Data([0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0xFA, 0xF9]))
    try file.close()
  }

  private func aside() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasPrefix("archive.damaged-") && $0.hasSuffix(".sqlite")
    }
  }

  /// How far a run came before it was killed.
  enum Progress: CaseIterable { case named, renamed, salvaging }

  private func killed(_ progress: Progress) throws {
    guard progress != .named else {
      return try Data("archive.damaged-then.sqlite".utf8).write(to: URL(fileURLWithPath: path + ".salvage"))
    }
    _ = try DamagedDatabase(path: path).setAside()
    guard progress == .salvaging else { return }
    let queue = try DatabaseQueue(path: DamagedDatabase(path: path).replacement)
    try InboxSchema.migrator().migrate(queue)
    try queue.close()
  }

  @Test(
    "EN-7 MC-16 a run that is killed while it salvages is gone on with, and no one takes for the archive what it left",
    arguments: Progress.allCases)
  func killedMeanwhile(progress: Progress) async throws {
    try await fill()
    try damage()
    try killed(progress)
    let error = #expect(throws: InboxError.self) { try InboxDatabase.open(path: path) }
    #expect(error?.description.contains("sets it aside at its next start") == true)
    let next = try InboxDatabase.open(path: path, setsAside: true)
    #expect(next.setAside?.contains("40 messages, 1 display or open") == true, "\(next.setAside ?? "")")
    #expect(try await next.waiting(of: [.numbered(5)]).map(\.id) == [.numbered(1)])
    try await next.close()
    #expect(try aside().count == 1)
    #expect(try InboxDatabase.open(path: path, setsAside: true).setAside == nil)
    for suffix in [".salvage", ".new", ".new-wal"] {
      #expect(!FileManager.default.fileExists(atPath: path + suffix), "\(suffix)")
    }
  }

  @Test(
    "EN-7 MC-16 an archive that a person puts in the place of a damaged one is kept, and that is said once")
  func replacedMeanwhile() async throws {
    try await fill()
    let backup = folder.path + "/backup.sqlite"
    try FileManager.default.copyItem(atPath: path, toPath: backup)
    try damage()
    try killed(.salvaging)
    try FileManager.default.copyItem(atPath: backup, toPath: path)
    let command = try InboxDatabase.open(path: path)
    #expect(try await command.waiting(of: [.numbered(5)]).map(\.id) == [.numbered(1)])
    try await command.close()
    // That it is less cannot be written now.
    var unsafe = Configuration()
    unsafe.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: path, configuration: unsafe)
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    #expect(throws: InboxError.self) {
      try InboxDatabase.open(path: path, setsAside: true, lockTimeout: 0)
    }
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    try holder.close()
    let next = try InboxDatabase.open(path: path, setsAside: true)
    #expect(next.setAside?.contains("was not read to its end") == true, "\(next.setAside ?? "")")
    #expect(try await next.waiting(of: [.numbered(5)]).map(\.id) == [.numbered(1)])
    #expect(try await next.lastLoss() != nil)
    try await next.close()
    #expect(try aside().count == 1)
    #expect(try InboxDatabase.open(path: path, setsAside: true).setAside == nil)
  }

  /// Writes zeros over the first page of a table, and has the next start look at the whole file.
  private func erase(_ table: String) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    let root = try await queue.read { db in
      try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table])
    }
    try queue.close()
    let page = try #require(root)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64((page - 1) * 4_096))
    try file.write(contentsOf: Data(count: 4_096))
    try file.close()
    DamagedDatabase(path: path).suspect()
  }

  @Test(
    "EN-7 EN-8 SB-5 displays and opens that a damaged archive lost stand against the report until a reset of the receipts"
  )
  func lossStands() async throws {
    try await fill()
    try await erase("message")
    let whole = try InboxDatabase.open(path: path, setsAside: true)
    #expect(whole.setAside?.contains("0 messages, 1 display or open") == true, "\(whole.setAside ?? "")")
    #expect(try await whole.lastLoss() == nil)
    try await whole.close()
    try await erase("event")
    try await InboxDatabase.open(path: path, setsAside: true).close()
    // Further damage takes none of that back, elsewhere or where it is kept.
    try await erase("setting")
    try await InboxDatabase.open(path: path, setsAside: true).close()
    try await erase("message")
    let next = try InboxDatabase.open(path: path, setsAside: true)
    #expect(try aside().count == 4)
    let loss = try await next.lastLoss()
    let lost = Int64(milliseconds: try #require(loss))
    let bench = try CoreBench(archive: next)
    let report = try await bench.center.deliveryReport()
    #expect(report.rows.isEmpty && !report.isEmpty && !report.isProven)
    #expect(report.summary.contains("The archive was damaged and set aside at"), "\(report.summary)")
    #expect(report.json()["damage"]?.text == report.loss)
    for (reset, isProven) in [(lost - 1, false), (lost + 1, true)] {
      let receipts = DeliveryReceipts(
        counts: [:], generation: ReceiptGeneration(number: 2, span: ReceiptSpan(since: 0, reset: reset)))
      let report = try await bench.center.deliveryReport(receipts: { () async throws(InboxError) in receipts }
      )
      #expect(report.isProven == isProven)
    }
    try await next.close()
  }

  @Test(
    "EN-7 MC-16 of an archive of an earlier version nothing is lost with a table that it never had",
    arguments: ["5 campaign events", "8 counts are kept", "15 where a list goes on"])
  func olderArchive(migration: String) async throws {
    let queue = try DatabaseQueue(path: path)
    try InboxSchema.migrator().migrate(queue, upTo: migration)
    func isLoss(_ change: String) async throws -> Bool {
      try await queue.write { db in try db.execute(sql: change) }
      let fresh = try InboxDatabase.inMemory()
      _ = try fresh.salvaging(path)
      return try await fresh.lastLoss() != nil
    }
    #expect(try await isLoss("PRAGMA user_version = 0") == false)
    // Which version it is of cannot be read.
    #expect(try await isLoss("ALTER TABLE grdb_migrations RENAME TO former"))
    try await queue.write { db in try db.execute(sql: "ALTER TABLE former RENAME TO grdb_migrations") }
    // Those of this version are missed.
    try InboxSchema.migrator().migrate(queue)
    #expect(try await isLoss("PRAGMA user_version = 0") == false)
    #expect(try await isLoss("DROP TABLE click"))
  }

  @Test("UL-12 MC-16 the app's session goes on where the archive was damaged; one of no time is left out")
  func appSession() async throws {
    let sessions = [
      AppSession(start: .at(0), left: .at(60)), AppSession(start: .at(0), left: nil),
      AppSession(start: Date(timeIntervalSince1970: 5), left: nil),
    ]
    for (session, saved) in zip(sessions, [sessions[0], sessions[1], nil]) {
      let database = try InboxDatabase.open(path: path)
      _ = try await database.recordTracking(
        [], amending: nil, .save(session), run: .numbered(5), limit: OutboxLimit(), sparing: [])
      try await database.close()
      let fresh = try InboxDatabase.inMemory()
      _ = try fresh.salvaging(path)
      #expect(try await fresh.appSession() == saved)
    }
  }

  @Test("MC-16 no table is forgotten of what is taken over from a damaged archive, or made anew")
  func everyTable() async throws {
    let fresh = try InboxDatabase.inMemory()
    let tables = try await fresh.read { db in
      // Without those that SQLite makes for itself, and for the index of the words.
      try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
            AND name NOT LIKE 'messageFind~_%' ESCAPE '~' AND name <> 'grdb_migrations'
          """)
    }
    let others = [
      "lastFetch", "messageText", "messageFind", "messageList", "messagePlace", "messageOrder", "tally",
    ]
    #expect(tables.sorted() == (DamagedDatabase.tables + others).sorted())
  }

  @Test("EN-7 MC-16 a run that is killed when all is taken over leaves nothing to be said")
  func killedAtTheEnd() async throws {
    try await fill()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try damage()
    let damaged = DamagedDatabase(path: path)
    _ = try damaged.setAside()
    let mark = try Data(contentsOf: URL(fileURLWithPath: path + ".salvage"))
    try whole.write(to: URL(fileURLWithPath: path + ".new"))
    try damaged.finish()
    try mark.write(to: URL(fileURLWithPath: path + ".salvage"))
    let next = try InboxDatabase.open(path: path, setsAside: true)
    #expect(next.setAside == nil)
    try await next.close()
    #expect(!FileManager.default.fileExists(atPath: path + ".salvage"))
  }

  @Test(
    "EN-7 MC-16 where no new archive can be made that is said in one sentence, and the next start makes it")
  func noNewOne() async throws {
    try await fill()
    try damage()
    try killed(.named)
    // SQLite wants a file there.
    let obstacle = path + ".new-journal"
    #expect(mkdir(obstacle, 0o700) == 0)
    for _ in 1...2 {
      let error = #expect(throws: InboxError.self) { try InboxDatabase.open(path: path, setsAside: true) }
      let sentence = error?.description ?? ""
      #expect(sentence.contains("; a new one cannot be made: it cannot be opened"), "\(sentence)")
      #expect(sentence.ranges(of: "Fix that").count == 1, "\(sentence)")
    }
    #expect(rmdir(obstacle) == 0)
    let next = try InboxDatabase.open(path: path, setsAside: true)
    #expect(next.setAside?.contains("40 messages, 1 display or open") == true)
    #expect(try aside() == ["archive.damaged-then.sqlite"])
    try await next.close()
  }

  @Test(
    "MC-16 a file without a byte, as a first start leaves it that failed, is a new archive for whoever opens it",
    arguments: [false, true])
  func firstStartFailed(setsAside: Bool) async throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let database = try InboxDatabase.open(path: path, setsAside: setsAside)
    #expect(database.setAside == nil)
    #expect(try await database.lastSessionNumber() == 0)
    try await database.saveSession(1)
    try await database.close()
    #expect(try aside() == [])
  }

  @Test("EN-7 MC-16 an archive that has lost its last page gives everything on the others")
  func cutOff() async throws {
    try await fill()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    #expect(truncate(path, off_t(size - 4_096)) == 0)
    let opened = try InboxDatabase.open(path: path, setsAside: true)
    #expect(opened.setAside?.contains("1 display or open") == true, "\(opened.setAside ?? "")")
    #expect(try await opened.waiting(of: [.numbered(5)]).map(\.id) == [.numbered(1)])
    #expect(try await opened.counts(of: .device("d"), at: .at(0))[.primary]?.total ?? 0 > 0)
    try await opened.close()
  }
}
