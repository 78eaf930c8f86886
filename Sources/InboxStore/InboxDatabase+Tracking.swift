import Foundation
import GRDB
package import InboxCore
import InboxModel

/// The part of the outbox that is for a vendor's own events, and the app's session.
extension InboxDatabase {
  /// The database as that part of the core's port.
  package var tracking: TrackingArchive {
    TrackingArchive(
      session: { () async throws(InboxError) in try await appSession() },
      record: { events, session, run, limit async throws(InboxError) in
        try await record(events, session: session, run: run, limit: limit)
      },
      amend: { event async throws(InboxError) in try await amend(event) },
      waiting: { scope, limit async throws(InboxError) in try await waitingTracking(scope, limit: limit) }
    )
  }

  private func appSession() async throws(InboxError) -> AppSession? {
    try await read { db in
      guard let row = try Row.fetchOne(db, sql: "SELECT startedAt, leftAt FROM appSession") else {
        return nil
      }
      return AppSession(
        start: MessageRecord.date(try row.value("startedAt")),
        left: try row.value("leftAt", Double?.self).map(MessageRecord.date))
    }
  }

  /// Writes events and the session after them; the oldest that are too many are settled as dropped and returned.
  private func record(
    _ events: [VendorEvent], session: TrackingArchive.SessionChange, run: UUID, limit: OutboxLimit
  ) async throws(InboxError) -> [VendorEvent] {
    try await write { db in
      for event in events {
        try db.repeated(
          """
          INSERT INTO event (id, run, kind, identity, center, message, at, state, body, application)
          VALUES (?, ?, ?, ?, '', '', ?, 'waiting', ?, ?)
          """,
          [
            event.id.uuidString, run.uuidString, event.kind, event.identity.storageKey,
            event.time.timeIntervalSince1970, event.body.serialized, event.application,
          ])
      }
      if case .save(let session) = session { try Self.save(session, in: db) }
      return try Self.makeRoom(limit, at: events.last?.time.timeIntervalSince1970 ?? 0, in: db)
    }
  }

  private static func save(_ session: AppSession?, in db: Database) throws {
    try db.execute(sql: "DELETE FROM appSession")
    guard let session else { return }
    try db.execute(
      sql: "INSERT INTO appSession (startedAt, leftAt) VALUES (?, ?)",
      arguments: [session.start.timeIntervalSince1970, session.left?.timeIntervalSince1970])
  }

  private static func makeRoom(_ limit: OutboxLimit, at now: Double, in db: Database) throws
    -> [VendorEvent]
  {
    let waiting = "FROM event WHERE state = 'waiting' AND body IS NOT NULL"
    let count = try Int.fetchOne(db, sql: "SELECT count(*) \(waiting)") ?? 0
    guard count > limit.events else { return [] }
    let dropped = try Row.fetchAll(
      db, sql: "SELECT * \(waiting) ORDER BY number LIMIT ?", arguments: [count - limit.events]
    ).compactMap(trackingEvent)
    for event in dropped {
      try db.execute(
        sql: "UPDATE event SET state = 'dropped', reason = 'the outbox was full', settledAt = ? WHERE id = ?",
        arguments: [now, event.id.uuidString])
    }
    return dropped
  }

  private func amend(_ event: VendorEvent) async throws(InboxError) -> Bool {
    try await write { db in
      try db.execute(
        sql: "UPDATE event SET body = ? WHERE id = ? AND state = 'waiting'",
        arguments: [event.body.serialized, event.id.uuidString])
      return db.changesCount > 0
    }
  }

  private func waitingTracking(
    _ scope: OutboxScope, limit: Int
  ) async throws(InboxError) -> ([VendorEvent], total: Int) {
    try await read { db in
      let (condition, arguments) = Self.condition(scope)
      let waiting = "FROM event WHERE \(condition) AND body IS NOT NULL"
      let events = try Row.fetchAll(
        db, sql: "SELECT * \(waiting) ORDER BY number LIMIT ?", arguments: arguments + [limit]
      ).compactMap(Self.trackingEvent)
      return (events, try Int.fetchOne(db, sql: "SELECT count(*) \(waiting)", arguments: arguments) ?? 0)
    }
  }

  static func trackingEvent(_ row: Row) throws -> VendorEvent? {
    guard let id = UUID(uuidString: try row.value("id")),
      let identity = Identity(storageKey: try row.value("identity"))
    else { return nil }
    return VendorEvent(
      id: id, kind: try row.value("kind"), identity: identity, time: MessageRecord.date(try row.value("at")),
      body: try JSONValue.parse(Data(try row.value("body", String.self).utf8)))
  }
}
