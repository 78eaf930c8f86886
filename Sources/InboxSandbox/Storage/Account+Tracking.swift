import struct Foundation.Data
import GRDB
import InboxCore

extension Account {
  /// Keeps a tracking event; the vendor's wire has no event id, so equal bodies count as repeats.
  func accept(_ record: TrackedEvent) throws {
    let received = Int64(milliseconds: now())
    try self.record { database in
      try database.execute(
        sql: """
          INSERT INTO receipt_tracking (type, customer_ids, url, properties, ts, received, count)
          VALUES (?, ?, ?, ?, ?, ?, 1)
          ON CONFLICT DO UPDATE SET count = count + 1
          """,
        arguments: [
          record.type, try Self.json(record.customerIDs), record.url ?? "",
          JSONValue.object(record.properties).serialized, Int64(milliseconds: record.time), received,
        ])
    }
  }

  static func tracking(_ filter: ReceiptFilter, _ database: Database) throws -> [Receipts.Tracking] {
    guard filter.message == nil, filter.identity == nil else { return [] }
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT * FROM receipt_tracking WHERE (:type IS NULL OR type = :type) ORDER BY seq",
      arguments: ["type": filter.type])
    return try rows.map { row in
      Receipts.Tracking(
        type: row["type"], customerIDs: try Self.object(row["customer_ids"]),
        url: (row["url"] as String).isEmpty ? nil : row["url"],
        properties: try Self.object(row["properties"]),
        time: WireDate.format((row["ts"] as Int64).date),
        received: WireDate.format((row["received"] as Int64).date), count: row["count"])
    }
  }

  static func object(_ text: String) throws -> [String: JSONValue] {
    if case .object(let members) = try JSONValue.parse(Data(text.utf8)) { members } else { [:] }
  }
}
