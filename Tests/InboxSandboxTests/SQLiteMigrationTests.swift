import Foundation
import GRDB
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

/// A state that a version without spaces has left (SB-1, TS-6).
@Suite("A state of an earlier version")
struct SQLiteMigrationTests {
  private static let rows = """
    UPDATE generation SET number = 3, since = 1000, began = 1000, late = 2;
    UPDATE change SET number = 7;
    INSERT INTO message (center, id, campaign, sent, subject, body, custom, audience, vendors, extras, vendor_id, changed)
      VALUES ('Primary', 'spring', 'spring', 1, 'S', 'B', '{}', '["everyone"]', NULL, NULL, 'spring', 4);
    INSERT INTO vendor_mark VALUES ('bloomreach', 'user:maria', 1, 1, 0, 7);
    INSERT INTO badge VALUES ('user:maria', 5, 9);
    INSERT INTO receipt_engagement (id, type, message_id, center, identity, ts, received, count)
      VALUES ('00000000-0000-0000-0000-000000000001', 'open', 'spring', 'Primary', 'user:maria', 2000, 2000, 2);
    INSERT INTO receipt_tracking (type, customer_ids, url, properties, ts, received, count)
      VALUES ('campaign_click', '{"cookie":"c"}', 'https://x.example', '{}', 1795262400000, 2000, 1);
    INSERT INTO former_engagement VALUES ('00000000-0000-0000-0000-000000000002'), ('event:abc');
    """

  @Test("SB-1 TS-6 it moves into the main space whole, and what comes again is still known")
  func moved() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sandbox.sqlite"
    let old = try DatabaseQueue(path: path)
    try SQLiteSchema.migrator.migrate(old, upTo: "7 profiles")
    try await old.write { try $0.execute(sql: Self.rows) }
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

  private static let brand = Brand(name: "Tarnvelo", domain: "news.tarnvelo.example", scheme: "tarnvelo")
}
