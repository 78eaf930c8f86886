import Foundation
import GRDB
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxStore

/// Archives of earlier versions.
struct MigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "EN-7 MC-7 no step of bringing an archive up to date waits for the disk, and every commit after it does")
  func unhurried() throws {
    struct Failure: Error {}
    let connections = try Connections(path: folder.path + "/new.sqlite", lockTimeout: LockTimeout(seconds: 5))
    func level() throws -> Int? {
      try connections.writerNow().writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }
    let (normal, full) = (1, 2)
    #expect(try level() == full)
    try connections.unhurried { _ in
      let inside = try level()
      #expect(inside == normal)
    }
    #expect(try level() == full)
    #expect(throws: Failure.self) { try connections.unhurried { _ in throw Failure() } }
    #expect(try level() == full)
  }

  @Test("MC-16 an archive of an earlier version comes along with everything in it")
  func migrates() async throws {
    let path = folder.path + "/old.sqlite"
    let queue = try DatabaseQueue(path: path)
    try InboxSchema.migrator().migrate(queue, upTo: "1 first light")
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO message (identity, center, id, sent, subject, body, custom, raw, fetched, readAt, presence, rich)
            VALUES ('device:d', 'Primary', 'm1', 1, 's', 'b', '{}', '{}', 100, 7, 'listed', 'none'),
              ('device:d', 'Primary', 'm2', 2, 's', 'b', '{}', '{}', 100, NULL, 'pushed-out', 'none');
          INSERT INTO lastFetch (identity, center, at) VALUES ('device:d', 'Primary', 900);
          """)
    }
    try queue.close()
    let archive = try InboxDatabase.open(path: path)
    let first = try #require(try await archive.message(.numbered(1), of: .device("d")))
    let second = try #require(try await archive.message(.numbered(2), of: .device("d")))
    #expect(first.read != nil && first.lastFetched == Date(timeIntervalSince1970: 900))
    #expect(second.cacheState == .pushedOut && second.lastFetched == Date(timeIntervalSince1970: 100))
    #expect(second.cacheStateSince == Date(timeIntervalSince1970: 100))
    #expect(try await archive.feature() == FeatureState(isOn: true, generation: 0))
  }

  @Test(
    "EN-8 MC-16 an archive from before tries were counted: what was answered was sent at least once, salvaged or not"
  )
  func migratesTries() async throws {
    let path = folder.path + "/old.sqlite"
    let queue = try DatabaseQueue(path: path)
    try InboxSchema.migrator().migrate(queue, upTo: "5 campaign events")
    try await queue.write { db in
      for (number, state) in ["sent", "refused", "waiting", "dropped"].enumerated() {
        try db.execute(
          sql: """
            INSERT INTO event (id, run, kind, identity, sessionNumber, center, message, at, state)
              VALUES (?, ?, 'display', 'device:d', 1, 'Primary', 'm1', 1800000000, ?);
            """, arguments: [UUID.numbered(number).uuidString, UUID.numbered(9).uuidString, state])
      }
    }
    try queue.close()
    let fresh = try InboxDatabase.open(path: folder.path + "/new.sqlite")
    #expect(try fresh.salvaging(path)["event"] == 4)
    #expect(try await fresh.deliveries().map(\.tries) == [1, 1, 0, 0])
    let archive = try InboxDatabase.open(path: path)
    #expect(try await archive.deliveries().map(\.tries) == [1, 1, 0, 0])
    #expect(try await archive.suppressed().isEmpty)
  }

  @Test("VE-4 MC-16 a mark that a person dropped is dropped, also where an earlier version called it refused")
  func droppedMark() async throws {
    let path = folder.path + "/old.sqlite"
    let queue = try DatabaseQueue(path: path)
    try InboxSchema.migrator().migrate(queue)
    try await queue.write { db in
      for (number, reason) in [
        "it was held for another account, and dropped by hand", "The back end refused the request.",
      ].enumerated() {
        try db.execute(
          sql: """
            INSERT INTO change (id, run, kind, identity, center, message, at, tries, state, reason)
              VALUES (?, ?, 'read', 'device:d', 'Primary', 'm1', 1800000000, 1, 'refused', ?)
            """, arguments: [UUID.numbered(number).uuidString, UUID.numbered(9).uuidString, reason])
      }
    }
    try queue.close()
    let archive = try InboxDatabase.open(path: path)
    #expect(try await archive.queuedChanges().map(\.state) == [.dropped, .refused])
  }

  @Test(
    "EN-9 UL-5 MC-16 suppressed attempts of an earlier version are kept, and clicks, salvaged or not; one that still runs reads the new ones"
  )
  func migratesReport() async throws {
    let path = folder.path + "/old.sqlite"
    let queue = try DatabaseQueue(path: path)
    try InboxSchema.migrator().migrate(queue, upTo: "9 clicks of links")
    let click = LinkClick(
      id: .numbered(1), identity: .device("d"), session: 1, message: .numbered(1),
      link: "https://news.acme.example/pub/acc", time: .at(1), state: .unknown)
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO suppressed
            VALUES ('device:d', 1, 'Primary', 'm1', 'display', 'covered', 3, 1800000000, 1800000300);
          INSERT INTO click (id, identity, sessionNumber, center, message, link, at, state)
            VALUES ('\(click.id.uuidString)', 'device:d', 1, 'Primary', 'm1', '\(click.link)', 1800000001, 'unknown');
          """)
    }
    try queue.close()
    let fresh = try InboxDatabase.open(path: folder.path + "/new.sqlite")
    #expect(try fresh.salvaging(path)["suppressed"] == 1)
    #expect(try await fresh.suppressed().map(\.count) == [3])
    let database = try InboxDatabase.open(path: path)
    let archive = database
    let place = try #require(try await archive.suppressed().first?.place)
    try await archive.suppress([SuppressedAttempts(place, .covered, first: .at(301), last: .at(302))])
    #expect(try await archive.suppressed().map(\.count) == [3, 1])
    #expect(try await archive.suppressed().map(\.sessionID) == [nil, nil])
    #expect(try await archive.clicks() == [click])
    var outside = click
    (outside.id, outside.message) = (.numbered(2), nil)
    try await archive.saveClick(outside)
    // Earlier versions read a center and a message of each.
    let names = try await archive.read { db in
      try String.fetchAll(db, sql: "SELECT ifnull(center || message, 'none') FROM click ORDER BY number")
    }
    #expect(names == ["Primarym1", ""])
    try await database.close()
    #expect(try fresh.salvaging(path)["click"] == 1)
    #expect(try await fresh.clicks() == [click, outside])
  }
}
