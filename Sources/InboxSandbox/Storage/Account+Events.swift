import Crypto
import struct Foundation.Data
import GRDB
import InboxCore

/// Receipts of vendors other than Responsys (VE-13).
extension Account {
  func accept(_ receipt: VendorReceipt) throws { try accept([receipt]) }

  /// Keeps receipts in one transaction; an equal one that is there is counted.
  ///
  /// What happened before the last reset, and what the generation before has, is counted as late and is in no list (SB-5).
  func accept(_ receipts: [VendorReceipt]) throws {
    let received = Int64(milliseconds: now())
    try record { database in
      let since = try Int64.fetchOne(database, sql: "SELECT since FROM generation") ?? Int64.min
      for receipt in receipts {
        let id = try Self.id(of: receipt)
        let time = receipt.time.flatMap(WireDate.parse).map { Int64(milliseconds: $0) }
        let isFormer =
          try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM former_engagement WHERE id = ?)", arguments: [id])
          ?? false
        guard !isFormer, time ?? received >= since else {
          try database.execute(sql: "UPDATE generation SET late = late + 1")
          continue
        }
        try database.execute(
          sql: """
            INSERT INTO receipt_event (id, vendor, type, message_id, identity, ts, received, count, detail, method,
              path, body) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET count = count + 1
            """,
          arguments: [
            id, receipt.vendor.rawValue, receipt.type.rawValue, receipt.messageID, receipt.identity, time,
            received, JSONValue.object(receipt.detail).serialized, receipt.request.method,
            receipt.request.path,
            receipt.request.body,
          ])
      }
    }
  }

  /// The vendors' wires have no event ids: equal in everything that the app says is the same event.
  private static func id(of receipt: VendorReceipt) throws -> String {
    let parts: [JSONValue] = [
      .string(receipt.vendor.rawValue), .string(receipt.type.rawValue),
      receipt.messageID.map { .string($0) } ?? .null, .string(receipt.identity),
      receipt.time.map { .string($0) } ?? .null, .object(receipt.detail),
    ]
    let hash = SHA256.hash(data: Data(JSONValue.array(parts).serialized.utf8))
    return "event:" + hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func events(_ filter: ReceiptFilter, _ database: Database) throws -> [VendorReceipt] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM receipt_event WHERE (:type IS NULL OR type = :type)
          AND (:message IS NULL OR message_id = :message) AND (:identity IS NULL OR identity = :identity)
          AND (:vendor IS NULL OR vendor = :vendor)
        ORDER BY seq
        """,
      arguments: [
        "type": filter.type, "message": filter.message, "identity": filter.identity,
        "vendor": filter.vendor?.rawValue,
      ])
    return try rows.compactMap { row in
      guard let vendor = VendorName(rawValue: row["vendor"]),
        let type = VendorReceipt.Kind(rawValue: row["type"]),
        let identity = Identity(storageKey: row["identity"])
      else { return nil }
      var receipt = VendorReceipt(
        vendor, type, message: (row["message_id"] as String?).map { MessageID($0) }, by: identity,
        at: (row["ts"] as Int64?)?.date, detail: try object(row["detail"]),
        request: VendorReceipt.RawRequest(method: row["method"], path: row["path"], body: row["body"]))
      receipt.received = WireDate.format((row["received"] as Int64).date)
      receipt.count = row["count"]
      return receipt
    }
  }
}
