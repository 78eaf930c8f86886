import Foundation
import GRDB
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxStore

/// An archive that another program holds and does not give back: a program that ends or a person who goes away does not wait for it, and what
/// was displayed is not lost.
@Suite(.queued)
struct HeldArchiveTests {
  /// How someone stops waiting.
  enum Way: CaseIterable {
    case key, limit, suspend
  }

  private let folder: TemporaryFolder
  private var path: String { folder.path + "/archive.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  /// A core whose archive waits for other programs far longer than any test may.
  private func held() async throws -> (InboxDatabase, CoreBench, DatabaseQueue) {
    let database = try InboxDatabase.open(path: path, setsAside: true, lockTimeout: 100_000)
    let bench = try CoreBench(archive: database)
    try await bench.begin((1...3).map { .numbered($0) })
    var unsafe = Configuration()
    unsafe.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: path, configuration: unsafe)
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    return (database, bench, holder)
  }

  @Test(
    "EN-3 EN-7 FE-5 FE-8 a quit or suspend with a held archive ends by its limit or a key, and the displays go out at the next start, once",
    arguments: Way.allCases)
  func ends(way: Way) async throws {
    let (database, bench, holder) = try await held()
    // One is being written, which takes as long as it may; the others wait behind it.
    for number in 1...3 { await bench.center.setVisibleRows((1...number).map { VisibleRow(.numbered($0)) }) }
    await bench.center.setVisibleRows([VisibleRow(.numbered(4), .partial)])
    let isOver = Mutex(false)
    let ending = Task {
      if way == .suspend {
        await bench.center.goAway(within: .seconds(1))
      } else {
        await bench.center.stop(within: .seconds(way == .key ? 1_000_000 : 2)) {
          // What the screen waits for first is held up as well.
          do { try await database.setRead([.numbered(1)], of: .device("d1"), at: .at(0)) } catch { return }
        }
      }
      isOver.withLock { $0 = true }
    }
    if way == .key { await bench.center.stopWaiting() }
    try await until {
      if way != .key { bench.clock.advance(by: .seconds(1)) }
      return isOver.withLock { $0 }
    }
    await ending.value
    #expect(await bench.center.lostDisplays == 0)
    if way == .suspend { await bench.center.abandon() }
    database.setWaitsForLocks(false)
    try await database.close()

    // Another program makes its report while the archive is held as before.
    let next = try InboxDatabase.open(path: path, setsAside: true, lockTimeout: 100_000)
    let report = DeliveryReport(try await next.deliveries(), receipts: nil)
    #expect(report.rows.map(\.verdict) == [.notStored, .notStored, .notStored] && !report.isProven)
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    let again = try CoreBench(archive: next)
    try await again.begin([])
    #expect(await again.reports() == (1...3).map { "display m\($0)" })
    #expect(await again.backEnd.reported.allSatisfy { $0.time == .at(0) && $0.session?.number == 1 })
    #expect(try await again.center.deliveryReport().isProven)
    #expect(!FileManager.default.fileExists(atPath: path + ".events"))
    await again.center.stop()
    try await next.close()
  }

  @Test("EN-7 a display that waits for a held archive is kept beside it meanwhile, and an open is not")
  func waiting() async throws {
    let (database, bench, holder) = try await held()
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    let opening = Task { try await bench.center.open(.numbered(2)) }
    // The display waits still, and a program that is killed now has it.
    try await until { try await database.deliveries().map(\.state) == [.unstored] }
    #expect(FileManager.default.fileExists(atPath: path + ".events"))
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    #expect(try await opening.value?.message.key == .numbered(2))
    await bench.center.waitUntilIdle()
    #expect(await bench.reports() == ["display m1", "open m2"])
    #expect(!FileManager.default.fileExists(atPath: path + ".events"))
    await bench.center.stop()
    try await database.close()
  }

  @Test("EN-7 what nothing can keep is reported at the end as lost, and in the report until then")
  func lost() async throws {
    // Where the file beside the archive should be is a folder.
    try FileManager.default.createDirectory(atPath: path + ".events", withIntermediateDirectories: false)
    let (database, bench, holder) = try await held()
    database.setWaitsForLocks(false)
    let updates = await bench.center.updates()
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    await bench.center.waitUntilIdle()
    #expect(await bench.center.lostDisplays == 1)
    await bench.center.stop()
    #expect(await bench.center.lostDisplays == 1)
    var reported: [String] = []
    for await update in updates {
      reported += update.entries.filter(\.isFailure).map(\.why)
    }
    #expect(
      reported.contains { $0.contains("1 display could not be stored") && $0.contains("in memory only") })
    try await database.close()
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
  }

  @Test("EN-3 EN-7 what the archive refused is stored by the quit itself where it can be by then")
  func freed() async throws {
    let (database, bench, holder) = try await held()
    database.setWaitsForLocks(false)
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    await bench.center.waitUntilIdle()
    #expect(try await database.deliveries().map(\.state) == [.unstored])
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    await bench.center.stop()
    #expect(try await database.deliveries().allSatisfy { $0.state != .unstored })
    #expect(await bench.center.lostDisplays == 0)
    try await database.close()
  }

  @Test("EN-7 what is stored is sent also where the file beside the archive cannot be read back")
  func unreadable() async throws {
    let (database, bench, holder) = try await held()
    database.setWaitsForLocks(false)
    await bench.center.setVisibleRows([VisibleRow(.numbered(1))])
    // The end of a session delivers as well: over by now, so that the delivery below is the one behind the write.
    await bench.center.disappear()
    await bench.center.waitUntilIdle()
    let file = path + ".events"
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    try await holder.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    await bench.center.stop()
    await bench.center.waitUntilIdle()
    #expect(await bench.center.lostDisplays == 0)
    try FileManager.default.removeItem(atPath: file)
    #expect(try await database.deliveries().map(\.state) == [.sent])
    try await database.close()
  }

  @Test(
    "EN-7 a line that a kill left half written beside the archive costs that one alone, and nothing is taken twice"
  )
  func half() async throws {
    let database = try InboxDatabase.open(path: path)
    try await database.setAside([event(1)], run: .numbered(7))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + ".events"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(#"{"event":{"id":"#.utf8))
    try file.close()
    try await database.setAside([event(2)], run: .numbered(7))
    let lines = try Data(contentsOf: URL(fileURLWithPath: path + ".events"))
    #expect(try await database.deliveries().map(\.state) == [.unstored, .unstored])
    #expect(try await database.takeBack(limit: OutboxLimit()).isEmpty)
    // Killed before the file was removed.
    try lines.write(to: URL(fileURLWithPath: path + ".events"))
    #expect(try await database.takeBack(limit: OutboxLimit()).isEmpty)
    #expect(try await database.waiting(of: [.numbered(7)]) == [event(1), event(2)])
    #expect(try await database.deliveries().map(\.state) == [.waiting, .waiting])
    try await database.close()
  }

  private func event(_ number: Int) -> EngagementEvent {
    EngagementEvent(
      id: .numbered(number), kind: .display, identity: .device("d1"),
      session: .init(id: .numbered(99), number: 1), message: .numbered(number), time: .at(0))
  }

  @Test("EN-7 what one program writes beside the archive while another one takes it back is lost by neither")
  func shared() async throws {
    // As two processes have it: what they know of the file is not shared.
    let (writer, reader) = (EventSpillFile(path: path + ".events"), EventSpillFile(path: path + ".events"))
    let isOver = Mutex(false)
    let taking = Task {
      var taken: Set<UUID> = []
      while true {
        let isLast = isOver.withLock { $0 }
        let (lines, size) = try reader.read()
        taken.formUnion(lines.map(\.event.id))
        reader.remove(size: size)
        if isLast { return taken }
        await Task.yield()
      }
    }
    for number in 1...100 { try writer.add([event(number)], run: .numbered(7)) }
    isOver.withLock { $0 = true }
    #expect(try await taking.value == Set((1...100).map { UUID.numbered($0) }))
  }

  @Test("MC-7 an archive that another program is making just now is waited for")
  func beingMade() async throws {
    var unsafe = Configuration()
    unsafe.allowsUnsafeTransactions = true
    let maker = try DatabaseQueue(path: path, configuration: unsafe)
    // A new file has no journal of its own yet, and who gives it one is refused at once.
    try await maker.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    let lockTimeout = LockTimeout(seconds: 60)
    lockTimeout.whenLong {
      do { try maker.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") } } catch {
        Issue.record(error)
      }
    }
    let connections = try Connections(path: path, lockTimeout: lockTimeout)
    let writer = try await connections.writer()
    #expect(writer is DatabasePool)
    try connections.close()
    try maker.close()
  }

  @Test("MC-16 what stands in the place of an archive and is no file is named, and not waited for")
  func otherKinds() throws {
    for (kind, make) in [
      ("a folder", { mkdir($0, 0o700) }), ("a pipe", { mkfifo($0, 0o600) }),
      ("a link to nothing", { symlink("/nowhere/at/all", $0) }),
    ] as [(String, (String) -> Int32)] {
      #expect(make(path) == 0)
      let error = #expect(throws: InboxError.self) { try InboxDatabase.open(path: path, setsAside: true) }
      #expect(error?.description.contains("it is \(kind) and no file; move it away") == true)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test(
    "EN-7 MC-16 an archive without a byte is set aside and reported by who holds the profile, and reported by everyone else",
    arguments: [0, 1, 99, 100, 600])
  func cut(bytes: Int) async throws {
    let made = try InboxDatabase.open(path: path)
    try await made.put(
      [
        EngagementEvent(
          id: .numbered(1), kind: .open, identity: .device("d1"), session: nil, message: .numbered(1),
          time: .at(0))
      ], run: .numbered(5))
    try await made.close()
    #expect(truncate(path, off_t(bytes)) == 0)
    let error = #expect(throws: InboxError.self) { try InboxDatabase.open(path: path) }
    #expect(error?.description.contains("sets it aside at its next start") == true)
    let opened = try InboxDatabase.open(path: path, setsAside: true)
    #expect(opened.setAside?.contains("The damaged archive is now archive.damaged-") == true)
    #expect(try await opened.deliveries() == [])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.contains(".damaged-") })
    try await opened.close()
    let sound = try InboxDatabase.open(path: path, setsAside: true)
    #expect(sound.setAside == nil)
    try await sound.close()
  }
}
