import struct Foundation.UUID

/// What the pages of a space show.
extension Account {
  /// A receipt of any generation; nil where there is none.
  func receipt(_ id: String) async throws -> ReceiptRecord? {
    try await transaction(.reading) { tables in
      let condition = "WHERE space = $1 AND id IN ($2, $3) AND type <> ''"
      let written = Self.canonical(id)
      if let row = try tables.run("SELECT * FROM receipt_engagement \(condition)", id, written).first {
        return try ReceiptRecord(engagement: row)
      }
      return try tables.run("SELECT * FROM receipt_event \(condition)", id, written).first.map(
        ReceiptRecord.init(event:))
    }
  }

  /// Whether there was a receipt of which only the id is left.
  func hadReceipt(_ id: String) async throws -> Bool {
    try await transaction(.reading) { tables in
      try ["receipt_engagement", "receipt_event"].contains { table in
        try !tables.run(
          "SELECT 1 FROM \(table) WHERE space = $1 AND id IN ($2, $3)", id, Self.canonical(id)
        ).isEmpty
      }
    }
  }

  /// An id as receipts have it: an app may write its UUID in lower case.
  private static func canonical(_ id: String) -> String { UUID(uuidString: id)?.uuidString ?? id }

  /// The newest receipts of each kind, as a list shows them, newest first: engagements and events each in the order of
  /// arrival, whatever clock a tester set, and with one another by when they were received.
  ///
  /// - Parameters:
  ///   - message: Those about it alone.
  ///   - generation: Those of it alone; nil takes all that are kept.
  func newest(_ limit: Int, message: String? = nil, generation: Int? = nil) async throws -> [ReceiptRecord] {
    try await transaction(.reading) { tables in
      func records(_ table: String, by vendor: String) throws -> ArraySlice<ReceiptRecord> {
        let order = "ORDER BY seq DESC LIMIT \(limit)"
        let text = """
          SELECT \(ReceiptRecord.listed), \(vendor) AS vendor FROM \(table) WHERE space = $1 AND type <> ''
          """
        let rows =
          if let generation {
            try tables.run("\(text) AND generation = $2 \(order)", generation)
          } else { try tables.rows(text, where: [("message_id", message)], then: order) }
        return try rows.map { try ReceiptRecord(listed: $0, of: $0["vendor"]) }[...]
      }
      var engagements = try records("receipt_engagement", by: "'\(VendorName.responsys.rawValue)'")
      var events = try records("receipt_event", by: "vendor")
      var all: [ReceiptRecord] = []
      while true {
        let isEvent = engagements.first.map { one in events.first.map { $0.received > one.received } ?? false
        }
        guard let next = isEvent ?? true ? events.popFirst() : engagements.popFirst() else { break }
        all.append(next)
      }
      return all
    }
  }

  /// Whether earlier generations had receipts of which only the ids are left.
  func hasForgotten() async throws -> Bool {
    try await transaction(.reading) { tables in
      try ["receipt_engagement", "receipt_event"].contains { table in
        try !tables.run("SELECT 1 FROM \(table) WHERE space = $1 AND generation = 0 LIMIT 1").isEmpty
      }
    }
  }

  /// A message as it was launched.
  struct Launched: Sendable {
    var center, subject, text, sent, audience: String
    var expiry, withdrawn: String?
  }

  /// The messages with an id, as they were launched, including withdrawn ones.
  func launched(_ id: String) async throws -> [Launched] {
    try await transaction(.reading) { tables in
      let columns = "center, subject, body, sent, expiry, audience"
      let condition = "WHERE space = $1 AND (id = $2 OR vendor_id = $2)"
      return try tables.run(
        """
        SELECT \(columns), withdrawn_at FROM withdrawn \(condition)
        UNION ALL SELECT \(columns), CAST(NULL AS BIGINT) FROM message \(condition) ORDER BY sent, withdrawn_at NULLS FIRST, center
        """, id
      ).map { row in
        try Launched(
          center: row["center"], subject: row["subject"], text: row["body"], sent: Self.text(row["sent"]),
          audience: Self.audience(row).map(\.text).joined(separator: ", "),
          expiry: (row["expiry"] as Int64?).map(Self.text),
          withdrawn: (row["withdrawn_at"] as Int64?).map(Self.text))
      }
    }
  }

  /// How many events a generation has, and how many repeats of them came, by what happened.
  func counts(of generation: Int) async throws -> [(type: String, vendor: String, events: Int, repeats: Int)]
  {
    try await transaction(.reading) { tables in
      try [("receipt_engagement", "'\(VendorName.responsys.rawValue)'"), ("receipt_event", "vendor")].flatMap
      {
        table, vendor in
        try tables.run(
          """
          SELECT type, \(vendor) AS vendor, count(*) AS events, CAST(sum(count) - count(*) AS BIGINT) AS repeats
          FROM \(table) WHERE space = $1 AND generation = $2 GROUP BY 1, 2
          """, generation
        ).map { row in
          (
            type: try row["type"] as String, vendor: try row["vendor"] as String,
            events: try row["events"] as Int,
            repeats: try row["repeats"] as Int
          )
        }
      }.sorted { ($0.vendor, $0.type) < ($1.vendor, $1.type) }
    }
  }
}
