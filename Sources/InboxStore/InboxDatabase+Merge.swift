package import Foundation
import GRDB
package import InboxCore
package import InboxModel

/// Responses coming in, and messages leaving the cache (MC-6, MC-7, MC-11).
extension InboxDatabase {
  package func merge(_ request: MergeRequest) async throws(InboxError) -> MessageMerge.Plan {
    if !request.deliveries.isEmpty { runs?.hold(request.run) }
    return try await write { db in
      guard try Self.feature(db) == FeatureState(isOn: true, generation: request.generation) else {
        throw InboxError.cancelled
      }
      let identity = request.identity.storageKey
      let last = try db.rows(
        "SELECT at, application FROM lastFetch WHERE identity = ? AND center = ?",
        [identity, request.center.rawValue]
      ).first
      guard try !Self.isOvertaken(request, since: last) else { return MessageMerge.Plan.overtaken }
      let ids = try Self.json(request.page.messages.map(\.id.rawValue))
      if request.opensMarkRead { try Self.markOpened(request, in: db) }
      var request = request
      if try Self.keepForeign(request, ids, former: last?.value("application", String.self), in: db) {
        request.page.absence = .meansNothing
        request.keepsRichContent = false
      }
      var plan = MessageMerge.plan(
        known: try Self.known(db, request), page: request.page,
        elsewhere: try Self.elsewhere(db, request, ids), keepsRichContent: request.keepsRichContent,
        at: request.listsExpired ? nil : request.now)
      plan.foreign = try Self.foreignMessages(of: request.identity, in: request.center, in: db)
      for message in plan.inserts {
        try MessageRecord.insert(message, identity: identity, at: request.now, into: db)
      }
      for message in plan.updates { try MessageRecord.update(message, identity: identity, in: db) }
      for message in plan.inserts + plan.updates {
        try search.index(message.key, of: request.identity, in: db)
      }
      try Self.store(plan, of: request, in: db)
      for message in plan.updates {
        try Self.setCacheState(.listed, message.key, of: identity, at: request.now, in: db)
      }
      for (key, cacheState) in plan.gone {
        try Self.setCacheState(cacheState, key, of: identity, at: request.now, in: db)
      }
      try db.run(
        """
        UPDATE message SET lastFetched = ? WHERE identity = ? AND center = ?
          AND id IN (SELECT value FROM json_each(?))
        """, [request.now.timeIntervalSince1970, identity, request.center.rawValue, ids])
      try Self.keepFetch(request, in: db)
      let new = Set(plan.inserts.map(\.key))
      try Self.insert(request.deliveries.filter { new.contains($0.message) }, run: request.run, in: db)
      return plan
    }
  }

  /// Whether another program has fetched the list since a response was requested.
  private static func isOvertaken(_ request: MergeRequest, since last: Row?) throws -> Bool {
    guard let known = request.lastFetch else { return false }
    let newest = try last?.date("at") ?? .distantPast
    // As they are stored: a date of this run may be a little finer.
    return newest.timeIntervalSince1970 != known.timeIntervalSince1970
  }

  /// A page that goes on where the one before ended says of every message since the list was fetched whole that it is
  /// still there; a clock that was set back meanwhile makes that earlier.
  private static func keepFetch(_ request: MergeRequest, in db: Database) throws {
    try db.run(
      """
      INSERT INTO lastFetch (identity, center, at, malformed, setAside, cursor, application, whole)
      VALUES (:identity, :center, :now, :malformed, :setAside, :cursor, :application, :now)
      ON CONFLICT DO UPDATE SET at = :now, malformed = :malformed, setAside = :setAside, cursor = :cursor,
        application = :application,
        whole = CASE WHEN :continues THEN min(:now, ifnull(whole, at)) ELSE :now END
      """,
      [
        "identity": request.identity.storageKey, "center": request.center.rawValue,
        "now": request.now.timeIntervalSince1970,
        "malformed": request.malformed.isEmpty ? nil : try json(request.malformed),
        "setAside": request.setAside.isEmpty ? nil : try json(request.setAside),
        "cursor": request.page.cursor?.text, "application": request.application,
        "continues": request.continues,
      ])
  }

  /// Sets a message's cache state and, where it has changed, records the change.
  ///
  /// What the server removed has left its list as what the person deleted has, and comes back when it is listed again.
  private static func setCacheState(
    _ cacheState: CacheState, _ key: MessageKey, of identity: String, at now: Date, in db: Database
  ) throws {
    try db.run(
      """
      UPDATE message SET presence = ?, presenceAt = ?,
        deletedAt = CASE WHEN ? THEN ifnull(deletedAt, ?) WHEN presence NOT IN \(MessageRecord.takenAway) THEN deletedAt END
      WHERE identity = ? AND center = ? AND id = ? AND presence <> ?
      """,
      [
        cacheState.rawValue, now.timeIntervalSince1970, cacheState.isTakenAway, now.timeIntervalSince1970,
        identity, key.center.rawValue, key.id.rawValue, cacheState.rawValue,
      ])
    guard db.changesCount > 0 else { return }
    try db.run(
      "INSERT INTO passage (identity, center, message, at, presence) VALUES (?, ?, ?, ?, ?)",
      [
        identity, key.center.rawValue, key.id.rawValue, now.timeIntervalSince1970, cacheState.rawValue,
      ])
  }

  /// As one argument, however many there are.
  static func json(_ values: [some Encodable]) throws -> String {
    String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
  }

  private static let expected = """
    UNION
    SELECT \(MessageRecord.columns), serverMark FROM message INDEXED BY message_listed
    WHERE identity = :identity AND center = :center AND presence = 'listed' AND \(MessageRecord.shown)
      AND \(MessageRecord.own)
    """

  /// `presence <> 'listed'` repeats the condition of the partial index `message_gone`, which SQLite uses only where a
  /// query has it word for word.
  private static let pushedOut = """
    UNION
    SELECT \(MessageRecord.columns), serverMark FROM message
    WHERE identity = :identity AND center = :center AND presence = 'pushed-out' AND presence <> 'listed'
      AND \(MessageRecord.shown) AND \(MessageRecord.own)
    """

  /// Rows with an id of this response and, where absence means something, rows that the last response listed: at most
  /// about forty, however large the archive; for a whole inbox also those that earlier ones had pushed out.
  ///
  /// An expired row is not expected in a response, so its absence says nothing.
  private static func known(_ db: Database, _ request: MergeRequest) throws -> [MessageMerge.Known] {
    let page = request.page
    let listed = try json(page.messages.map(\.id.rawValue))
    // What the person deleted stays deleted.
    let gone = try json(page.removed.map(\.rawValue) + page.setAside.map(\.id))
    let changed = try page.read.map { _ in try changedSince(request, listed, in: db) } ?? []
    let isIncrement = page.absence == .meansNothing
    let rows = try db.rows(
      """
      SELECT \(MessageRecord.columns), serverMark FROM message
      WHERE identity = :identity AND center = :center AND id IN (SELECT value FROM json_each(:ids))
      UNION
      SELECT \(MessageRecord.columns), serverMark FROM message
      WHERE identity = :identity AND center = :center AND id IN (SELECT value FROM json_each(:gone))
        AND deletedAt IS NULL
      \(isIncrement ? "" : expected) \(page.isWholeInbox ? pushedOut : "")
      """,
      [
        "identity": request.identity.storageKey, "center": request.center.rawValue, "ids": listed,
        "gone": gone,
      ] + (isIncrement ? [:] : ["now": request.now.timeIntervalSince1970]))
    return try rows.map { row in
      let known = try MessageRecord.message(row)
      let server = try changed.contains(known.key) ? nil : mark(of: row)
      // What the server took away comes back when it is listed again; what the person deleted does not.
      return MessageMerge.Known(
        message: known.message, cacheState: known.cacheState, server: server,
        isDeleted: known.deleted != nil && !known.cacheState.isTakenAway)
    }
  }

  /// Messages of other centers with an id of this response (MC-20).
  private static func elsewhere(
    _ db: Database, _ request: MergeRequest, _ ids: String
  ) throws -> [MessageKey] {
    try db.rows(
      """
      SELECT center, id FROM message INDEXED BY message_id
      WHERE identity = ? AND id IN (SELECT value FROM json_each(?)) AND center <> ?
      """, [request.identity.storageKey, ids, request.center.rawValue]
    ).map(MessageRecord.key)
  }

  // MARK: - Leaving the cache

  package func retire(
    of identity: Identity, fetchedUpTo limit: Date, at now: Date
  ) async throws(InboxError) -> [MessageKey] {
    try await write { db in
      // Since the retention was over: where no program ran then, that was long ago.
      let rows = try db.rows(
        """
        SELECT center, id, max(presenceAt, held + :kept) AS since FROM (
          SELECT center, id, presenceAt, lastFetched, ifnull((
            SELECT at FROM lastFetch WHERE lastFetch.identity = message.identity
              AND lastFetch.center = message.center AND whole <= lastFetched), lastFetched) AS held
          FROM message WHERE identity = :identity AND \(MessageRecord.cached) AND lastFetched <= :limit)
        WHERE held <= :limit ORDER BY lastFetched LIMIT 500
        """,
        [
          "identity": identity.storageKey, "limit": limit.timeIntervalSince1970,
          "kept": now.timeIntervalSince(limit),
        ])
      return try rows.map { row in
        let key = try MessageRecord.key(row)
        try Self.setCacheState(.retention, key, of: identity.storageKey, at: row.date("since"), in: db)
        return key
      }
    }
  }

  package func oldestFetch(of identity: Identity) async throws(InboxError) -> Date? {
    try await read { db in
      let goesOn = "SELECT 1 FROM lastFetch WHERE identity = ? AND whole < at LIMIT 1"
      // By index alone, where every list is always fetched whole.
      let oldest =
        try db.first(goesOn, [identity.storageKey], as: Int.self) == nil
        ? "SELECT min(lastFetched) FROM message WHERE identity = ? AND \(MessageRecord.cached)"
        : """
        SELECT min(CASE WHEN whole <= lastFetched THEN at ELSE lastFetched END)
        FROM message LEFT JOIN lastFetch USING (identity, center)
        WHERE identity = ? AND \(MessageRecord.cached)
        """
      return try db.first(oldest, [identity.storageKey]).map(MessageRecord.date)
    }
  }

  /// One of the lists of what is gone, and the index that it is read by.
  struct GoneList {
    let condition: String
    let order: String
    let index: String

    /// What the person deleted; what expired, in the list or before disabling removed it; what only the cache has lost,
    /// or disabling removed.
    static let all = [
      GoneList(condition: "deletedAt IS NOT NULL", order: "deletedAt", index: "message_deleted"),
      GoneList(
        condition: "deletedAt IS NULL AND presence <> 'disabled' AND expiry <= :now", order: "expiry",
        index: "message_end"),
      GoneList(
        condition: """
          deletedAt IS NULL AND presence <> 'listed' AND presence = 'disabled' AND expiry <= presenceAt
          """, order: "expiry", index: "message_gone"),
      GoneList(
        condition: """
          deletedAt IS NULL AND presence <> 'listed'
            AND (expiry IS NULL OR expiry > CASE presence WHEN 'disabled' THEN presenceAt ELSE :now END)
          """, order: "presenceAt", index: "message_gone"),
    ]

    /// The newest messages of a center that are in it; each names every argument.
    var statement: String {
      """
      SELECT \(MessageRecord.listColumns) FROM message INDEXED BY \(index)
      WHERE identity = :identity AND center = :center AND \(condition)
        AND :now IS NOT NULL ORDER BY \(order) DESC, id DESC LIMIT :limit
      """
    }
  }

  /// What is gone of a center, of each list the newest, put together newest first.
  package func gone(
    from center: CenterName, of identity: Identity, at now: Date, limit: Int
  ) async throws(InboxError) -> [GoneMessage] {
    try await read { db in
      var gone: [GoneMessage] = []
      for list in GoneList.all {
        let rows = try db.rows(
          list.statement,
          [
            "identity": identity.storageKey, "center": center.rawValue, "now": now.timeIntervalSince1970,
            "limit": limit,
          ])
        gone += try rows.compactMap { row in
          let message = try MessageRecord.message(row)
          return message.removal(at: now).map { GoneMessage(row: message, removal: $0) }
        }
      }
      let order: (GoneMessage, GoneMessage) -> Bool = { first, second in
        (first.removal.time, first.row.message.sent) > (second.removal.time, second.row.message.sent)
      }
      return Array(gone.sorted(by: order).prefix(limit))
    }
  }

  // MARK: - The feature

  package func feature() async throws(InboxError) -> FeatureState {
    try await read { db in try Self.feature(db) }
  }

  private static func feature(_ db: Database) throws -> FeatureState {
    let rows = try db.rows("SELECT name, value FROM setting")
    let pairs = try rows.map { (try $0.value("name", String.self), try $0.value("value", Int.self)) }
    let values = Dictionary(pairs) { _, last in last }
    return FeatureState(isOn: values["enabled"] != 0, generation: values["generation"] ?? 0)
  }

  /// Off removes every message of every identity, and forgets when it was fetched: on fetches everything (MC-1).
  package func setFeature(_ isOn: Bool, at now: Date) async throws(InboxError) -> FeatureState {
    try await write { db in
      let before = try Self.feature(db)
      guard before.isOn != isOn else { return before }
      let next = FeatureState(isOn: isOn, generation: before.generation + 1)
      for (name, value) in [("enabled", isOn ? 1 : 0), ("generation", next.generation)] {
        try db.run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", [name, value])
      }
      guard !isOn else { return next }
      // What has left its list without the person is gone already, and comes back when it is listed.
      let present = "presence <> 'disabled' AND presence NOT IN \(MessageRecord.takenAway)"
      try db.run(
        """
        INSERT INTO passage (identity, center, message, at, presence)
          SELECT identity, center, id, ?, 'disabled' FROM message WHERE \(present)
        """, [now.timeIntervalSince1970])
      try db.run(
        "UPDATE message SET presence = 'disabled', presenceAt = ? WHERE \(present)",
        [now.timeIntervalSince1970])
      try db.run("DELETE FROM lastFetch")
      return next
    }
  }
}
