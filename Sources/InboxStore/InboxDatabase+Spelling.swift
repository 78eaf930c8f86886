import GRDB
import InboxCore
package import InboxModel

/// Each person under one spelling (VE-6).
extension InboxDatabase {
  package func people() async throws(InboxError) -> [Identity] {
    try await read { db in try Self.people(Self.withLists, db) }
  }

  private static let withLists = "SELECT identity FROM tally UNION SELECT identity FROM lastFetch"

  package func respell(
    _ spelling: @escaping @Sendable (Identity) -> Identity
  ) async throws(InboxError) {
    // A badge or an event of a link may be all that there is of a person.
    let everyone = """
      \(Self.withLists) UNION SELECT identity FROM badge
      UNION SELECT identity FROM event WHERE state = 'waiting'
      """
    // Asked first: nearly always there is none, and a write waits for the disk.
    let former = try await read { db in try Self.people(everyone, db).filter { spelling($0) != $0 } }
    guard !former.isEmpty else { return }
    try await write { db in
      for person in former { try Self.move(person.storageKey, to: spelling(person).storageKey, in: db) }
    }
  }

  private static func people(_ query: String, _ db: Database) throws -> [Identity] {
    try db.rows(query).compactMap { Identity(storageKey: try $0.value("identity")) }
  }

  private static func move(_ former: String, to here: String, in db: Database) throws {
    try moveMessages(former, to: here, in: db)
    // Of what waits for one message under both names, a delete takes the place of any other mark.
    try db.run(
      """
      DELETE FROM change WHERE identity = :here AND state = 'waiting' AND kind <> 'delete' AND EXISTS (
        SELECT 1 FROM change AS other
        WHERE other.identity = :former AND other.state = 'waiting' AND other.kind = 'delete'
          AND other.center = change.center AND other.message = change.message
          AND ifnull(other.application, '') = ifnull(change.application, ''))
      """, ["here": here, "former": former])
    try db.run("UPDATE OR REPLACE foreignMessage SET ofIdentity = ? WHERE ofIdentity = ?", [here, former])
    for table in ["lastFetch", "event", "change", "suppressed", "passage", "click", "badge"] {
      // What is there under both names is there already.
      try db.run("UPDATE OR IGNORE \(table) SET identity = ? WHERE identity = ?", [here, former])
      try db.run("DELETE FROM \(table) WHERE identity = ?", [former])
    }
  }

  /// A message that is there under both names is read or deleted if it is under either; that the server removed it
  /// under one is not a deletion.
  ///
  /// Rows are inserted and deleted, as counts and the search follow that by triggers.
  private static func moveMessages(_ former: String, to here: String, in db: Database) throws {
    let columns = try db.columns(in: "message").map(\.name).filter { $0 != "identity" }.joined(
      separator: ", ")
    let names: StatementArguments = ["here": here, "former": former]
    for statement in [
      """
      UPDATE message SET readAt = ifnull(message.readAt, other.readAt),
        deletedAt = coalesce(\(deletion("message")), \(deletion("other")), message.deletedAt),
        presence = iif(
          \(deletion("other")) IS NULL, message.presence, \(MessageRecord.decided("message.presence")))
      FROM message AS other
      WHERE message.identity = :here AND other.identity = :former AND other.center = message.center
        AND other.id = message.id
      """,
      """
      INSERT INTO message (identity, \(columns)) SELECT :here, \(columns) FROM message AS other
      WHERE identity = :former AND NOT EXISTS (
        SELECT 1 FROM message WHERE identity = :here AND center = other.center AND id = other.id)
      """,
      """
      INSERT INTO messageText (inIdentity, inCenter, messageID, plain, folded)
      SELECT :here, inCenter, messageID, plain, folded FROM messageText AS other
      WHERE inIdentity = :former AND NOT EXISTS (
        SELECT 1 FROM messageText
        WHERE inIdentity = :here AND inCenter = other.inCenter AND messageID = other.messageID)
      """,
    ] {
      try db.run(statement, names)
    }
    for (table, column) in [
      ("messageText", "inIdentity"), ("messageList", "ofIdentity"), ("message", "identity"),
      ("tally", "identity"),
    ] {
      try db.run("DELETE FROM \(table) WHERE \(column) = ?", [former])
    }
  }

  /// When a person deleted a message, as SQL over a row.
  private static func deletion(_ row: String) -> String {
    "iif(\(row).presence IN \(MessageRecord.takenAway), NULL, \(row).deletedAt)"
  }
}
