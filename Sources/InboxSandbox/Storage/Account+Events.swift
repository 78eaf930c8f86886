import InboxModel

/// Receipts of vendors other than Responsys (VE-13).
extension Account {
  func accept(_ receipt: VendorReceipt) async throws { try await accept([receipt]) }

  /// Stores what a request holds in one transaction: receipts, of which one that equals a stored one is counted, and
  /// events about no message.
  ///
  /// An event from before the last reset, or one that an earlier generation has, is counted as late and is in no list
  /// (SB-5).
  func accept(_ receipts: [VendorReceipt], _ events: [TrackedEvent] = []) async throws {
    guard !receipts.isEmpty || !events.isEmpty else { return }
    let received = Int64(milliseconds: now())
    try await record(count: receipts.count + events.count) { tables in
      try Self.store(receipts, received, tables)
      for event in events { try Self.store(event, received, tables) }
    }
  }

  static func store(_ receipts: [VendorReceipt], _ received: Int64, _ tables: SpaceTables) throws {
    let generation = try tables.generation()
    for receipt in receipts {
      let time = receipt.time.flatMap(WireDate.parse).map { Int64(milliseconds: $0) }
      let isKept =
        try generation.contains(saidTime: time, now: received)
        && insert(receipt, time, generation.number, received, tables)
      if !isKept { try tables.countLate() }
    }
  }

  /// - Returns: Whether it is in this generation; an earlier one may have it.
  private static func insert(
    _ receipt: VendorReceipt, _ time: Int64?, _ generation: Int, _ received: Int64, _ tables: SpaceTables
  ) throws -> Bool {
    try !tables.run(
      """
      INSERT INTO receipt_event (space, generation, id, vendor, type, message_id, identity, ts, received, count,
        detail, method, path, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11, $12, $13)
      ON CONFLICT (space, id) DO UPDATE SET count = receipt_event.count + 1
        WHERE receipt_event.generation = excluded.generation
      RETURNING count
      """,
      generation, id(of: receipt), receipt.vendor.rawValue, receipt.type.rawValue, receipt.messageID,
      receipt.identity, time, received, JSONValue.object(receipt.detail).serialized, receipt.request.method,
      receipt.request.path, receipt.request.body
    ).isEmpty
  }

  /// The vendors' wires have no event ids: events that are equal in everything that the app says are the same event.
  private static func id(of receipt: VendorReceipt) -> String {
    "event:"
      + Fingerprint.event(
        receipt.vendor.rawValue, receipt.type.rawValue, receipt.messageID, receipt.identity, receipt.time,
        JSONValue.object(receipt.detail))
  }
}
