package import Foundation
import GRDB
package import InboxCore
package import InboxModel

/// What a person does to messages, and the queue of changes that the server takes of it (MC-18, VE-4).
extension InboxDatabase {
  package func setRead(
    _ keys: [MessageKey], of identity: Identity, at time: Date?, queuing origin: ChangeOrigin?
  ) async throws(InboxError) -> [MessageKey: ChangeDecision] {
    if let origin { runs?.hold(origin.run) }
    return try await write { db in
      try Self.set("readAt = ?", keys, of: identity, at: time, queuing: origin, in: db) { _ in
        time == nil ? .unread : .read
      }
    }
  }

  package func setDeleted(
    _ keys: [MessageKey], of identity: Identity, at time: Date?, queuing origin: ChangeOrigin?
  ) async throws(InboxError) -> [MessageKey: ChangeDecision] {
    if let origin { runs?.hold(origin.run) }
    return try await write { db in
      // From here on the person decides whether what the server removed is in its list.
      try Self.set(
        "deletedAt = ?, presence = \(MessageRecord.decided("presence"))", keys, of: identity, at: time,
        queuing: origin, in: db
      ) { isRead in time == nil ? .restored(isRead: isRead) : .deleted }
    }
  }

  private static func set(
    _ columns: String, _ keys: [MessageKey], of identity: Identity, at time: Date?,
    queuing origin: ChangeOrigin?, in db: Database, as act: (_ isRead: Bool) -> ChangeDecision.Act
  ) throws -> [MessageKey: ChangeDecision] {
    let statement = try db.cachedStatement(
      sql: "UPDATE message SET \(columns) WHERE identity = ? AND center = ? AND id = ?")
    var decisions: [MessageKey: ChangeDecision] = [:]
    for key in keys where decisions[key] == nil {
      let place: StatementArguments = [identity.storageKey, key.center.rawValue, key.id.rawValue]
      guard let known = try db.message("readAt, serverMark, presence", key, of: identity) else { continue }
      try statement.execute(arguments: [time?.timeIntervalSince1970] + place)
      guard let origin else { continue }
      let made = act(try known.value("readAt", Double?.self) != nil)
      var server = try mark(of: known)
      // A message that the server removed cannot be restored there, just as one that it deleted.
      if case .restored = made, try known.value("presence") == CacheState.removed.rawValue {
        server = .deleted
      }
      decisions[key] = try queue(made, server, at: place, origin, key, in: db)
    }
    return decisions
  }

  /// Carries out what ``ChangeDecision`` says of one message.
  private static func queue(
    _ act: ChangeDecision.Act, _ server: ChangeDecision.ServerMark, at place: StatementArguments,
    _ origin: ChangeOrigin, _ key: MessageKey, in db: Database
  ) throws -> ChangeDecision {
    let message = "WHERE identity = ? AND center = ? AND id = ?"
    // What waits for another application stays as it is.
    let waits = """
      WHERE identity = ? AND center = ? AND message = ? AND state = 'waiting'
        AND (application IS NULL OR application IS ?)
      """
    let queued = place + [origin.application(of: key)]
    let waiting = try db.rows("SELECT kind, tries FROM change \(waits)", queued).first.flatMap(waiting)
    let decision = ChangeDecision(act, waiting: waiting, server: server, takes: origin.takes(in: key.center))
    // Also before another one comes: a waiting row that cannot be read, as of a later version, must not keep it out.
    if decision.withdraws || decision.sends != nil {
      // What never left is not evidence of anything.
      try db.run("DELETE FROM change \(waits) AND tries = 0", queued)
      try db.run(
        "UPDATE change SET state = 'superseded', settledAt = ? \(waits)",
        [origin.time.timeIntervalSince1970] + queued)
    }
    if decision.server != decision.before {
      try db.run(
        "UPDATE message SET serverMark = ? \(message)", [decision.server.rawValue] + place)
    }
    if let kind = decision.sends {
      try db.run(
        """
        INSERT INTO change (id, run, kind, at, session, state, identity, center, message, application)
        VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?)
        """,
        [
          RandomSource.system.orderedID().uuidString, origin.run.uuidString, kind.rawValue,
          origin.time.timeIntervalSince1970, origin.session?.uuidString,
        ] + queued)
    }
    return decision
  }

  private static func waiting(_ row: Row) throws -> ChangeDecision.Waiting? {
    try MessageChange.Kind(rawValue: row.value("kind")).map { .init($0, tries: try row.value("tries")) }
  }

  /// What the server holds of a message; a damaged file may hold anything.
  static func mark(of row: Row) throws -> ChangeDecision.ServerMark {
    try row.value("serverMark", String?.self).flatMap(ChangeDecision.ServerMark.init(rawValue:))
      ?? .unread
  }

  // MARK: - The queue

  package func waitingChanges(
    _ scope: OutboxScope, limit: Int
  ) async throws(InboxError) -> OutboxPage<MessageChange> {
    try await read { db in
      let (condition, arguments) = Self.condition(scope)
      let waiting = "FROM change WHERE \(condition)"
      let changes = try db.rows(
        """
        SELECT *, (SELECT stamp FROM message WHERE message.identity = change.identity
          AND message.center = change.center AND message.id = change.message) AS stamp
        \(waiting) ORDER BY number LIMIT ?
        """, arguments + [limit]
      ).compactMap(Self.change)
      let ofOne = changes.prefix { $0.identity == changes.first?.identity }
      return OutboxPage(Array(ofOne), total: try db.first("SELECT count(*) \(waiting)", arguments) ?? 0)
    }
  }

  private static func change(_ row: Row) throws -> MessageChange? {
    guard let id = UUID(uuidString: try row.value("id")),
      let kind = MessageChange.Kind(rawValue: try row.value("kind")),
      let identity = Identity(storageKey: try row.value("identity"))
    else { return nil }
    return try MessageChange(
      id: id, kind: kind, identity: identity, message: MessageRecord.key(row, id: "message"),
      stamp: row.value("stamp", String?.self).map { MessageStamp($0) }, time: row.date("at"),
      session: row.value("session", String?.self).flatMap { UUID(uuidString: $0) })
  }

  package func triedChanges(_ ids: [UUID]) async throws(InboxError) -> Set<UUID> {
    try await write { db in
      var waiting: Set<UUID> = []
      for id in ids {
        try db.run(
          "UPDATE change SET tries = tries + 1 WHERE id = ? AND state = 'waiting'", [id.uuidString])
        if db.changesCount > 0 { waiting.insert(id) }
      }
      return waiting
    }
  }

  package func untriedChanges(_ ids: [UUID]) async throws(InboxError) {
    try await count(-1, ids, in: "change")
  }

  package func settleChanges(
    _ ids: [UUID], as settlement: Settlement, at now: Date
  ) async throws(InboxError) {
    let (state, reason, _) = settlement.columns
    try await write { db in
      for id in ids {
        // What the person took back on its way was taken all the same.
        try db.run(
          """
          UPDATE change SET state = :state, reason = :reason, settledAt = :now,
            settled = 1 + (SELECT ifnull(max(settled), 0) FROM change WHERE settled IS NOT NULL)
          WHERE id = :id AND (state = 'waiting' OR state = 'superseded' AND :state = 'sent')
          """,
          [
            "state": state, "reason": reason, "now": now.timeIntervalSince1970, "id": id.uuidString,
          ])
        if db.changesCount > 0, state == "sent" { try Self.keepMark(ofChange: id, in: db) }
      }
    }
  }

  /// What the server took is what it holds, unless another change is to follow.
  ///
  /// That it took a mark does not say that it has not deleted the message.
  private static func keepMark(ofChange id: UUID, in db: Database) throws {
    let row = try db.rows(
      """
      SELECT kind, identity, center, message FROM change AS taken WHERE id = ? AND NOT EXISTS (
        SELECT 1 FROM change AS next WHERE next.state = 'waiting' AND next.identity = taken.identity
          AND next.center = taken.center AND next.message = taken.message)
      """, [id.uuidString]
    ).first
    guard let row, let kind = MessageChange.Kind(rawValue: try row.value("kind")) else { return }
    try db.run(
      """
      UPDATE message SET serverMark = ?
      WHERE identity = ? AND center = ? AND id = ? AND (? OR ifnull(serverMark, '') <> 'perhaps-deleted')
      """,
      [
        kind.mark.rawValue, try row.value("identity", String.self), try row.value("center", String.self),
        try row.value("message", String.self), kind == .delete,
      ])
  }

  package func queuedChanges() async throws(InboxError) -> [OutboxRecord<MessageChange>] {
    try await read { db in
      try db.rows("SELECT *, NULL AS stamp FROM change ORDER BY number").compactMap { row in
        guard let change = try Self.change(row) else { return nil }
        // What the person took back was sent, or it is not there any more.
        let name = try row.value("state", String.self)
        let reason: String? = try row.value("reason")
        // Earlier versions called refused what a person dropped.
        let isDropped = name == "superseded" || reason?.hasPrefix("it was held for another account") == true
        guard let state = isDropped ? .dropped : Delivery.State(rawValue: name) else { return nil }
        return OutboxRecord(
          change, state: state, reason: reason, tries: try row.value("tries"),
          settled: try row.optionalDate("settledAt"), application: try row.value("application"))
      }
    }
  }

  package func settledChanges() async throws(InboxError) -> Int {
    // The condition is that of the partial index `change_settled`, without which every change is read.
    try await read { db in try db.first("SELECT max(settled) FROM change WHERE settled IS NOT NULL") ?? 0 }
  }

  // MARK: - What a response says

  /// Messages of a response that were changed here since it was requested, or that a change waits for.
  static func changedSince(
    _ request: MergeRequest, _ ids: String, in db: Database
  ) throws -> Set<MessageKey> {
    let rows = try db.rows(
      """
      SELECT DISTINCT center, message AS id FROM change
      WHERE identity = ? AND center = ? AND message IN (SELECT value FROM json_each(?))
        AND (state = 'waiting' OR settled > ?)
      """, [request.identity.storageKey, request.center.rawValue, ids, request.settledChanges])
    return Set(try rows.map(MessageRecord.key))
  }

  /// Where an open of ours is why the server calls a message read, that is no news: the person may have marked it
  /// otherwise since.
  static func markOpened(_ request: MergeRequest, in db: Database) throws {
    guard let read = request.page.read, !read.isEmpty else { return }
    try db.run(
      """
      UPDATE message SET serverMark = 'read'
      WHERE identity = ? AND center = ? AND id IN (SELECT value FROM json_each(?))
        AND ifnull(serverMark, '') NOT IN ('read', 'deleted')
        AND EXISTS (
          SELECT 1 FROM event WHERE event.identity = message.identity AND event.center = message.center
            AND event.message = message.id AND kind = 'open' AND state IN ('waiting', 'sent'))
      """,
      [request.identity.storageKey, request.center.rawValue, try json(read.map(\.rawValue).sorted())])
  }

  /// Stores what the server says of messages, and what it needs to change them; what it calls read was read elsewhere.
  static func store(_ plan: MessageMerge.Plan, of request: MergeRequest, in db: Database) throws {
    let place = "WHERE identity = ? AND center = ? AND id = ?"
    for (key, mark) in plan.marks {
      let read = mark == .read ? request.now.timeIntervalSince1970 : nil
      try db.run(
        "UPDATE message SET serverMark = ?, readAt = ifnull(readAt, ?) \(place)",
        [mark.rawValue, read, request.identity.storageKey, key.center.rawValue, key.id.rawValue])
    }
    for (id, stamp) in request.page.stamps {
      try db.run(
        "UPDATE message SET stamp = ? \(place) AND stamp IS NOT ?",
        [stamp.text, request.identity.storageKey, request.center.rawValue, id.rawValue, stamp.text])
    }
  }
}
