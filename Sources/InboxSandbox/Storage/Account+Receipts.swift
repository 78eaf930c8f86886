import GRDB
import InboxCore

extension Account {
  func receipts(_ filter: ReceiptFilter) throws -> Receipts {
    try database.read { try Self.receipts(filter, $0) }
  }

  private static func receipts(_ filter: ReceiptFilter, _ database: Database) throws -> Receipts {
    let engagements = try engagements(filter, database)
    return Receipts(
      generation: try Int.fetchOne(database, sql: "SELECT number FROM generation") ?? 0,
      engagements: engagements, duplicates: engagements.reduce(0) { $0 + $1.count - 1 },
      began: try Int64.fetchOne(database, sql: "SELECT began FROM generation").map(text),
      late: try Int.fetchOne(database, sql: "SELECT late FROM generation") ?? 0,
      badge: try badges(filter, database), rich: try rich(filter, database),
      clicks: try clicks(filter, database), tracking: try tracking(filter, database),
      fetches: try fetches(filter, database), pictures: try pictures(filter, database),
      events: try events(filter, database))
  }

  /// Begins a generation: forgets every receipt and the journal, and returns the receipts of the one that ended.
  ///
  /// What the account holds stays: messages, badges, and what rich content was served.
  func resetReceipts() throws -> Receipts {
    try record { database in
      let ended = try Self.receipts(ReceiptFilter(), database)
      // An event that comes again belongs to the generation that has it, whatever its time says.
      try database.execute(sql: "INSERT OR IGNORE INTO former_engagement SELECT id FROM receipt_engagement")
      // Where the wire has no time, the same once more may be another event.
      try database.execute(
        sql: "INSERT OR IGNORE INTO former_engagement SELECT id FROM receipt_event WHERE ts IS NOT NULL")
      for table in ["engagement", "badge", "rich", "click", "tracking", "fetch", "picture", "event"] {
        try database.execute(sql: "DELETE FROM receipt_\(table)")
      }
      try database.execute(sql: "DELETE FROM request")
      try database.execute(
        sql: "UPDATE generation SET number = number + 1, since = :now, began = :now, late = 0",
        arguments: ["now": Int64(milliseconds: now())])
      return ended
    }
  }

  /// One element now and one after every change of the receipts, until the consumer stops.
  func changes() -> AsyncStream<Void> {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    watches += 1
    let number = watches
    watchers[number] = continuation
    continuation.onTermination = { _ in Task { await self.stopWatching(number) } }
    continuation.yield()
    return changes
  }

  /// The receipts that match, as soon as they satisfy the condition.
  func receipts(
    _ filter: ReceiptFilter, until isEnough: @Sendable (Receipts) -> Bool
  ) async throws -> Receipts {
    for await _ in changes() {
      let receipts = try receipts(filter)
      if isEnough(receipts) { return receipts }
    }
    throw CancellationError()
  }

  private func stopWatching(_ number: Int) { watchers[number] = nil }

  private static func engagements(_ filter: ReceiptFilter, _ database: Database) throws -> [Receipts
    .Engagement]
  {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM receipt_engagement WHERE (:type IS NULL OR type = :type)
          AND (:message IS NULL OR message_id = :message) AND (:identity IS NULL OR identity = :identity)
        ORDER BY seq
        """,
      arguments: ["type": filter.type, "message": filter.message, "identity": filter.identity])
    return rows.map { row in
      let session = (row["session_id"] as String?).map {
        Receipts.Session(id: $0, number: row["session_number"])
      }
      return Receipts.Engagement(
        id: row["id"], type: row["type"], messageID: row["message_id"], center: row["center"],
        identity: row["identity"], session: session, time: text(row["ts"]), received: text(row["received"]),
        count: row["count"])
    }
  }

  private static func badges(_ filter: ReceiptFilter, _ database: Database) throws -> [Receipts.Badge] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT * FROM receipt_badge WHERE (:identity IS NULL OR identity = :identity) ORDER BY seq",
      arguments: ["identity": filter.identity])
    return rows.map {
      Receipts.Badge(identity: $0["identity"], count: $0["count"], asked: $0["asked"], time: text($0["ts"]))
    }
  }

  private static func rich(_ filter: ReceiptFilter, _ database: Database) throws -> [Receipts.Rich] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM receipt_rich WHERE (:message IS NULL OR message_id = :message)
          AND (:identity IS NULL OR identity = :identity) ORDER BY message_id, identity
        """, arguments: ["message": filter.message, "identity": filter.identity])
    return rows.map {
      Receipts.Rich(
        messageID: $0["message_id"], identity: $0["identity"], asked: $0["asked"], served: $0["served"])
    }
  }

  private static func clicks(_ filter: ReceiptFilter, _ database: Database) throws -> [Receipts.Click] {
    guard filter.identity == nil else { return [] }
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT * FROM receipt_click WHERE (:message IS NULL OR campaign = :message) ORDER BY seq",
      arguments: ["message": filter.message])
    return rows.map { row in
      Receipts.Click(
        campaign: row["campaign"], link: row["link"], host: row["host"], path: row["path"],
        kind: ClickKind(rawValue: row["kind"]) ?? .browser, userAgent: row["user_agent"],
        time: text(row["ts"]))
    }
  }

  private static func fetches(_ filter: ReceiptFilter, _ database: Database) throws -> [Receipts.Fetch] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM receipt_fetch WHERE (:identity IS NULL OR identity = :identity)
          AND (:vendor IS NULL OR vendor = :vendor) ORDER BY vendor DESC, center, identity
        """, arguments: ["identity": filter.identity, "vendor": filter.vendor?.rawValue])
    return rows.map {
      Receipts.Fetch(
        vendor: VendorName(rawValue: $0["vendor"]) ?? .responsys, center: $0["center"],
        identity: $0["identity"], count: $0["count"])
    }
  }

  /// Nothing in a request says whose it is or what message it is for.
  private static func pictures(_ filter: ReceiptFilter, _ database: Database) throws -> [Receipts.Picture] {
    guard filter.identity == nil, filter.message == nil else { return [] }
    return try Row.fetchAll(database, sql: "SELECT * FROM receipt_picture ORDER BY host, path").map {
      Receipts.Picture(host: $0["host"], path: $0["path"], count: $0["count"])
    }
  }

  /// Counts a picture that was loaded.
  func recordPicture(host: String, path: String) throws {
    try record { database in
      try database.execute(
        sql: """
          INSERT INTO receipt_picture (host, path, count) VALUES (?, ?, 1)
          ON CONFLICT (host, path) DO UPDATE SET count = count + 1
          """, arguments: [host, path])
    }
  }

  private static func text(_ milliseconds: Int64) -> String { WireDate.format(milliseconds.date) }
}
