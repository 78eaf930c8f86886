package import Foundation
import GRDB
package import InboxCore
package import InboxModel

/// The part of the outbox that is for a vendor's own events, and the app's session.
extension InboxDatabase {
  package func appSession() async throws(InboxError) -> AppSession? {
    try await read { db in
      try db.rows("SELECT startedAt, leftAt FROM appSession").first.map { row in
        AppSession(start: try row.date("startedAt"), left: try row.optionalDate("leftAt"))
      }
    }
  }

  package func unsentSessionEvents() async throws(InboxError) -> [VendorEvent] {
    try await read { db in
      try db.rows(
        """
        SELECT * FROM event WHERE state = 'waiting' AND body IS NOT NULL AND tries = 0
        AND at = (SELECT startedAt FROM appSession) ORDER BY number
        """
      ).compactMap(Self.trackingEvent)
    }
  }

  /// The oldest events that are too many are settled as dropped.
  package func recordTracking(
    _ events: [VendorEvent], amending amended: VendorEvent?, _ session: AppSessionChange, run: UUID,
    limit: OutboxLimit, sparing inFlight: Set<UUID>
  ) async throws(InboxError) -> (isAmended: Bool, dropped: [VendorEvent]) {
    runs?.hold(run)
    return try await write { db in
      let isAmended = try amended.map { try Self.amend($0, in: db) } ?? false
      for event in events {
        try db.run(
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
      let latest = events.last?.time.timeIntervalSince1970 ?? 0
      return (isAmended, try Self.makeRoom(limit, sparing: inFlight, at: latest, in: db))
    }
  }

  private static func save(_ session: AppSession?, in db: Database) throws {
    try db.run("DELETE FROM appSession")
    guard let session else { return }
    try db.run(
      "INSERT INTO appSession (startedAt, leftAt) VALUES (?, ?)",
      [session.start.timeIntervalSince1970, session.left?.timeIntervalSince1970])
  }

  private static func makeRoom(
    _ limit: OutboxLimit, sparing inFlight: Set<UUID>, at now: Double, in db: Database
  ) throws -> [VendorEvent] {
    let waiting = "FROM event WHERE state = 'waiting' AND body IS NOT NULL"
    let count = try db.first("SELECT count(*) \(waiting)") ?? 0
    guard count > limit.events else { return [] }
    let dropped = try db.rows(
      "SELECT * \(waiting) AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY number LIMIT ?",
      [try json(inFlight.map(\.uuidString)), count - limit.events]
    ).compactMap(trackingEvent)
    try drop(dropped.map(\.id), at: now, in: db)
    return dropped
  }

  private static func amend(_ event: VendorEvent, in db: Database) throws -> Bool {
    try db.run(
      "UPDATE event SET body = ? WHERE id = ? AND state = 'waiting'",
      [event.body.serialized, event.id.uuidString])
    return db.changesCount > 0
  }

  package func waitingTracking(
    _ scope: OutboxScope, limit: Int
  ) async throws(InboxError) -> OutboxPage<VendorEvent> {
    try await read { db in
      let (condition, arguments) = Self.condition(scope)
      let waiting = "FROM event WHERE \(condition) AND body IS NOT NULL"
      let events = try db.rows("SELECT * \(waiting) ORDER BY number LIMIT ?", arguments + [limit])
        .compactMap(Self.trackingEvent)
      return OutboxPage(events, total: try db.first("SELECT count(*) \(waiting)", arguments) ?? 0)
    }
  }

  static func trackingEvent(_ row: Row) throws -> VendorEvent? {
    guard let id = UUID(uuidString: try row.value("id")),
      let identity = Identity(storageKey: try row.value("identity"))
    else { return nil }
    return VendorEvent(
      id: id, kind: try row.value("kind"), identity: identity, time: try row.date("at"),
      body: try JSONValue.parse(Data(try row.value("body", String.self).utf8)))
  }
}
