package import Foundation
import GRDB
package import InboxCore
package import InboxModel

/// What the report on deliveries rests on: what became of each event, and what was not reported (EN-8, EN-9).
extension InboxDatabase {
  /// Every event about a message, including those in the spill file.
  package func deliveries() async throws(InboxError) -> [Delivery] {
    // First the spill file: between the two reads an event may move into the archive, never out of it.
    let lines: [EventSpillFile.Line]
    do { lines = try beside?.read().lines ?? [] } catch {
      throw .storeUnavailable(path: path + ".events", reason: "it cannot be read")
    }
    let stored = try await read { db in
      try db.rows("SELECT \(Self.deliveryColumns) FROM event WHERE body IS NULL ORDER BY number")
        .compactMap(Self.delivery)
    }
    guard !lines.isEmpty else { return stored }
    let known = Set(stored.map(\.id))
    return stored + lines.filter { !known.contains($0.event.id) }.map { Delivery(unstored: $0.event) }
  }

  package func lastLoss() async throws(InboxError) -> Date? {
    try await read { db in
      try db.first("SELECT value FROM setting WHERE name = ?", [DamagedDatabase.loss], as: Int64.self)?.date
    }
  }

  package func vendorEvents() async throws(InboxError) -> [OutboxRecord<VendorEvent>] {
    try await read { db in
      try db.rows("SELECT * FROM event WHERE body IS NOT NULL ORDER BY number").compactMap { row in
        guard let event = try Self.trackingEvent(row),
          let state = Delivery.State(rawValue: try row.value("state"))
        else { return nil }
        return OutboxRecord(
          event, state: state, reason: try row.value("reason"), tries: try row.value("tries"),
          settled: try row.optionalDate("settledAt"))
      }
    }
  }

  package func lastDelivery(
    of kind: EngagementEvent.Kind, _ key: MessageKey, for identity: Identity, in run: UUID
  ) async throws(InboxError) -> Delivery? {
    try await read { db in
      try db.rows(
        """
        SELECT \(Self.deliveryColumns) FROM event
        WHERE identity = ? AND center = ? AND message = ? AND kind = ? AND run = ? AND body IS NULL
        ORDER BY number DESC LIMIT 1
        """, [identity.storageKey, key.center.rawValue, key.id.rawValue, kind.rawValue, run.uuidString]
      ).first.flatMap(Self.delivery)
    }
  }

  private static let deliveryColumns =
    """
    id, kind, identity, session, sessionNumber, center, message, at, state, reason, tries, generation, settledAt, \
    application, CASE kind WHEN 'click' THEN payload END AS payload
    """

  private static func delivery(_ row: Row) throws -> Delivery? {
    guard let id = UUID(uuidString: try row.value("id")),
      let kind = EngagementEvent.Kind(rawValue: try row.value("kind")),
      let identity = Identity(storageKey: try row.value("identity")),
      let state = Delivery.State(rawValue: try row.value("state"))
    else { return nil }
    var delivery = Delivery(
      id: id, kind: kind, identity: identity, session: try row.value("sessionNumber"),
      message: try MessageRecord.key(row, id: "message"), time: try row.date("at"), state: state,
      reason: try row.value("reason"), tries: try row.value("tries"), generation: try row.value("generation"),
      settled: try row.optionalDate("settledAt"))
    delivery.sessionID = try row.value("session", String?.self).flatMap(UUID.init(uuidString:))
    delivery.application = try row.value("application")
    delivery.payload = try payload(row)
    return delivery
  }

  package func tried(_ ids: [UUID]) async throws(InboxError) { try await count(1, ids, in: "event") }

  package func untried(_ ids: [UUID]) async throws(InboxError) { try await count(-1, ids, in: "event") }

  func count(_ tries: Int, _ ids: [UUID], in table: String) async throws(InboxError) {
    try await write { db in
      try db.run(
        "UPDATE \(table) SET tries = max(0, tries + ?) WHERE id IN (SELECT value FROM json_each(?))",
        [tries, try Self.json(ids.map(\.uuidString))])
    }
  }

  package func suppress(_ attempts: [SuppressedAttempts]) async throws(InboxError) {
    try await write { db in
      try Self.saveSession(attempts.compactMap(\.place.session).max(), in: db)
      for attempt in attempts {
        let place = attempt.place
        try db.run(
          """
          INSERT INTO suppressed (identity, sessionNumber, session, center, message, kind, cause, count, firstAt,
            lastAt, minute)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET count = count + excluded.count, firstAt = min(firstAt, excluded.firstAt),
            lastAt = max(lastAt, excluded.lastAt)
          """,
          [
            place.identity.storageKey, place.session ?? InboxSchema.noSession,
            attempt.sessionID?.uuidString ?? "", place.message.center.rawValue, place.message.id.rawValue,
            place.kind.rawValue, attempt.cause.rawValue, attempt.count,
            attempt.first.timeIntervalSince1970, attempt.last.timeIntervalSince1970, attempt.minute,
          ])
      }
    }
  }

  package func suppressed() async throws(InboxError) -> [SuppressedAttempts] {
    try await read { db in
      try db.rows(
        "SELECT * FROM suppressed ORDER BY firstAt, sessionNumber, session, center, message, kind, cause"
      ).compactMap { row in
        guard let kind = EngagementEvent.Kind(rawValue: try row.value("kind")),
          let identity = Identity(storageKey: try row.value("identity")),
          let cause = Suppression(rawValue: try row.value("cause"))
        else { return nil }
        let session = try row.value("sessionNumber", Int.self)
        return SuppressedAttempts(
          EngagementPlace(
            identity: identity, session: session == InboxSchema.noSession ? nil : session,
            message: try MessageRecord.key(row, id: "message"), kind: kind),
          in: UUID(uuidString: try row.value("session")), cause, count: try row.value("count"),
          first: try row.date("firstAt"), last: try row.date("lastAt"))
      }
    }
  }

  package func saveClick(_ click: LinkClick) async throws(InboxError) {
    try await write { db in
      try Self.saveSession(click.session, in: db)
      try db.run(
        """
        INSERT INTO click (id, identity, sessionNumber, session, center, message, link, at, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state
        """,
        [
          click.id.uuidString, click.identity.storageKey, click.session, click.sessionID?.uuidString,
          click.message?.center.rawValue ?? "", click.message?.id.rawValue ?? "", click.link,
          click.time.timeIntervalSince1970, click.state.rawValue,
        ])
    }
  }

  package func clicks() async throws(InboxError) -> [LinkClick] {
    try await read { db in
      try db.rows("SELECT * FROM click ORDER BY number").compactMap { row in
        guard let id = UUID(uuidString: try row.value("id")),
          let identity = Identity(storageKey: try row.value("identity")),
          let state = LinkClick.State(rawValue: try row.value("state"))
        else { return nil }
        let isOfMessage = try row.value("message", String?.self)?.isEmpty == false
        return LinkClick(
          id: id, identity: identity, session: try row.value("sessionNumber"),
          sessionID: try row.value("session", String?.self).flatMap(UUID.init(uuidString:)),
          message: isOfMessage ? try MessageRecord.key(row, id: "message") : nil, link: try row.value("link"),
          time: try row.date("at"), state: state)
      }
    }
  }
}
