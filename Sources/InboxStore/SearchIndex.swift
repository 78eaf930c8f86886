import Foundation
import GRDB
import InboxCore
package import InboxModel

/// Keeps what each message says beside the messages, so that it can be found (FE-6).
///
/// SQLite's index over it follows by triggers. It is made of the messages alone and can be made again at any time.
package struct SearchIndex: Sendable {
  /// Turns rich content into text; nil where that cannot be done now.
  package typealias HTMLReader = @Sendable (String) -> RichText?

  /// Without a reader: nothing of rich content can be found.
  package static let noHTML: HTMLReader = { _ in RichText() }

  let readHTML: HTMLReader

  private static let columns =
    "identity, center, id, subject, body, custom, coalesce(richHTML, richContent) AS rich"

  /// Indexes what a message says now.
  func index(_ key: MessageKey, of identity: Identity, in db: Database) throws {
    if let row = try db.message(Self.columns, key, of: identity) { try index(row, in: db) }
  }

  /// Indexes every message, or every one of some.
  func fill(_ db: Database, where condition: String = "true") throws {
    let rows = try Row.fetchCursor(db, sql: "SELECT \(Self.columns) FROM message WHERE \(condition)")
    while let row = try rows.next() { try index(row, in: db) }
  }

  func rebuild(_ db: Database) throws {
    try fill(db)
    try db.execute(sql: "INSERT INTO messageFind (messageFind) VALUES ('rebuild')")
    try db.execute(sql: InboxSchema.fillPlaces)
  }

  /// Indexes again what arrived while rich content could not be read, once it can be.
  ///
  /// What stands in the way of it now, such as a full disk, stands in the way of nothing else: the next start tries
  /// again.
  func catchUp(_ connections: Connections) {
    let isBehind = try? connections.reader.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1
    guard isBehind == true, readHTML("") != nil else { return }
    try? connections.writerNow().write { db in
      try db.execute(sql: "PRAGMA user_version = 0")
      try fill(db, where: "coalesce(richHTML, richContent) IS NOT NULL")
    }
  }

  private func index(_ row: Row, in db: Database) throws {
    let key = try MessageRecord.key(row)
    let message = Message(
      id: key.id, sent: .distantPast, subject: try row.value("subject"), body: try row.value("body"),
      center: key.center, custom: MessageRecord.pairs(try row.value("custom")))
    let html = try row.value("rich", String?.self)
    let rich = html.flatMap(readHTML)
    if html != nil, rich == nil { try db.execute(sql: "PRAGMA user_version = 1") }
    let text = SearchText(message, rich: rich)
    try db.run(
      """
      INSERT INTO messageText (inIdentity, inCenter, messageID, plain, folded) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (inIdentity, inCenter, messageID)
      DO UPDATE SET plain = excluded.plain, folded = excluded.folded WHERE plain <> excluded.plain
      """,
      [
        try row.value("identity", String.self), key.center.rawValue, key.id.rawValue, text.plain, text.folded,
      ])
  }
}
