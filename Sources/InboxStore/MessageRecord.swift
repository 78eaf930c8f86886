import Foundation
import GRDB
import InboxModel

/// A row of the message table and what it means.
enum MessageRecord {
  /// The columns of a message, in the order in which both lists of them name them.
  private enum Column: Int {
    case center, id, sent, subject, body, deepLink, richURL, iconURL, expiry, custom, richHTML, raw, actions
    case fetched, readAt, deletedAt, lastFetched, cacheState, presenceAt, rich
  }

  /// The columns of a list row: neither the record nor its HTML, which may be large.
  static let listColumns = """
    center, id, sent, subject, body, deepLink, richURL, iconURL, expiry, custom,
    CASE WHEN richHTML IS NULL THEN NULL ELSE '' END AS richHTML, '' AS raw, actions,
    fetched, readAt, deletedAt, lastFetched, presence, presenceAt, rich
    """

  /// The columns of a message, but for fetched rich content; more may follow them.
  static let columns = """
    center, id, sent, subject, body, deepLink, richURL, iconURL, expiry, custom, richHTML, raw, actions,
    fetched, readAt, deletedAt, lastFetched, presence, presenceAt, rich
    """

  /// What is in the list, in SQL: neither deleted nor removed nor expired.
  ///
  /// States the same as ``ArchivedMessage/isListed(at:)``.
  static let shown = shown(at: ":now")

  /// The same at another moment, as SQL says it.
  static func shown(at moment: String) -> String {
    "deletedAt IS NULL AND presence <> 'disabled' AND (expiry IS NULL OR expiry > \(moment))"
  }

  /// What the vendor's cache still holds, but for what the person deleted.
  static let cached = "presence NOT IN ('retention', 'disabled') AND deletedAt IS NULL"

  /// What no other application served than the one that the list is fetched from (VE-3).
  static let own = """
    NOT EXISTS (
      SELECT 1 FROM foreignMessage
      WHERE ofIdentity = message.identity AND ofCenter = message.center AND messageID = message.id)
    """

  /// The state of a message on which the person has decided, whatever the server took away before; as SQL over a row.
  static func decided(_ presence: String) -> String {
    "CASE \(presence) WHEN 'removed' THEN 'restored' WHEN 'set-aside' THEN 'withdrawn' ELSE \(presence) END"
  }

  /// The states of what has left its list without the person, as ``CacheState/isTakenAway`` says.
  static let takenAway = "('removed', 'set-aside')"

  /// The key of a row that has its center and id.
  static func key(_ row: Row) throws -> MessageKey { try key(row, id: "id") }

  /// The same where the id has another name.
  static func key(_ row: Row, id: String) throws -> MessageKey {
    try MessageKey(
      center: CenterName(row.value("center", String.self)), id: MessageID(row.value(id, String.self)))
  }

  /// Custom data as they are stored; none where a damaged file holds something else.
  static func pairs(_ text: String) -> [String: String] {
    if let plain = plainPairs(text) { return plain }
    do { return try JSONDecoder().decode([String: String].self, from: Data(text.utf8)) } catch { return [:] }
  }

  /// Pairs as the encoder writes them where nothing is escaped, separated by their quotes: a reader of JSON costs more
  /// than all else of a row.
  private static func plainPairs(_ text: String) -> [String: String]? {
    guard text != "{}" else { return [:] }
    let bytes = text.utf8
    guard bytes.starts(with: "{\"".utf8), bytes.suffix(2).elementsEqual("\"}".utf8),
      !bytes.contains(UInt8(ascii: "\\"))
    else { return nil }
    let parts = bytes.dropFirst(2).dropLast(2)
      .split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    guard parts.count % 4 == 3 else { return nil }
    var pairs: [String: String] = [:]
    for part in stride(from: 0, to: parts.count, by: 4) {
      guard parts[part + 1].elementsEqual(":".utf8),
        part + 3 >= parts.count || parts[part + 3].elementsEqual(",".utf8)
      else { return nil }
      pairs[String(Substring(parts[part]))] = String(Substring(parts[part + 2]))
    }
    return pairs
  }

  /// A list as it is stored; none where a damaged file holds something else.
  static func list<Element: Decodable>(_ text: String?) -> [Element] {
    guard let text else { return [] }
    do { return try JSONDecoder().decode([Element].self, from: Data(text.utf8)) } catch { return [] }
  }

  /// A row that begins with ``columns`` or ``listColumns``.
  static func message(_ row: Row) throws -> ArchivedMessage {
    func value<Value: DatabaseValueConvertible>(_ column: Column) throws -> Value {
      try row.decode(Value.self, atIndex: column.rawValue)
    }
    let message = try Message(
      id: MessageID(value(.id)), sent: date(value(.sent)), subject: value(.subject), body: value(.body),
      center: CenterName(value(.center)), deepLink: value(.deepLink), richURL: value(.richURL),
      richHTML: value(.richHTML), iconURL: value(.iconURL), expiry: optionalDate(value(.expiry)),
      custom: pairs(value(.custom)), actions: list(value(.actions)), raw: value(.raw))
    return try ArchivedMessage(
      message: message, fetched: date(value(.fetched)), read: optionalDate(value(.readAt)),
      deleted: optionalDate(value(.deletedAt)), lastFetched: date(value(.lastFetched)),
      cacheState: CacheState(rawValue: value(.cacheState)) ?? .listed,
      cacheStateSince: date(value(.presenceAt)),
      rich: RichState(rawValue: value(.rich)) ?? .none)
  }

  static func insert(_ message: Message, identity: String, at now: Date, into db: Database) throws {
    try db.run(
      """
      INSERT INTO message (identity, center, id, sent, subject, body, deepLink, richURL, richHTML, iconURL,
        expiry, custom, actions, raw, fetched, lastFetched, presence, presenceAt, rich)
      VALUES (:identity, :center, :id, :sent, :subject, :body, :deepLink, :richURL, :richHTML, :iconURL,
        :expiry, :custom, :actions, :raw, :now, :now, 'listed', :now, 'none')
      """,
      try arguments(message, identity: identity) + ["now": now.timeIntervalSince1970])
  }

  /// Overwrites what came from the server and nothing else (MC-7).
  static func update(_ message: Message, identity: String, in db: Database) throws {
    try db.run(
      """
      UPDATE message SET sent = :sent, subject = :subject, body = :body, deepLink = :deepLink,
        richURL = :richURL, richHTML = :richHTML, iconURL = :iconURL, expiry = :expiry, custom = :custom,
        actions = :actions, raw = :raw
      WHERE identity = :identity AND center = :center AND id = :id
      """,
      try arguments(message, identity: identity))
  }

  private static func arguments(
    _ message: Message, identity: String
  ) throws -> StatementArguments {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let custom = String(decoding: try encoder.encode(message.custom), as: UTF8.self)
    return [
      "identity": identity, "center": message.center.rawValue, "id": message.id.rawValue,
      "sent": message.sent.timeIntervalSince1970, "subject": message.subject, "body": message.body,
      "deepLink": message.deepLink, "richURL": message.richURL, "richHTML": message.richHTML,
      "iconURL": message.iconURL, "expiry": message.expiry?.timeIntervalSince1970, "custom": custom,
      "actions": message.actions.isEmpty
        ? nil : String(decoding: try encoder.encode(message.actions), as: UTF8.self),
      "raw": message.raw,
    ]
  }

  /// A damaged file may hold any number: what no message can have is the nearest that it can.
  static func date(_ seconds: Double) -> Date {
    guard seconds.isFinite else { return Date(timeIntervalSince1970: 0) }
    let date = Date(timeIntervalSince1970: seconds)
    return min(max(date, WireDate.range.lowerBound), WireDate.range.upperBound)
  }

  static func optionalDate(_ seconds: Double?) -> Date? { seconds.map(date) }
}
