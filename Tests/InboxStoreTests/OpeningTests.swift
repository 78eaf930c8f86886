import Foundation
import GRDB
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxCore
@testable import InboxStore

struct OpeningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("EN-7 what was recorded is there after closing and opening the file")
  func durable() async throws {
    let path = folder.path + "/a.sqlite"
    let event = EngagementEvent(
      id: .numbered(1), kind: .open, identity: .device("d"), session: nil, message: .numbered(1), time: .at(0)
    )
    try await InboxDatabase.open(path: path).put([event], run: .numbered(5))
    #expect(try await InboxDatabase.open(path: path).waiting(of: [.numbered(5)]) == [event])
  }

  @Test(
    "MC-17 two programs on a profile ask for rich content once: the second gets what the first was served")
  func richContent() async throws {
    let (path, backEnd) = (folder.path + "/a.sqlite", ScriptedBackEnd())
    let one = try CoreBench(archive: try InboxDatabase.open(path: path), backEnd: backEnd)
    let other = try CoreBench(archive: try InboxDatabase.open(path: path), backEnd: backEnd)
    try await one.begin([.numbered(1, richURL: "https://x.example/r")])
    try await other.center.start()
    await backEnd.serve("<p>once</p>", for: MessageID("m1"))
    await backEnd.hold()
    async let first = one.center.richContent(.numbered(1))
    await backEnd.held()
    let second = Task { try await other.center.richContent(.numbered(1)) }
    try await other.clock.sleepers()
    await backEnd.release()
    #expect(try await first == "<p>once</p>")
    other.clock.advance(by: .milliseconds(100))
    #expect(try await second.value == "<p>once</p>")
    #expect(await backEnd.richFetches == 1)
    // The end of a request, and of a program, lets the next one ask.
    #expect(other.archive.claimRichContent(of: .numbered(1), for: .device("d1")))
    #expect(!one.archive.claimRichContent(of: .numbered(1), for: .device("d1")))
    #expect(one.archive.claimRichContent(of: .numbered(2), for: .device("d1")))
    other.archive.releaseRichContent(of: .numbered(1), for: .device("d1"))
    #expect(one.archive.claimRichContent(of: .numbered(1), for: .device("d1")))
  }

  @Test(
    "EN-7 the connection that writes waits for the disk with every commit, also in a file that was there before"
  )
  func waitsForTheDisk() async throws {
    let path = folder.path + "/a.sqlite"
    for _ in 0..<2 {
      let database = try InboxDatabase.open(path: path)
      let full = 2
      #expect(try await database.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == full)
      #expect(try await database.write { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
      try await database.close()
    }
  }

  @Test(
    "a program that only reads leaves the file as it is; what is then written is read, also by those who were reading"
  )
  func readsFirst() async throws {
    let path = folder.path + "/a.sqlite"
    let maria = Identity.user("maria")
    func merge(_ numbers: ClosedRange<Int>, into archive: any Archive) async throws {
      let response = FetchedPage(messages: numbers.map { .numbered($0) })
      _ = try await archive.merge(
        MergeRequest(identity: maria, center: .primary, page: response, now: .at(0)))
    }
    let request = WindowRequest(
      identity: maria, scope: .center(.primary), anchor: .top, limit: 100, now: .at(0))
    let made = try InboxDatabase.open(path: path)
    try await merge(1...20, into: made)
    try await made.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let reading = try InboxDatabase.open(path: path)
    #expect(try await reading.window(request).total == 20)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).isEmpty)
    try await reading.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try files() == ["a.sqlite"])

    let archive = try InboxDatabase.open(path: path)
    try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<20 {
        group.addTask {
          var totals: [Int] = []
          for _ in 0..<10 { totals.append(try await archive.window(request).total) }
          return totals
        }
      }
      for number in 1...3 { try await merge(1...(20 + number * 5), into: archive) }
      #expect(try await archive.window(request).total == 35)
      // No one sees fewer than before.
      for try await totals in group { #expect(totals == totals.sorted() && totals.first ?? 0 >= 20) }
    }
  }

  @Test(
    "FE-8 while another program has the file locked it is read, and that is reported when something is to be written"
  )
  func locked() async throws {
    let path = folder.path + "/a.sqlite"
    let maria = Identity.user("maria")
    let request = WindowRequest(
      identity: maria, scope: .center(.primary), anchor: .top, limit: 10, now: .at(0))
    try await InboxDatabase.open(path: path).close()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    let database = try InboxDatabase.open(path: path, lockTimeout: 0.05)
    #expect(try await database.window(request).total == 0)
    #expect(try await database.lastSessionNumber() == 0)
    let error = await #expect(throws: InboxError.self) { try await database.saveSession(1) }
    #expect(error?.description.contains("another program keeps it locked") == true)
    #expect(try await database.window(request).total == 0)
    try await other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
    try await database.saveSession(1)
    #expect(try await database.lastSessionNumber() == 1)
    try await database.close()
    try other.close()
  }

  @Test("a database of a newer version is left alone and reported")
  func tooNew() throws {
    let path = folder.path + "/a.sqlite"
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('1 first light'), ('9 from the future')")
    }
    try queue.close()
    let error = #expect(throws: InboxError.self) { try InboxDatabase.open(path: path) }
    #expect(error?.description.contains("newer inbox (9 from the future)") == true)
    let tables = try DatabaseQueue(path: path).read { db in
      try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    #expect(tables == ["grdb_migrations"])
  }

  @Test("a file that is not a database is reported, not overwritten")
  func damaged() throws {
    let path = folder.path + "/a.sqlite"
    let text = Data(String(repeating: "this is not a database. ", count: 100).utf8)
    try text.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: InboxError.self) { try InboxDatabase.open(path: path) }
    #expect(error?.description.contains("the file is damaged or no inbox archive") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
  }

  /// A closed archive with this many messages, one of them read, and one display waiting.
  private func archive(of messages: Int) async throws -> String {
    let path = folder.path + "/archive.sqlite"
    let database = try InboxDatabase.open(path: path)
    let response = FetchedPage(messages: (1...messages).map { .numbered($0) })
    _ = try await database.merge(
      MergeRequest(identity: .device("d"), center: .primary, page: response, now: .at(0)))
    try await database.setRead([.numbered(1)], of: .device("d"), at: .at(5))
    try await database.put(
      [
        EngagementEvent(
          id: .numbered(1), kind: .display, identity: .device("d"), session: nil, message: .numbered(1),
          time: .at(0))
      ], run: .numbered(5))
    try await database.suppress([
      SuppressedAttempts(
        EngagementPlace(identity: .device("d"), session: 4, message: .numbered(2), kind: .display), .covered,
        count: 3, first: .at(0), last: .at(1))
    ])
    try await database.close()
    // Everything into the one file that a test then damages.
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try queue.close()
    return path
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("MC-16 a file that is not a database is set aside under a name that is reported, byte for byte")
  func setsAside() throws {
    let path = folder.path + "/archive.sqlite"
    let text = Data(String(repeating: "this is not a database. ", count: 100).utf8)
    try text.write(to: URL(fileURLWithPath: path))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path + "/other.txt"))
    let database = try InboxDatabase.open(path: path, setsAside: true)
    let aside = try #require(try files().first { $0.hasPrefix("archive.damaged-") })
    #expect(database.setAside?.hasPrefix("The damaged archive is now \(aside) in \(folder.path).") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + aside)) == text)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/other.txt")) == Data("mine".utf8))
    #expect(try InboxDatabase.open(path: path, setsAside: true).setAside == nil)
  }

  @Test(
    "MC-16 EN-7 damage in the middle: it is reported, the next start sets it aside and takes over what can be read"
  )
  func salvages() async throws {
    let path = try await archive(of: 400)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // The last pages hold messages, not the outbox.
    let pages = bytes.count / 4_096
    let bad = (pages - pages / 3) * 4_096..<bytes.count
    bytes.replaceSubrange(bad, with: Data(repeating: 0xA5, count: bad.count))
    try bytes.write(to: URL(fileURLWithPath: path))
    let damaged = try InboxDatabase.open(path: path)
    await #expect(throws: InboxError.self) {
      for number in 1...400 { _ = try await damaged.message(.numbered(number), of: .device("d")) }
      _ = try await damaged.counts(of: .device("d"), at: .at(0))
    }
    try? await damaged.close()
    let next = try InboxDatabase.open(path: path, setsAside: true)
    #expect(next.setAside?.contains("1 display or open") == true)
    #expect(try await next.waiting(of: [.numbered(5)]).map(\.id) == [.numbered(1)])
    let counts = try await next.counts(of: .device("d"), at: .at(0))[.primary] ?? .zero
    #expect((1..<400).contains(counts.total))
    #expect(try files().contains { $0.hasPrefix("archive.damaged-") })
    #expect(try InboxDatabase.open(path: path, setsAside: true).setAside == nil)
  }

  @Test(
    "MC-16 EN-7 what cannot be true is not taken over, and every center is fetched again after a recovery")
  func soundRowsOnly() async throws {
    let path = try await archive(of: 5)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      try db.execute(
        sql: """
          UPDATE message SET fetched = 4.4e-119 WHERE id = 'm1';
          UPDATE message SET subject = CAST(x'80ff41' AS TEXT) WHERE id = 'm2';
          UPDATE message SET presence = 'nowhere' WHERE id = 'm3';
          UPDATE message SET raw = '{"id":"m4","sent_ts":"2027-01-15T07:00:00Z","subject":"Other","message":"B"}'
            WHERE id = 'm4';
          INSERT INTO event (id, run, kind, identity, center, message, at, state)
            VALUES ('no-uuid', 'x', 'display', 'device:d', 'Primary', 'm5', 1, 'waiting');
          INSERT INTO suppressed VALUES ('device:d', 1, '', 'Primary', 'm1', 'display', 'boredom', 1, 1, 1800000000, 1800000000),
            ('device:d', 1, '', 'Primary', 'm2', 'display', 'covered', 1, -7, 1800000000, 1800000000),
            ('nobody', 1, '', 'Primary', 'm3', 'display', 'covered', 1, 1, 1800000000, 1800000000);
          """)
    }
    try queue.close()
    let fresh = try InboxDatabase.open(path: folder.path + "/new.sqlite")
    let saved = try fresh.salvaging(path)
    #expect(saved["message"] == 1 && saved["event"] == 1 && saved["suppressed"] == 1)
    #expect(try await fresh.suppressed().map(\.count) == [3])
    #expect(try await fresh.find(MessageID("m5"), of: .device("d")).count == 1)
    #expect(try await fresh.lastFetches(of: .device("d")).isEmpty)
  }

  @Test("MC-7 MC-16 what a vendor derives of a record is taken over, also where it has no words")
  func derived() async throws {
    let path = try await archive(of: 3)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      try db.execute(
        sql: """
          UPDATE message SET raw = '{"messageId":"' || id || '","campaignId":123}', subject = 'Campaign 123', body = '';
          UPDATE message SET body = CAST(x'80ff41' AS TEXT) WHERE id = 'm2';
          UPDATE message SET raw = '{"messageId":"other"}' WHERE id = 'm3';
          """)
    }
    try queue.close()
    let fresh = try InboxDatabase.open(path: folder.path + "/new.sqlite")
    #expect(try fresh.salvaging(path)["message"] == 1)
    #expect(try await fresh.find(MessageID("m1"), of: .device("d")).count == 1)
  }

  @Test(
    "MC-16 whatever bytes are flipped, reading tells of it or goes on, and never crashes", arguments: 0..<20)
  func flippedBytes(round: Int) async throws {
    var random = SeededGenerator(seed: UInt64(round))
    let path = try await archive(of: 60)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for _ in 0..<(1 << (round % 7)) {
      bytes[Int.random(in: 100..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    try bytes.write(to: URL(fileURLWithPath: path))
    for _ in 1...2 {
      var opened: InboxDatabase?
      await reported {
        opened = try InboxDatabase.open(path: path, setsAside: true)
      }
      guard let archive = opened else { continue }
      let me = Identity.device("d")
      await reported {
        _ = try await archive.window(
          WindowRequest(identity: me, scope: .center(.primary), anchor: .top, limit: 500, now: .at(0)))
      }
      for number in 1...60 {
        await reported { _ = try await archive.message(.numbered(number), of: me) }
        await reported { _ = try await archive.detail(of: .numbered(number), for: me) }
      }
      await reported { _ = try await archive.counts(of: me, at: .at(0)) }
      await reported { _ = try await archive.gone(from: .primary, of: me, at: .at(0), limit: 100) }
      await reported { _ = try await archive.waiting(of: [.numbered(5)]) }
      let response = FetchedPage(messages: (1...61).map { .numbered($0) })
      await reported {
        _ = try await archive.merge(
          MergeRequest(identity: me, center: .primary, page: response, now: .at(9)))
      }
    }
  }

  /// What fails says which file it is about.
  private func reported(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch InboxError.storeUnavailable(let named, _), InboxError.storeTooNew(let named, _) {
      #expect(named.hasPrefix(folder.path + "/archive.sqlite"))
    } catch {
      Issue.record(error)
    }
  }

  @Test("MC-16 a suspicion that proves wrong leaves the file alone")
  func wrongSuspicion() async throws {
    let path = try await archive(of: 3)
    try Data().write(to: URL(fileURLWithPath: path + ".suspect"))
    let database = try InboxDatabase.open(path: path, setsAside: true)
    #expect(database.setAside == nil)
    #expect(try await database.counts(of: .device("d"), at: .at(0))[.primary]?.total == 3)
    #expect(try !files().contains { $0.hasPrefix("archive.damaged-") || $0.hasSuffix(".suspect") })
  }

  @Test("VE-4 MC-16 changes that wait outlive a damaged file, with what is known of the server")
  func salvagesChanges() async throws {
    let path = folder.path + "/old.sqlite"
    let (old, maria) = (try InboxDatabase.open(path: path), Identity.user("maria"))
    var response = FetchedPage(messages: [.numbered(1), .numbered(2)])
    response.stamps = [MessageID("m1"): MessageStamp("s1")]
    _ = try await old.merge(MergeRequest(identity: maria, center: .primary, page: response, now: .at(0)))
    let origin = ChangeOrigin(run: .numbered(1), time: .at(1), takes: [.read, .delete])
    _ = try await old.setRead([.numbered(1)], of: maria, at: .at(1), queuing: origin)
    _ = try await old.setDeleted([.numbered(2)], of: maria, at: .at(1), queuing: origin)
    let before = try await old.waitingChanges(runs: [.numbered(1)], limit: 10)
    try await old.close()
    let fresh = try InboxDatabase.open(path: folder.path + "/new.sqlite")
    #expect(try fresh.salvaging(path)["change"] == 2)
    #expect(before.items.map(\.stamp?.text) == ["s1", nil])
    #expect(try await fresh.waitingChanges(runs: fresh.endedRuns(), limit: 10) == before)
  }

  @Test("VE-4 MC-16 a change that this version cannot read keeps no later mark of its message out")
  func unreadableChange() async throws {
    let path = folder.path + "/later.sqlite"
    let (archive, maria) = (try InboxDatabase.open(path: path), Identity.user("maria"))
    _ = try await archive.merge(
      MergeRequest(
        identity: maria, center: .primary, page: FetchedPage(messages: [.numbered(1)]), now: .at(0)))
    let origin = ChangeOrigin(run: .numbered(1), time: .at(1), takes: [.read, .delete])
    _ = try await archive.setRead([.numbered(1)], of: maria, at: .at(1), queuing: origin)
    try await archive.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in try db.execute(sql: "UPDATE change SET kind = 'archive'") }
    try queue.close()
    let again = try InboxDatabase.open(path: path)
    _ = try await again.setDeleted([.numbered(1)], of: maria, at: .at(2), queuing: origin)
    #expect(try await again.waitingChanges(runs: [.numbered(1)], limit: 10).items.map(\.kind) == [.delete])
  }

  @Test("a folder that is not there is reported with what to do")
  func noFolder() {
    let error = #expect(throws: InboxError.self) {
      try InboxDatabase.open(path: folder.path + "/missing/a.sqlite")
    }
    #expect(error?.description.contains("it cannot be opened or made; make its folder writable") == true)
  }

  @Test(
    "EN-7 closing waits for what is being read, and what comes afterwards is cancelled",
    arguments: [false, true])
  func closing(inMemory: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/archive.sqlite"
    let database = try inMemory ? InboxDatabase.inMemory() : InboxDatabase.open(path: path)
    let archive = database
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          do {
            _ = try await archive.counts(of: .device("d"), at: .at(0))
          } catch {
            #expect(error as? InboxError == .cancelled)
          }
        }
      }
      group.addTask { await #expect(throws: Never.self) { try await database.close() } }
    }
    await #expect(throws: InboxError.cancelled) { _ = try await archive.lastSessionNumber() }
    try await database.close()
  }
}
