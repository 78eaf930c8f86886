import struct Foundation.Data
import class Foundation.JSONDecoder
import GRDB
import InboxCore

/// What the stand-ins of all vendors with one list share.
extension Account {
  /// Every launched message that goes to an identity by a vendor, in the order of launching, with the identity's marks.
  ///
  /// Those that have expired or were deleted are there: the vendor's rules say what to do with them.
  func messages(for vendor: VendorName, identity: Identity) throws -> [VendorMessage] {
    try database.read { try Self.messages(for: vendor, identity, $0) }
  }

  /// Marks messages for an identity at a vendor; a mark that is there stays.
  ///
  /// - Returns: those ids that are messages of this identity.
  func mark(
    _ ids: [MessageID], _ mark: VendorMark, of identity: Identity, at vendor: VendorName
  ) throws -> Set<MessageID> {
    try database.write { database in
      let known = try Self.messages(for: vendor, identity, database).filter { ids.contains($0.id) }
      for message in known where !(mark == .read ? message.isRead : message.isDeleted) {
        try database.execute(
          sql: """
            INSERT INTO vendor_mark (vendor, identity, message, \(mark.rawValue), changed) VALUES (?, ?, ?, 1, ?)
            ON CONFLICT (vendor, identity, message)
            DO UPDATE SET \(mark.rawValue) = 1, changed = excluded.changed
            """,
          arguments: [
            vendor.rawValue, identity.storageKey, message.number, try Self.nextChange(database),
          ])
      }
      return Set(known.map(\.id))
    }
  }

  /// The generation of the receipts, which every reset counts up.
  func generation() throws -> Int {
    try database.read { try Int.fetchOne($0, sql: "SELECT number FROM generation") ?? 0 }
  }

  /// Counts a fetch of a vendor's list.
  func countFetch(_ vendor: VendorName, center: String, of identity: Identity) throws {
    try record { try Self.countFetch(vendor, center: center, identity, $0) }
  }

  static func countFetch(
    _ vendor: VendorName, center: String, _ identity: Identity, _ database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO receipt_fetch (vendor, center, identity, count) VALUES (?, ?, ?, 1)
        ON CONFLICT (vendor, center, identity) DO UPDATE SET count = count + 1
        """, arguments: [vendor.rawValue, center, identity.storageKey])
  }

  /// The next number of launches and marks.
  static func nextChange(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "UPDATE change SET number = number + 1 RETURNING number") ?? 0
  }

  private static func messages(
    for vendor: VendorName, _ identity: Identity, _ database: Database
  ) throws -> [VendorMessage] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT message.*, coalesce(vendor_mark.read, 0) AS is_read, coalesce(vendor_mark.deleted, 0) AS is_deleted,
          max(message.changed, coalesce(vendor_mark.changed, 0)) AS sequence
        FROM message LEFT JOIN vendor_mark ON vendor_mark.message = message.seq
          AND vendor_mark.vendor = ? AND vendor_mark.identity = ?
        ORDER BY message.seq
        """, arguments: [vendor.rawValue, identity.storageKey])
    return try rows.filter { try isFor(identity, at: vendor, $0) }.map(vendorMessage)
  }

  /// Every vendor, for a message of an earlier version.
  static func vendors(_ row: Row) throws -> [VendorName] {
    guard let text = row["vendors"] as String? else { return VendorName.allCases }
    return try JSONDecoder().decode([VendorName].self, from: Data(text.utf8))
  }

  static func extras(_ row: Row) throws -> VendorExtras {
    guard let text = row["extras"] as String? else { return VendorExtras() }
    return try JSONDecoder().decode(VendorExtras.self, from: Data(text.utf8))
  }

  private static func vendorMessage(_ row: Row) throws -> VendorMessage {
    let custom = row["custom"] as String
    return VendorMessage(
      id: MessageID(row["vendor_id"] as String), number: row["seq"], sequence: row["sequence"],
      campaign: row["campaign"], center: CenterName(row["center"] as String),
      sent: (row["sent"] as Int64).date, expiry: (row["expiry"] as Int64?)?.date, subject: row["subject"],
      body: row["body"], deepLink: row["deep_link"], richHTML: row["rich_html"], iconURL: row["icon"],
      custom: try JSONDecoder().decode([String: String].self, from: Data(custom.utf8)),
      extras: try extras(row), isRead: row["is_read"], isDeleted: row["is_deleted"])
  }
}
