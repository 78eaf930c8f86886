package import Foundation
import GRDB
package import InboxCore
package import InboxModel

/// For which application rows wait, and which of them may be sent.
extension InboxDatabase {
  /// What waits and may be sent, as SQL over a row of `event` or `change`.
  static func condition(_ scope: OutboxScope) -> (sql: String, arguments: StatementArguments) {
    let marks = scope.runs.map { _ in "?" }.joined(separator: ",")
    var sql = "state = 'waiting' AND run IN (\(marks))"
    var arguments = StatementArguments(scope.runs.map(\.uuidString))
    if let application = scope.application {
      sql += " AND application = ?"
      arguments += [application]
    }
    if let person = scope.person {
      sql += " AND identity = ?"
      arguments += [person.storageKey]
    }
    return (sql, arguments)
  }

  package func claim(application: String, tracking: String?) async throws(InboxError) {
    let isNobodys = "state = 'waiting' AND application IS NULL"
    // Asked first: nearly always there is none, and a write waits for the disk.
    let count = try await read { db in
      try db.first(
        """
        SELECT (SELECT count(*) FROM event WHERE \(isNobodys)) + (SELECT count(*) FROM change WHERE \(isNobodys))
        """) ?? 0
    }
    guard count > 0 else { return }
    try await write { db in
      try db.run("UPDATE event SET application = ? WHERE \(isNobodys) AND body IS NULL", [application])
      try db.run("UPDATE OR IGNORE change SET application = ? WHERE \(isNobodys)", [application])
      guard let tracking else { return }
      try db.run("UPDATE event SET application = ? WHERE \(isNobodys) AND body IS NOT NULL", [tracking])
    }
  }

  package func held(
    events: OutboxScope, changes: OutboxScope, tracking: OutboxScope
  ) async throws(InboxError) -> [HeldRows] {
    try await read { db in
      try db.rows(
        """
        SELECT application, identity, count(*) AS count, application = here AS isHere FROM (
          SELECT application, identity, iif(body IS NULL, :events, :tracking) AS here,
            iif(body IS NULL, :eventPerson, :trackingPerson) AS person
          FROM event WHERE state = 'waiting'
          UNION ALL
          SELECT application, identity, :changes, :changePerson FROM change WHERE state = 'waiting')
        WHERE application IS NOT NULL AND here IS NOT NULL
          AND (application <> here OR (person IS NOT NULL AND identity <> person))
        GROUP BY application, identity, isHere ORDER BY application, identity
        """,
        [
          "events": events.application, "eventPerson": events.person?.storageKey,
          "changes": changes.application, "changePerson": changes.person?.storageKey,
          "tracking": tracking.application, "trackingPerson": tracking.person?.storageKey,
        ]
      ).compactMap { row in
        guard let identity = Identity(storageKey: try row.value("identity")) else { return nil }
        return HeldRows(
          application: try row.value("application"), person: identity, count: try row.value("count"),
          isOfPerson: try row.value("isHere"))
      }
    }
  }

  package func settleHeld(
    _ fate: HeldFate, application: String, takes: Set<MessageChange.Kind>, tracking: String?, run: UUID,
    at now: Date
  ) async throws(InboxError) -> [UUID] {
    if fate == .send { runs?.hold(run) }
    let kinds = takes.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try await write { db in
      var settled: [Row] = []
      // The vendor's own events have a body and an application of their own; without one they wait for it. So do changes
      // of which the account takes none.
      for (table, rows, here) in [
        ("event", "body IS NULL", application), ("event", "body IS NOT NULL", tracking),
        ("change", fate == .drop ? "1" : "kind IN (\(kinds))", application),
      ] {
        guard let here else { continue }
        let held = "WHERE state = 'waiting' AND \(rows) AND application <> :here"
        if fate == .send {
          // What waits for this account already is the newer change.
          settled += try db.rows(
            "UPDATE OR IGNORE \(table) SET application = :here, run = :run \(held) RETURNING id",
            ["here": here, "run": run.uuidString])
        }
        let state = table == "change" && fate == .send ? "superseded" : "dropped"
        let end = fate == .send ? "a newer change of the message waits for this one" : "dropped by hand"
        let ended = try db.rows(
          """
          UPDATE \(table) SET state = '\(state)', settledAt = :now,
            reason = 'it was held for another account, and \(end)' \(held) RETURNING id
          """, ["here": here, "now": now.timeIntervalSince1970])
        if fate == .drop { settled += ended }
      }
      // The person says that both are one account.
      if fate == .send {
        try db.run("DELETE FROM foreignMessage")
        try db.run(
          "UPDATE lastFetch SET application = :here, cursor = NULL WHERE application NOT IN (:here, '')",
          ["here": application])
      }
      return try settled.compactMap { UUID(uuidString: try $0.value("id")) }
    }
  }

  package func foreignMessages(of identity: Identity) async throws(InboxError) -> [MessageKey: String] {
    try await read { db in try Self.foreignMessages(of: identity, in: nil, in: db) }
  }

  /// Those of one list; nil stands for all.
  static func foreignMessages(
    of identity: Identity, in center: CenterName?, in db: Database
  ) throws -> [MessageKey: String] {
    let rows = try db.rows(
      """
      SELECT ofCenter AS center, messageID AS id, application FROM foreignMessage
      WHERE ofIdentity = ? AND ofCenter = ifnull(?, ofCenter)
      """, [identity.storageKey, center?.rawValue])
    return Dictionary(
      try rows.map { (try MessageRecord.key($0), try $0.value("application")) }, uniquingKeysWith: { $1 })
  }

  /// Remembers whose the messages of a list are that was fetched from another application before, but for those that a
  /// response lists.
  ///
  /// - Parameters:
  ///   - ids: Those of the response, as a JSON list.
  ///   - former: The application that the list was fetched from last; nil for none.
  /// - Returns: Whether it was.
  static func keepForeign(
    _ request: MergeRequest, _ ids: String, former: String?, in db: Database
  ) throws -> Bool {
    let place: StatementArguments = [request.identity.storageKey, request.center.rawValue]
    // Archives of early versions do not say which one it was, nor does a back end without a server.
    let isSwitched =
      !request.application.isEmpty && (former.map { ![request.application, ""].contains($0) } ?? false)
    if isSwitched {
      try db.run(
        """
        INSERT OR IGNORE INTO foreignMessage (ofIdentity, ofCenter, messageID, application)
        SELECT identity, center, id, ? FROM message WHERE identity = ? AND center = ?
        """, [former] + place)
    }
    try db.run(
      """
      DELETE FROM foreignMessage WHERE ofIdentity = ? AND ofCenter = ?
        AND (application = ? OR messageID IN (SELECT value FROM json_each(?)))
      """, place + [request.application, ids])
    return isSwitched
  }
}
