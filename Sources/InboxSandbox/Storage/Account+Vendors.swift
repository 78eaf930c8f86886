import InboxModel

/// What the stand-ins of all vendors with one list share.
extension Account {
  /// Every launched message that goes to an identity by a vendor, in the order of launching, with the identity's marks.
  ///
  /// Expired and deleted ones are included: the vendor's rules say what to do with them. What a later version wrote, and
  /// only that can read, is not: its processes see to it (TS-6).
  func messages(for vendor: VendorName, identity: Identity) async throws -> [VendorMessage] {
    try await transaction(.reading) { tables in
      try Self.rows(for: vendor, identity, tables).compactMap { row in
        do { return try Self.vendorMessage(row) } catch StoreError.damaged { return nil }
      }
    }
  }

  /// One of these messages by its id; no other is read.
  func message(
    _ id: MessageID, for vendor: VendorName, identity: Identity
  ) async throws -> VendorMessage? {
    try await transaction(.reading) { try Self.message(id, for: vendor, identity, $0) }
  }

  /// One of these messages by its number.
  func message(
    number: Int64, for vendor: VendorName, identity: Identity
  ) async throws -> VendorMessage? {
    try await transaction(.reading) {
      try Self.rows(for: vendor, identity, with: (column: "seq", value: number.sqlValue), $0).first
        .map(Self.vendorMessage)
    }
  }

  /// With this many ids or more, all messages are read to find them.
  private static let many = 100

  /// Marks messages for an identity at a vendor, and stores the receipts of that in the same transaction; a mark that
  /// exists stays.
  ///
  /// - Parameter receipts: The receipts, of those ids that are messages of this identity.
  ///
  /// - Returns: those ids.
  @discardableResult
  func mark(
    _ ids: [MessageID], _ mark: VendorMark, of identity: Identity, at vendor: VendorName,
    receipts: @Sendable @escaping (Set<MessageID>) -> [VendorReceipt] = { _ in [] }
  ) async throws -> Set<MessageID> {
    let received = Int64(milliseconds: now())
    return try await record(.changing, count: ids.count) { tables in
      let known = try Self.mark(Set(ids), mark, identity, vendor, tables)
      try Self.store(receipts(known), received, tables)
      return known
    }
  }

  private static func mark(
    _ ids: Set<MessageID>, _ mark: VendorMark, _ identity: Identity, _ vendor: VendorName,
    _ tables: SpaceTables
  ) throws -> Set<MessageID> {
    let known =
      try ids.count < many
      ? ids.compactMap { try message($0, for: vendor, identity, tables) }.sorted { $0.number < $1.number }
      : rows(for: vendor, identity, tables).filter { try ids.contains(MessageID($0["vendor_id"])) }
        .map(vendorMessage)
    for message in known where !(mark == .read ? message.isRead : message.isDeleted) {
      try tables.run(
        """
        INSERT INTO vendor_mark (space, vendor, identity, message, \(mark.rawValue), changed)
        VALUES ($1, $2, $3, $4, 1, $5)
        ON CONFLICT (space, vendor, identity, message)
        DO UPDATE SET \(mark.rawValue) = 1, changed = excluded.changed
        """, vendor.rawValue, identity.storageKey, message.number, try tables.nextChange())
    }
    return Set(known.map(\.id))
  }

  /// The generation of the receipts, which every reset counts up.
  func generation() async throws -> Int { try await transaction(.reading) { try $0.generation().number } }

  func countFetch(_ vendor: VendorName, center: String, of identity: Identity) async throws {
    let seen = Int64(milliseconds: realDate())
    try await record { try Self.countFetch(vendor, center: center, identity, seen: seen, $0) }
  }

  static func countFetch(
    _ vendor: VendorName, center: String, _ identity: Identity, seen: Int64, _ tables: SpaceTables
  ) throws {
    try tables.run(
      """
      INSERT INTO receipt_fetch (space, vendor, center, identity, count, seen) VALUES ($1, $2, $3, $4, 1, $5)
      ON CONFLICT (space, vendor, center, identity)
      DO UPDATE SET count = receipt_fetch.count + 1, seen = excluded.seen
      """, vendor.rawValue, center, identity.storageKey, seen)
  }

  /// - Throws: ``StoreError/damaged(_:)`` where only a later version can read it: what is sent about it is tried again, and
  ///   reaches a process that can (TS-7).
  private static func message(
    _ id: MessageID, for vendor: VendorName, _ identity: Identity, _ tables: SpaceTables
  ) throws -> VendorMessage? {
    try rows(for: vendor, identity, with: (column: "vendor_id", value: id.rawValue.sqlValue), tables).first
      .map(vendorMessage)
  }

  /// - Parameter one: The value that a column must have; nil takes every message.
  private static func rows(
    for vendor: VendorName, _ identity: Identity, with one: (column: String, value: SQLValue)? = nil,
    _ tables: SpaceTables
  ) throws -> [SQLRow] {
    let values = [tables.space.rawValue, vendor.rawValue, identity.storageKey].map(\.sqlValue)
    let rows = try tables.transaction.run(
      """
      SELECT message.*, coalesce(vendor_mark.read, 0) AS is_read, coalesce(vendor_mark.deleted, 0) AS is_deleted,
        coalesce(vendor_mark.changed, 0) AS marked
      FROM message LEFT JOIN vendor_mark ON vendor_mark.space = message.space AND vendor_mark.message = message.seq
        AND vendor_mark.vendor = $2 AND vendor_mark.identity = $3
      WHERE message.space = $1 \(one.map { "AND message.\($0.column) = $4" } ?? "") ORDER BY message.seq
      """, values + (one.map { [$0.value] } ?? []))
    return try rows.filter { try isFor(identity, at: vendor, $0) }
  }

  /// The vendors of a message that this version knows; all of them for a message of an earlier one.
  static func vendors(_ row: SQLRow) throws -> [VendorName] {
    let names: [String]? = try row.decoded("vendors")
    return names?.compactMap(VendorName.init) ?? VendorName.allCases
  }

  private static func vendorMessage(_ row: SQLRow) throws -> VendorMessage {
    VendorMessage(
      id: MessageID(try row["vendor_id"] as String), number: try row["seq"],
      sequence: max(try row["changed"], try row["marked"]), campaign: try row["campaign"],
      center: CenterName(try row["center"] as String), sent: (try row["sent"] as Int64).date,
      expiry: (try row["expiry"] as Int64?)?.date, subject: try row["subject"], body: try row["body"],
      deepLink: try row["deep_link"], richHTML: try row["rich_html"], iconURL: try row["icon"],
      custom: try row.decoded("custom") ?? [:],
      extras: try row.decoded("extras") ?? VendorExtras(), isRead: try row["is_read"],
      isDeleted: try row["is_deleted"])
  }
}
