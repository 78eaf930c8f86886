import Foundation
import GRDB
import InboxCore

/// A row of the message table and what it means.
enum MessageRecord {
  /// The columns of a list row: neither the record nor its HTML, which may be large.
  static let listColumns = """
    center, id, sent, subject, body, deepLink, richURL, iconURL, expiry, custom,
    CASE WHEN richHTML IS NULL THEN NULL ELSE '' END AS richHTML, '' AS raw,
    fetched, readAt, deletedAt, presence, rich
    """

  /// The columns of a message, but for fetched rich content.
  static let columns = """
    center, id, sent, subject, body, deepLink, richURL, richHTML, iconURL, expiry, custom, raw,
    fetched, readAt, deletedAt, presence, rich
    """

  /// What is in the list, in SQL: not deleted and not expired.
  ///
  /// States the same as ``ExpiryPolicy``.
  static let shown = "deletedAt IS NULL AND (expiry IS NULL OR expiry > :now)"

  static func message(_ row: Row) -> ArchivedMessage {
    let custom =
      (try? JSONDecoder().decode([String: String].self, from: Data((row["custom"] as String).utf8)))
    let message = Message(
      id: MessageID(row["id"]), sent: date(row["sent"]), subject: row["subject"], body: row["body"],
      center: CenterName(row["center"] as String), deepLink: row["deepLink"], richURL: row["richURL"],
      richHTML: row["richHTML"], iconURL: row["iconURL"], expiry: optionalDate(row["expiry"]),
      custom: custom ?? [:], raw: row["raw"])
    return ArchivedMessage(
      message: message, fetched: date(row["fetched"]), read: optionalDate(row["readAt"]),
      deleted: optionalDate(row["deletedAt"]), presence: Presence(rawValue: row["presence"]) ?? .listed,
      rich: RichState(rawValue: row["rich"]) ?? .none)
  }

  static func insert(_ message: Message, identity: String, at now: Date, into db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO message (identity, center, id, sent, subject, body, deepLink, richURL, richHTML, iconURL,
          expiry, custom, raw, fetched, presence, rich)
        VALUES (:identity, :center, :id, :sent, :subject, :body, :deepLink, :richURL, :richHTML, :iconURL,
          :expiry, :custom, :raw, :now, 'listed', 'none')
        """,
      arguments: try arguments(message, identity: identity) + ["now": now.timeIntervalSince1970])
  }

  /// Overwrites what came from the server and nothing else (MC-7).
  static func update(_ message: Message, identity: String, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE message SET sent = :sent, subject = :subject, body = :body, deepLink = :deepLink,
          richURL = :richURL, richHTML = :richHTML, iconURL = :iconURL, expiry = :expiry, custom = :custom,
          raw = :raw, presence = 'listed'
        WHERE identity = :identity AND center = :center AND id = :id
        """,
      arguments: try arguments(message, identity: identity))
  }

  private static func arguments(
    _ message: Message, identity: String
  ) throws -> StatementArguments {
    let custom = String(decoding: try JSONEncoder().encode(message.custom), as: UTF8.self)
    return [
      "identity": identity, "center": message.center.rawValue, "id": message.id.rawValue,
      "sent": message.sent.timeIntervalSince1970, "subject": message.subject, "body": message.body,
      "deepLink": message.deepLink, "richURL": message.richURL, "richHTML": message.richHTML,
      "iconURL": message.iconURL, "expiry": message.expiry?.timeIntervalSince1970, "custom": custom,
      "raw": message.raw,
    ]
  }

  static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  static func optionalDate(_ seconds: Double?) -> Date? { seconds.map { Date(timeIntervalSince1970: $0) } }
}
