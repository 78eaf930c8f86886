import Foundation
import GRDB
import InboxCore

/// The archive of messages.
extension InboxDatabase {
  func counts(_ identity: Identity, at now: Date) async throws(InboxError) -> [CenterName: CenterCounts] {
    try await read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT center, count(*) AS total, sum(readAt IS NULL) AS unread FROM message
          WHERE identity = :identity AND \(MessageRecord.shown) GROUP BY center
          """,
        arguments: ["identity": identity.storageKey, "now": now.timeIntervalSince1970])
      return Dictionary(
        uniqueKeysWithValues: rows.map { row in
          (CenterName(row["center"] as String), CenterCounts(total: row["total"], unread: row["unread"]))
        })
    }
  }

  func message(_ identity: Identity, _ key: MessageKey) async throws(InboxError) -> ArchivedMessage? {
    try await read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT \(MessageRecord.columns) FROM message
          WHERE identity = ? AND center = ? AND id = ?
          """,
        arguments: [identity.storageKey, key.center.rawValue, key.id.rawValue]
      ).map(MessageRecord.message)
    }
  }

  func find(_ identity: Identity, _ id: MessageID) async throws(InboxError) -> [MessageKey] {
    try await read { db in
      try String.fetchAll(
        db, sql: "SELECT center FROM message WHERE identity = ? AND id = ? ORDER BY center",
        arguments: [identity.storageKey, id.rawValue]
      ).map { MessageKey(center: CenterName($0), id: id) }
    }
  }

  func earliestExpiry(_ identity: Identity, after now: Date) async throws(InboxError) -> Date? {
    try await read { db in
      try Double.fetchOne(
        db,
        sql: """
          SELECT min(expiry) FROM message
          WHERE identity = ? AND deletedAt IS NULL AND expiry IS NOT NULL AND expiry > ?
          """,
        arguments: [identity.storageKey, now.timeIntervalSince1970]
      ).map(MessageRecord.date)
    }
  }

  func expired(
    _ identity: Identity, after start: Date, upTo end: Date
  ) async throws(InboxError) -> [MessageKey] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT center, id FROM message
          WHERE identity = ? AND deletedAt IS NULL AND expiry > ? AND expiry <= ? ORDER BY expiry
          """,
        arguments: [identity.storageKey, start.timeIntervalSince1970, end.timeIntervalSince1970]
      ).map { MessageKey(center: CenterName($0["center"] as String), id: MessageID($0["id"] as String)) }
    }
  }

  // MARK: - Merge

  func merge(_ request: MergeRequest) async throws(InboxError) -> MessageMerge.Plan {
    try await write { db in
      let identity = request.identity.storageKey
      let plan = MessageMerge.plan(
        known: try Self.known(to: db, request), answer: request.answer.messages,
        malformed: request.answer.malformed)
      for message in plan.inserts {
        try MessageRecord.insert(message, identity: identity, at: request.now, into: db)
      }
      for message in plan.updates {
        try MessageRecord.update(message, identity: identity, in: db)
      }
      for (key, presence) in plan.gone {
        try db.execute(
          sql: "UPDATE message SET presence = ? WHERE identity = ? AND center = ? AND id = ?",
          arguments: [presence.rawValue, identity, key.center.rawValue, key.id.rawValue])
      }
      try db.execute(
        sql: "INSERT OR REPLACE INTO lastFetch (identity, center, at) VALUES (?, ?, ?)",
        arguments: [identity, request.center.rawValue, request.now.timeIntervalSince1970])
      return plan
    }
  }

  /// Rows that the last answer listed, and rows with an id of this answer: at most about forty, however large
  /// the archive.
  ///
  /// An expired row is not expected in an answer, so its absence says nothing.
  private static func known(to db: Database, _ request: MergeRequest) throws -> [MessageMerge.Known] {
    let ids = request.answer.messages.map(\.id.rawValue)
    let marks = ids.map { _ in "?" }.joined(separator: ",")
    var arguments = StatementArguments([request.identity.storageKey, request.center.rawValue])
    arguments += StatementArguments(ids)
    arguments += [request.now.timeIntervalSince1970]
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT \(MessageRecord.columns) FROM message
        WHERE identity = ? AND center = ?
          AND (id IN (\(marks)) OR (presence = 'listed' AND deletedAt IS NULL AND (expiry IS NULL OR expiry > ?)))
        """,
      arguments: arguments)
    return rows.map { row in
      let known = MessageRecord.message(row)
      return MessageMerge.Known(message: known.message, presence: known.presence)
    }
  }

  func lastFetches(_ identity: Identity) async throws(InboxError) -> [CenterName: Date] {
    try await read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT center, at FROM lastFetch WHERE identity = ?", arguments: [identity.storageKey])
      return Dictionary(
        uniqueKeysWithValues: rows.map {
          (CenterName($0["center"] as String), MessageRecord.date($0["at"]))
        })
    }
  }

  // MARK: - What a person does

  func set(
    _ column: StateColumn, _ identity: Identity, _ key: MessageKey, at time: Date?
  ) async throws(InboxError) {
    try await write { db in
      try db.execute(
        sql: "UPDATE message SET \(column.rawValue) = ? WHERE identity = ? AND center = ? AND id = ?",
        arguments: [
          time?.timeIntervalSince1970, identity.storageKey, key.center.rawValue, key.id.rawValue,
        ])
    }
  }

  /// A local fact about a message.
  enum StateColumn: String {
    case read = "readAt"
    case deleted = "deletedAt"
  }

  func richContent(_ identity: Identity, _ key: MessageKey) async throws(InboxError) -> String? {
    try await read { db in
      try String.fetchOne(
        db, sql: "SELECT richContent FROM message WHERE identity = ? AND center = ? AND id = ?",
        arguments: [identity.storageKey, key.center.rawValue, key.id.rawValue])
    }
  }

  func saveRichContent(
    _ identity: Identity, _ key: MessageKey, _ html: String?, at now: Date
  ) async throws(InboxError) {
    try await write { db in
      let state: RichState = html == nil ? .lost : .stored
      try db.execute(
        sql: """
          UPDATE message SET rich = ?, richContent = ?, richAt = ? WHERE identity = ? AND center = ? AND id = ?
          """,
        arguments: [
          state.rawValue, html, now.timeIntervalSince1970, identity.storageKey, key.center.rawValue,
          key.id.rawValue,
        ])
    }
  }
}
