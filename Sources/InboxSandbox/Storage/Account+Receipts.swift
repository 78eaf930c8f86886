import InboxCore

extension Account {
  func receipts(_ filter: ReceiptFilter) async throws -> Receipts {
    try await transaction(.reading) { try Self.receipts(filter, $0) }
  }

  private static func receipts(_ filter: ReceiptFilter, _ tables: SpaceTables) throws -> Receipts {
    let generation = try tables.generation()
    return Receipts(
      generation: generation.number, engagements: try engagements(filter, tables),
      duplicates: try repeats(filter, tables), began: generation.began.map(text),
      late: generation.late, badge: try badges(filter, tables), rich: try rich(filter, tables),
      clicks: try clicks(filter, tables), tracking: try tracking(filter, tables),
      fetches: try fetches(filter, tables), pictures: try pictures(filter, tables),
      events: try events(filter, tables), expired: try expired(tables), kept: try kept(tables))
  }

  /// How many receipts of a kind there are; nothing else is read of them.
  func count(_ kind: ReceiptKind, _ filter: ReceiptFilter) async throws -> Int {
    try await transaction(.reading) { try $0.count(kind, filter) }
  }

  /// How many receipts there were when that was last looked at.
  func lastCount() async throws -> Int {
    try await transaction(.reading) { tables in
      try tables.run(
        "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) AS count FROM receipt_kept WHERE space = $1"
      ).first?["count"] ?? 0
    }
  }

  /// Of engagements and events of older generations only the ids are kept, so that none counts again.
  static let retainedGenerations = 20

  /// Begins a generation; engagements and events of the one that ended stay for pages, everything else and the journal are
  /// forgotten.
  ///
  /// What the account holds stays: messages, badges, and what rich content was served.
  ///
  /// - Parameter isRead: Whether the receipts of the generation that ended are wanted.
  /// - Returns: The number of the new generation, and those receipts.
  @discardableResult
  func resetReceipts(reading isRead: Bool = false) async throws -> (generation: Int, ended: Receipts?) {
    let (now, retained) = (Int64(milliseconds: now()), Self.retainedGenerations)
    let reset = try await record(.changing) { tables in
      let ended = isRead ? try Self.receipts(ReceiptFilter(), tables) : nil
      // An event that comes again belongs to the generation that has it, whatever its time says. Where the wire has no
      // time, the same once more may be another event.
      try tables.run("DELETE FROM receipt_event WHERE space = $1 AND ts IS NULL")
      for table in ReceiptKind.allCases.filter({ !$0.hasIDs }).map(\.table) + ["request"] {
        try tables.run("DELETE FROM \(table) WHERE space = $1")
      }
      try tables.run(
        "UPDATE space SET generation = generation + 1, since = $2, began = $2, late = 0 WHERE name = $1", now)
      try tables.run("UPDATE receipt_kept SET expired = 0 WHERE space = $1")
      let old =
        "space = $1 AND generation > 0 AND generation < (SELECT generation FROM space WHERE name = $1) - \(retained)"
      for kind in ReceiptKind.allCases where kind.hasIDs {
        try tables.run("UPDATE \(kind.table) SET generation = 0, \(kind.forgotten) WHERE \(old)")
      }
      return (generation: try tables.generation().number, ended: ended)
    }
    await expire()
    return reset
  }

  /// One element now and one after every change of the receipts, until the consumer stops or the space is served no more.
  func changes() -> AsyncStream<Void> {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    watches += 1
    let number = watches
    watchers[number] = continuation
    continuation.onTermination = { _ in Task { await self.stopWatching(number) } }
    continuation.yield()
    if ended != nil { continuation.finish() }
    return changes
  }

  /// What is looked for in the receipts, as soon as it is there.
  ///
  /// - Parameter look: Looks at them now and after each change; nil where it is not there yet.
  /// - Throws: Why the space is served no more, where that comes first.
  func wait<Found: Sendable>(for look: @Sendable () async throws -> Found?) async throws -> Found {
    for await _ in changes() {
      if let found = try await look() { return found }
    }
    throw ended ?? CancellationError()
  }

  /// The receipts that match, as soon as they satisfy the condition.
  func receipts(
    _ filter: ReceiptFilter, until isEnough: @Sendable (Receipts) -> Bool
  ) async throws -> Receipts {
    try await wait {
      let receipts = try await receipts(filter)
      return isEnough(receipts) ? receipts : nil
    }
  }

  private func stopWatching(_ number: Int) { watchers[number] = nil }

  private static func engagements(
    _ filter: ReceiptFilter, _ tables: SpaceTables
  ) throws -> [Receipts.Engagement] {
    try tables.receipts(.engagements, filter).map { row in
      let session = try (row["session_id"] as String?).map {
        try Receipts.Session(id: $0, number: row["session_number"])
      }
      return try Receipts.Engagement(
        id: row["id"], type: row["type"], messageID: row["message_id"], center: row["center"],
        identity: row["identity"], session: session, time: text(row["ts"]), received: text(row["received"]),
        count: row["count"])
    }
  }

  /// How many arrivals of displays and opens were repeats.
  private static func repeats(_ filter: ReceiptFilter, _ tables: SpaceTables) throws -> Int {
    try tables.rows(
      """
      SELECT CAST(coalesce(sum(count), 0) - count(*) AS BIGINT) AS repeats FROM receipt_engagement
      WHERE \(SpaceTables.isCurrent)
      """, where: ReceiptKind.engagements.conditions(filter) ?? [], then: ""
    ).first?["repeats"] ?? 0
  }

  private static func badges(_ filter: ReceiptFilter, _ tables: SpaceTables) throws -> [Receipts.Badge] {
    try tables.receipts(.badge, filter).map {
      try Receipts.Badge(
        identity: $0["identity"], count: $0["count"], asked: $0["asked"], time: text($0["ts"]))
    }
  }

  private static func rich(_ filter: ReceiptFilter, _ tables: SpaceTables) throws -> [Receipts.Rich] {
    try tables.receipts(.rich, filter).map {
      try Receipts.Rich(
        messageID: $0["message_id"], identity: $0["identity"], asked: $0["asked"], served: $0["served"])
    }.sorted { ($0.messageID, $0.identity) < ($1.messageID, $1.identity) }
  }

  private static func clicks(_ filter: ReceiptFilter, _ tables: SpaceTables) throws -> [Receipts.Click] {
    try tables.receipts(.clicks, filter).map { row in
      try Receipts.Click(
        campaign: row["campaign"], link: row["link"], host: row["host"], path: row["path"],
        kind: ClickKind(rawValue: row["kind"]) ?? .browser, userAgent: row["user_agent"],
        time: text(row["ts"]))
    }
  }

  private static func fetches(_ filter: ReceiptFilter, _ tables: SpaceTables) throws -> [Receipts.Fetch] {
    try tables.receipts(.fetches, filter).map {
      try Receipts.Fetch(
        vendor: VendorName(rawValue: $0["vendor"]) ?? .responsys, center: $0["center"],
        identity: $0["identity"], count: $0["count"])
    }.sorted {
      // Responsys first.
      ($1.vendor.rawValue, $0.center, $0.identity) < ($0.vendor.rawValue, $1.center, $1.identity)
    }
  }

  private static func pictures(_ filter: ReceiptFilter, _ tables: SpaceTables) throws -> [Receipts.Picture] {
    try tables.receipts(.pictures, filter).map {
      try Receipts.Picture(host: $0["host"], path: $0["path"], count: $0["count"])
    }.sorted { ($0.host, $0.path) < ($1.host, $1.path) }
  }

  /// Counts a picture that was loaded.
  func recordPicture(host: String, path: String) async throws {
    try await record { tables in
      try tables.run(
        """
        INSERT INTO receipt_picture (space, host, path, count) VALUES ($1, $2, $3, 1)
        ON CONFLICT (space, host, path) DO UPDATE SET count = receipt_picture.count + 1
        """, host, path)
    }
  }
}
