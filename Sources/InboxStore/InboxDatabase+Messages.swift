package import Foundation
import GRDB
package import InboxCore
package import InboxModel

/// The archive of messages.
extension InboxDatabase {
  /// Kept by the database for messages without an end, and counted by an index for those whose end is to come: neither
  /// reads a message.
  package func counts(of identity: Identity, at now: Date) async throws(InboxError) -> [CenterName:
    CenterCounts]
  {
    try await counts(Self.countsOfCenters, of: identity, at: now)
  }

  package func listedCounts(of identity: Identity, at now: Date) async throws(InboxError) -> [CenterName:
    CenterCounts]
  {
    try await counts(
      """
      SELECT center, count(*) AS total, sum(readAt IS NULL) AS unread FROM message
      WHERE identity = :identity AND presence = 'listed' AND \(MessageRecord.shown) AND \(MessageRecord.own)
      GROUP BY center
      """, of: identity, at: now)
  }

  private func counts(
    _ query: String, of identity: Identity, at now: Date
  ) async throws(InboxError) -> [CenterName: CenterCounts] {
    try await read { db in
      let rows = try db.rows(query, ["identity": identity.storageKey, "now": now.timeIntervalSince1970])
      let counts = try rows.map { row in
        try (
          CenterName(row.value("center", String.self)),
          CenterCounts(total: row.value("total"), unread: row.value("unread"))
        )
      }
      return Dictionary(counts) { first, _ in first }
    }
  }

  /// How many messages each center of an identity shows, and how many of them are unread.
  static let countsOfCenters = """
    SELECT center, sum(total) AS total, sum(unread) AS unread FROM (
      SELECT center, total, unread FROM tally
      WHERE identity = :identity AND day > \(InboxSchema.day(of: ":now"))
      UNION ALL
      SELECT center, 1, readAt IS NULL FROM message INDEXED BY message_end
      WHERE identity = :identity AND expiry IS NOT NULL AND deletedAt IS NULL AND presence <> 'disabled'
        AND expiry > :now AND expiry < (\(InboxSchema.day(of: ":now")) + 1) * 86400.0
    ) GROUP BY center
    """

  package func message(_ key: MessageKey, of identity: Identity) async throws(InboxError) -> ArchivedMessage?
  {
    try await read { db in
      try db.message(MessageRecord.columns, key, of: identity).map(MessageRecord.message)
    }
  }

  package func stamp(of key: MessageKey, for identity: Identity) async throws(InboxError) -> MessageStamp? {
    try await read { db in
      try db.message("stamp", key, of: identity)?.value("stamp", String?.self).map { MessageStamp($0) }
    }
  }

  package func find(_ id: MessageID, of identity: Identity) async throws(InboxError) -> [MessageKey] {
    try await read { db in
      try db.rows(
        "SELECT center FROM message WHERE identity = ? AND id = ? ORDER BY center",
        [identity.storageKey, id.rawValue]
      ).map { MessageKey(center: CenterName(try $0.value("center", String.self)), id: id) }
    }
  }

  package func earliestExpiry(of identity: Identity, after now: Date) async throws(InboxError) -> Date? {
    try await read { db in
      try db.first(
        """
        SELECT min(expiry) FROM message
        WHERE identity = ? AND deletedAt IS NULL AND presence <> 'disabled' AND expiry IS NOT NULL
          AND expiry > ?
        """, [identity.storageKey, now.timeIntervalSince1970]
      ).map(MessageRecord.date)
    }
  }

  package func expired(
    of identity: Identity, after start: Date, upTo end: Date
  ) async throws(InboxError) -> [MessageKey] {
    try await read { db in
      try db.rows(
        """
        SELECT center, id FROM message
        WHERE identity = ? AND deletedAt IS NULL AND presence <> 'disabled' AND expiry > ? AND expiry <= ?
        ORDER BY expiry
        """,
        [identity.storageKey, start.timeIntervalSince1970, end.timeIntervalSince1970]
      ).map(MessageRecord.key)
    }
  }

  package func dropCursor(of center: CenterName, for identity: Identity) async throws(InboxError) {
    try await write { db in
      try db.run(
        "UPDATE lastFetch SET cursor = NULL WHERE identity = ? AND center = ?",
        [identity.storageKey, center.rawValue])
    }
  }

  package func lastFetches(of identity: Identity) async throws(InboxError) -> [CenterName: LastFetch] {
    try await read { db in
      let rows = try db.rows(
        "SELECT center, at, malformed, setAside, cursor, application, whole FROM lastFetch WHERE identity = ?",
        [identity.storageKey])
      let fetches = try rows.map { row in
        var fetch = LastFetch(
          time: try row.date("at"), malformed: MessageRecord.list(try row.value("malformed")),
          cursor: try row.value("cursor", String?.self).map { FetchCursor($0) })
        fetch.setAside = MessageRecord.list(try row.value("setAside"))
        fetch.application = try row.value("application")
        fetch.whole = try row.optionalDate("whole")
        return (CenterName(try row.value("center", String.self)), fetch)
      }
      return Dictionary(fetches) { first, _ in first }
    }
  }

  // MARK: - Rich content

  package func richContent(of key: MessageKey, for identity: Identity) async throws(InboxError) -> String? {
    try await read { db in
      try db.message("richContent", key, of: identity)?.value("richContent", String?.self)
    }
  }

  package func claimRichContent(of key: MessageKey, for identity: Identity) -> Bool {
    runs?.begin(Self.number(of: key, identity)) ?? true
  }

  package func releaseRichContent(of key: MessageKey, for identity: Identity) {
    runs?.end(Self.number(of: key, identity))
  }

  private static func number(of key: MessageKey, _ identity: Identity) -> UInt64 {
    FNV1a.hash([identity.storageKey, key.center.rawValue, key.id.rawValue].joined(separator: "\n"))
  }

  package func saveRichContent(
    _ html: String?, of key: MessageKey, for identity: Identity, at now: Date
  ) async throws(InboxError) {
    try await write { db in
      let state: RichState = html == nil ? .lost : .stored
      // What is stored is never lost again.
      try db.run(
        """
        UPDATE message SET rich = ?, richContent = ?, richAt = ?
        WHERE identity = ? AND center = ? AND id = ? AND rich <> 'stored'
        """,
        [
          state.rawValue, html, now.timeIntervalSince1970, identity.storageKey, key.center.rawValue,
          key.id.rawValue,
        ])
      try search.index(key, of: identity, in: db)
    }
  }
}
