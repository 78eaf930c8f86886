import Foundation
import GRDB
package import InboxCore

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
        """, []) ?? 0
    }
    guard count > 0 else { return }
    try await write { db in
      try db.execute(
        sql: "UPDATE event SET application = ? WHERE \(isNobodys) AND body IS NULL", arguments: [application])
      try db.execute(
        sql: "UPDATE OR IGNORE change SET application = ? WHERE \(isNobodys)", arguments: [application])
      guard let tracking else { return }
      try db.execute(
        sql: "UPDATE event SET application = ? WHERE \(isNobodys) AND body IS NOT NULL", arguments: [tracking]
      )
    }
  }

  package func held(
    application: String, tracking: String?, person: Identity?
  ) async throws(InboxError) -> [HeldRows] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT application, identity, count(*) AS count FROM (
            SELECT application, identity, iif(body IS NULL, :application, :tracking) AS here FROM event
            WHERE state = 'waiting'
            UNION ALL
            SELECT application, identity, :application FROM change WHERE state = 'waiting')
          WHERE application IS NOT NULL AND here IS NOT NULL
            AND (application <> here OR (:person IS NOT NULL AND identity <> :person))
          GROUP BY application, identity ORDER BY application, identity
          """,
        arguments: [
          "application": application, "tracking": tracking, "person": person?.storageKey,
        ]
      ).compactMap { row in
        guard let identity = Identity(storageKey: try row.value("identity")) else { return nil }
        return HeldRows(
          application: try row.value("application"), person: identity, count: try row.value("count"))
      }
    }
  }
}
