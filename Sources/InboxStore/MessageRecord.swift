import Foundation
import GRDB
import InboxCore

/// A row of the message table and what it means.
enum MessageRecord {
  /// The columns of a list row: neither the record nor its HTML, which may be large.
  static let listColumns = """
    center, id, sent, subject, body, deepLink, richURL, iconURL, expiry, custom,
    CASE WHEN richHTML IS NULL THEN NULL ELSE '' END AS richHTML, '' AS raw,
    fetched, readAt, deletedAt, lastFetched, presence, presenceAt, rich
    """

  /// The columns of a message, but for fetched rich content.
  static let columns = """
    center, id, sent, subject, body, deepLink, richURL, richHTML, iconURL, expiry, custom, raw,
    fetched, readAt, deletedAt, lastFetched, presence, presenceAt, rich
    """

  /// What is in the list, in SQL: neither deleted nor removed nor expired.
  ///
  /// States the same as ``ArchivedMessage/isListed(at:)``.
  static let shown =
    "deletedAt IS NULL AND presence <> 'disabled' AND (expiry IS NULL OR expiry > :now)"

  /// What the vendor's cache still holds.
  static let cached = "presence NOT IN ('retention', 'disabled')"

  /// The key of a row that has its center and id.
  static func key(_ row: Row) -> MessageKey {
    MessageKey(center: CenterName(row["center"] as String), id: MessageID(row["id"] as String))
  }

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
      deleted: optionalDate(row["deletedAt"]), lastFetched: date(row["lastFetched"]),
      presence: Presence(rawValue: row["presence"]) ?? .listed, presenceSince: date(row["presenceAt"]),
      rich: RichState(rawValue: row["rich"]) ?? .none)
  }

  static func insert(_ message: Message, identity: String, at now: Date, into db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO message (identity, center, id, sent, subject, body, deepLink, richURL, richHTML, iconURL,
          expiry, custom, raw, fetched, lastFetched, presence, presenceAt, rich)
        VALUES (:identity, :center, :id, :sent, :subject, :body, :deepLink, :richURL, :richHTML, :iconURL,
          :expiry, :custom, :raw, :now, :now, 'listed', :now, 'none')
        """,
      arguments: try arguments(message, identity: identity) + ["now": now.timeIntervalSince1970])
  }

  /// Overwrites what came from the server and nothing else (MC-7).
  static func update(_ message: Message, identity: String, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE message SET sent = :sent, subject = :subject, body = :body, deepLink = :deepLink,
          richURL = :richURL, richHTML = :richHTML, iconURL = :iconURL, expiry = :expiry, custom = :custom,
          raw = :raw
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
