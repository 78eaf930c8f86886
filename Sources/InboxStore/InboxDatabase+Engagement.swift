import Foundation
import GRDB
import InboxCore

/// Outbox, sessions, badge ledger and the history made of them.
extension InboxDatabase {
  /// Writes events and, where the outbox holds too many now, settles the oldest as dropped; returns those.
  func record(
    _ events: [EngagementEvent], run: UUID, limit: OutboxLimit
  ) async throws(InboxError) -> [EngagementEvent] {
    try await write { db in
      for event in events {
        try db.execute(
          sql: """
            INSERT INTO event (id, run, kind, identity, session, sessionNumber, center, message, at, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')
            """,
          arguments: [
            event.id.uuidString, run.uuidString, event.kind.rawValue, event.identity.storageKey,
            event.session?.id.uuidString, event.session?.number, event.message.center.rawValue,
            event.message.id.rawValue, event.time.timeIntervalSince1970,
          ])
      }
      let latest = events.last?.time.timeIntervalSince1970 ?? 0
      return try Self.makeRoom(limit, at: latest, in: db)
    }
  }

  private static func makeRoom(
    _ limit: OutboxLimit, at now: Double, in db: Database
  ) throws -> [EngagementEvent] {
    let counts = try Row.fetchAll(
      db, sql: "SELECT kind, count(*) AS n FROM event WHERE state = 'waiting' GROUP BY kind")
    func count(_ kind: EngagementEvent.Kind) -> Int {
      counts.first { $0["kind"] == kind.rawValue }?["n"] ?? 0
    }
    let excess = limit.excess(displays: count(.display), opens: count(.open))
    var dropped: [EngagementEvent] = []
    for (kind, number) in [(EngagementEvent.Kind.display, excess.displays), (.open, excess.opens)]
    where number > 0 {
      dropped += try Row.fetchAll(
        db,
        sql: "SELECT * FROM event WHERE state = 'waiting' AND kind = ? ORDER BY number LIMIT ?",
        arguments: [kind.rawValue, number]
      ).compactMap(event)
    }
    for event in dropped {
      try db.execute(
        sql: "UPDATE event SET state = 'dropped', reason = 'the outbox was full', settledAt = ? WHERE id = ?",
        arguments: [now, event.id.uuidString])
    }
    return dropped
  }

  func waiting(
    runs: Set<UUID>, without session: UUID?, limit: Int
  ) async throws(InboxError) -> OutboxPage {
    try await read { db in
      let marks = runs.map { _ in "?" }.joined(separator: ",")
      let waiting = "FROM event WHERE state = 'waiting' AND run IN (\(marks))"
      let arguments = StatementArguments(runs.map(\.uuidString))
      let page = arguments + [session?.uuidString as String?, limit]
      let events = try Row.fetchAll(
        db,
        sql: """
          SELECT * \(waiting) AND (kind <> 'display' OR session IS NULL OR session IS NOT ?) ORDER BY number LIMIT ?
          """,
        arguments: page
      ).compactMap(Self.event)
      return OutboxPage(
        events: events,
        total: try Int.fetchOne(db, sql: "SELECT count(*) \(waiting)", arguments: arguments) ?? 0)
    }
  }

  func waitingRuns() async throws(InboxError) -> Set<UUID> {
    try await read { db in
      let runs = try String.fetchAll(db, sql: "SELECT DISTINCT run FROM event WHERE state = 'waiting'")
      return Set(runs.compactMap(UUID.init(uuidString:)))
    }
  }

  func settle(
    _ ids: [UUID], _ settlement: Archive.Settlement, at now: Date
  ) async throws(InboxError) {
    let (state, reason): (String, String?) =
      switch settlement {
      case .sent: ("sent", nil)
      case .refused(let reason): ("refused", reason)
      }
    try await write { db in
      for id in ids {
        try db.execute(
          sql: "UPDATE event SET state = ?, reason = ?, settledAt = ? WHERE id = ?",
          arguments: [state, reason, now.timeIntervalSince1970, id.uuidString])
      }
    }
  }

  private static func event(_ row: Row) -> EngagementEvent? {
    guard let id = UUID(uuidString: row["id"]), let kind = EngagementEvent.Kind(rawValue: row["kind"]),
      let identity = Identity(storageKey: row["identity"])
    else { return nil }
    let session = (row["session"] as String?).flatMap(UUID.init(uuidString:))
    return EngagementEvent(
      id: id, kind: kind, identity: identity,
      session: session.map { .init(id: $0, number: row["sessionNumber"] ?? 0) },
      message: MessageKey(
        center: CenterName(row["center"] as String), id: MessageID(row["message"] as String)),
      time: MessageRecord.date(row["at"]))
  }

  func nextSessionNumber() async throws(InboxError) -> Int {
    try await write { db in
      try db.execute(
        sql: """
          INSERT INTO counter (name, value) VALUES ('session', 1)
          ON CONFLICT (name) DO UPDATE SET value = value + 1
          """)
      return try Int.fetchOne(db, sql: "SELECT value FROM counter WHERE name = 'session'") ?? 1
    }
  }

  // MARK: - Badge

  func badge(_ identity: Identity) async throws(InboxError) -> BadgeState? {
    try await badgeLedger(identity, limit: 1).last?.state
  }

  func saveBadge(_ identity: Identity, _ entry: BadgeEntry) async throws(InboxError) {
    try await write { db in
      try db.execute(
        sql: "INSERT INTO badge (identity, at, cause, local, server) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          identity.storageKey, entry.time.timeIntervalSince1970, entry.cause, entry.state.local,
          entry.state.server,
        ])
    }
  }

  func badgeLedger(_ identity: Identity, limit: Int) async throws(InboxError) -> [BadgeEntry] {
    try await read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM badge WHERE identity = ? ORDER BY number DESC LIMIT ?",
        arguments: [identity.storageKey, limit]
      ).reversed().map { row in
        BadgeEntry(
          time: MessageRecord.date(row["at"]), cause: row["cause"],
          state: BadgeState(local: row["local"], server: row["server"]))
      }
    }
  }

  // MARK: - History

  func history(_ identity: Identity, _ key: MessageKey) async throws(InboxError) -> MessageHistory {
    try await read { db in
      let place: StatementArguments = [identity.storageKey, key.center.rawValue, key.id.rawValue]
      var lines: [MessageHistory.Line] = []
      let message = try Row.fetchOne(
        db,
        sql: """
          SELECT fetched, readAt, deletedAt, rich, richAt FROM message
          WHERE identity = ? AND center = ? AND id = ?
          """, arguments: place)
      if let message { lines += Self.lines(ofMessage: message) }
      lines += try Row.fetchAll(
        db,
        sql: """
          SELECT at, presence FROM passage
          WHERE identity = ? AND center = ? AND message = ? ORDER BY number
          """, arguments: place
      ).map(Self.line(ofPassage:))
      let events = try Row.fetchAll(
        db,
        sql: """
          SELECT kind, sessionNumber, at, state, reason FROM event
          WHERE identity = ? AND center = ? AND message = ? ORDER BY number
          """, arguments: place)
      lines += events.map(Self.line(ofEvent:))
      return MessageHistory(lines: lines.sorted { $0.time < $1.time })
    }
  }

  private static func lines(ofMessage row: Row) -> [MessageHistory.Line] {
    var lines = [MessageHistory.Line(time: MessageRecord.date(row["fetched"]), text: "fetched")]
    if let read = MessageRecord.optionalDate(row["readAt"]) { lines.append(.init(time: read, text: "read")) }
    if let deleted = MessageRecord.optionalDate(row["deletedAt"]) {
      lines.append(.init(time: deleted, text: "deleted"))
    }
    if let at = MessageRecord.optionalDate(row["richAt"]) {
      let stored = row["rich"] == RichState.stored.rawValue
      lines.append(.init(time: at, text: stored ? "rich content stored" : "rich content lost: served before"))
    }
    return lines
  }

  private static func line(ofPassage row: Row) -> MessageHistory.Line {
    let presence = Presence(rawValue: row["presence"]) ?? .listed
    return MessageHistory.Line(
      time: MessageRecord.date(row["at"]), text: presence.reason?.words ?? "listed again")
  }

  private static func line(ofEvent row: Row) -> MessageHistory.Line {
    let verb = row["kind"] == "display" ? "displayed" : "opened"
    let session = (row["sessionNumber"] as Int?).map { " in session \($0)" } ?? ""
    let state: String = row["state"]
    let reason = (row["reason"] as String?).map { ": \($0)" } ?? ""
    return MessageHistory.Line(
      time: MessageRecord.date(row["at"]), text: "\(verb)\(session), \(state)\(reason)")
  }
}
