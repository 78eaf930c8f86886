import Foundation
import GRDB
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

/// A state that an earlier version has left (SB-1, TS-6).
@Suite("A state of an earlier version")
struct SQLiteMigrationTests {
  private static let click = Fingerprint.event(
    "bloomreach", "campaign_click", #"{"cookie":"c"}"#, "https://x.example", "1795262400000", "{}")
  private static let rows = """
    INSERT INTO space (name, made, generation, since, late, began, change) VALUES ('main', 0, 3, 1000, 2, 1000, 7);
    INSERT INTO message (space, center, id, campaign, sent, subject, body, custom, audience, vendor_id, changed)
      VALUES ('main', 'Primary', 'spring', 'spring', 1, 'S', 'B', '{}', '["everyone"]', 'spring', 4);
    INSERT INTO vendor_mark VALUES ('main', 'bloomreach', 'user:maria', 1, 1, 0, 7);
    INSERT INTO badge VALUES ('main', 'user:maria', 5, 9);
    INSERT INTO receipt_engagement (space, generation, id, type, message_id, center, identity, ts, received, count)
      VALUES ('main', 3, '00000000-0000-0000-0000-000000000001', 'open', 'spring', 'Primary', 'user:maria', 2000, 2000, 2),
        ('main', 0, '00000000-0000-0000-0000-000000000002', '', '', '', '', 0, 0, 1);
    INSERT INTO receipt_tracking (space, id, type, customer_ids, url, properties, ts, received, count)
      VALUES ('main', '\(click)', 'campaign_click', '{"cookie":"c"}', 'https://x.example', '{}', 1795262400000, 2000, 1);
    """

  @Test("TS-2 no table of a space is forgotten when the space is removed")
  func tables() async throws {
    let store = try DatabaseQueue()
    try SQLiteStore.migrator.migrate(store)
    let tables = try await store.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'space' AND name NOT LIKE 'sqlite%'
            AND name NOT LIKE 'grdb%'
          """)
    }
    #expect(tables.sorted() == StoreSchema.tables.sorted())
  }

  @Test("SB-1 TS-6 it is brought up to date whole, and what comes again is still known")
  func moved() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sandbox.sqlite"
    let old = try DatabaseQueue(path: path)
    try SQLiteStore.migrator.migrate(old, upTo: "8 spaces")
    try await old.write { db in
      try db.execute(sql: Self.rows)
      // Every file that was made before these names were dropped has them.
      let former = [
        "1", "2 other vendors", "3 generations", "4 former events", "5 pictures", "6 vendors", "7 profiles",
      ]
      for name in former {
        try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
      }
    }
    try old.close()
    let bench = StoreBench(store: try SQLiteStore.open(path: path))
    let account = bench.account()
    let receipts = try await account.receipts(ReceiptFilter())
    #expect(receipts.generation == 3 && receipts.late == 2 && receipts.began?.hasPrefix("1970") == true)
    #expect(receipts.engagements.map(\.count) == [2] && receipts.tracking.count == 1)
    #expect(try await account.heldBadge(of: .user("maria")) == ServerBadge(count: 5, version: 9))
    let inbox = try await account.messages(for: .bloomreach, identity: .user("maria"))
    #expect(inbox.map(\.isRead) == [true] && inbox.map(\.sequence) == [7])
    let again = try await account.accept([bench.event(1), bench.event(2), bench.event(3)])
    #expect(again.duplicates.count == 1 && again.late.count == 1 && again.accepted.count == 2)
    try await account.accept(
      TrackedEvent(
        vendor: .bloomreach, customerIDs: ["cookie": "c"], time: bench.clock.date, type: "campaign_click",
        url: "https://x.example",
        properties: [:]))
    #expect(try await account.receipts(ReceiptFilter()).tracking.map(\.count) == [2])
    // Of an event from before it is not known to whom it was sent.
    for vendor in [VendorName.bloomreach, .iterable] {
      #expect(try await account.receipts(ReceiptFilter(vendor: vendor)).tracking.count == 1)
    }
    // What was launched before launches were kept is not launched by its time.
    try await account.launchOnce(Campaign(id: "spring", subject: "S", message: "B", brand: Self.brand))
    #expect(
      try await account.launch(Campaign(id: "spring", subject: "S", message: "B", brand: Self.brand)).id
        .rawValue == "spring-2")
    #expect(try await account.messages(for: .bloomreach, identity: .user("maria")).map(\.sequence) == [7, 8])
  }

  @Test("SB-1 a state from before spaces is refused in a sentence, and stays as it is")
  func older() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sandbox.sqlite"
    let old = try DatabaseQueue(path: path)
    try await old.write { try $0.execute(sql: "CREATE TABLE message (id TEXT PRIMARY KEY)") }
    try old.close()
    #expect(throws: StoreError.refused("an earlier version made it, before there were spaces")) {
      try SQLiteStore.open(path: path)
    }
    let options = SandboxOptions(folder: folder.path)
    let error = await #expect(throws: SandboxError.self) { try await Sandbox.start(options, campaigns: []) }
    let sentence = "cannot be used: an earlier version made it, before there were spaces. Remove"
    #expect(error?.description.contains(sentence) == true)
    let tables = try await DatabaseQueue(path: path).read { db in
      try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
    }
    #expect(tables == ["message"])
  }

  private static let brand = Brand(name: "Tarnvelo", domain: "news.tarnvelo.example", scheme: "tarnvelo")
}
