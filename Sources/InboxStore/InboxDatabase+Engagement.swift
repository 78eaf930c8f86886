package import Foundation
import GRDB
package import InboxCore
package import InboxModel

/// Outbox, sessions, badge ledger and the history made of them.
extension InboxDatabase {
  /// Writes events and, where the outbox holds too many now, settles the oldest as dropped; returns those.
  ///
  /// While another program has the file locked, displays are kept beside it: they have happened. An open that is not
  /// stored has not.
  package func record(
    _ events: [EngagementEvent], run: UUID, limit: OutboxLimit, sparing inFlight: Set<UUID>
  ) async throws(InboxError) -> [EngagementEvent] {
    runs?.hold(run)
    guard let beside else { return try await insert(events, run: run, limit, sparing: inFlight) }
    let displays = events.filter { $0.kind == .display }
    let (dropped, isBeside) = try await beside.whilePending(displays, run: run) {
      () async throws(InboxError) in
      try await insert(events, run: run, limit, sparing: inFlight)
    }
    if isBeside {
      // They are in the archive; what cannot be read back now is passed over at the next start.
      do { return dropped + (try await takeBack(limit: limit)) } catch { return dropped }
    }
    return dropped
  }

  private func insert(
    _ events: [EngagementEvent], run: UUID, _ limit: OutboxLimit, sparing inFlight: Set<UUID>
  ) async throws(InboxError) -> [EngagementEvent] {
    try await write { db in
      try Self.insert(events, run: run, in: db)
      let latest = events.last?.time.timeIntervalSince1970 ?? 0
      return try Self.makeRoom(limit, sparing: inFlight, at: latest, in: db)
    }
  }

  /// Writes events that are not there, and the number of their session.
  static func insert(_ events: [EngagementEvent], run: UUID, in db: Database) throws {
    var rest = events[...]
    while let first = rest.first {
      let alike = rest.prefix {
        $0.kind == first.kind && $0.session == first.session && $0.identity == first.identity
          && $0.application == first.application
      }
      rest = rest.dropFirst(alike.count)
      let common: [(any DatabaseValueConvertible)?] = [
        run.uuidString, first.kind.rawValue, first.identity.storageKey, first.session?.id.uuidString,
        first.session?.number, first.application,
      ]
      var left = alike
      while !left.isEmpty {
        let rows = left.prefix(left.count >= many ? many : 1)
        left = left.dropFirst(rows.count)
        let values = rows.reduce(into: common) { $0 += columns(of: $1) }
        try db.run(rows.count == many ? insertOfMany : insertOfOne, StatementArguments(values))
      }
    }
    try saveSession(events.compactMap(\.session?.number).max(), in: db)
  }

  /// What an event has of its own.
  private static func columns(of event: EngagementEvent) -> [(any DatabaseValueConvertible)?] {
    [
      event.id.uuidString, event.message.center.rawValue, event.message.id.rawValue,
      event.time.timeIntervalSince1970, event.payload?.serialized,
    ]
  }

  /// How many alike events one statement writes; of fewer, each has one.
  ///
  /// SQLite counts `number` on once for each statement, and what they have in common is bound once.
  private static let many = 32
  private static let insertOfMany = insert(rows: many)
  private static let insertOfOne = insert(rows: 1)

  private static func insert(rows: Int) -> String {
    let values = (0..<rows).map { row in
      let own = (7..<12).map { "?\(5 * row + $0)" }
      return "(\(own[0]), ?1, ?2, ?3, ?4, ?5, \(own[1]), \(own[2]), \(own[3]), 'waiting', \(own[4]), ?6)"
    }
    return """
      INSERT INTO event (id, run, kind, identity, session, sessionNumber, center, message, at, state, payload,
        application)
      VALUES \(values.joined(separator: ", ")) ON CONFLICT (id) DO NOTHING
      """
  }

  /// Writes events beside the file, which could not take them.
  package func setAside(_ events: [EngagementEvent], run: UUID) async throws(InboxError) {
    guard let beside else { throw .storeUnavailable(path: path, reason: "there is no place beside it") }
    do { try beside.add(events, run: run) } catch {
      throw .storeUnavailable(path: path + ".events", reason: "it cannot be written")
    }
  }

  /// Imports the spill file; events that are stored already are skipped.
  package func takeBack(limit: OutboxLimit) async throws(InboxError) -> [EngagementEvent] {
    guard let beside else { return [] }
    let (lines, size): ([EventSpillFile.Line], Int)
    do { (lines, size) = try beside.read() } catch {
      throw .storeUnavailable(path: path + ".events", reason: "it cannot be read")
    }
    guard size > 0 else { return [] }
    let latest = lines.map(\.event.time.timeIntervalSince1970).max() ?? 0
    let dropped = try await write { db in
      for (run, lines) in Dictionary(grouping: lines, by: \.run) {
        try Self.insert(lines.map(\.event), run: run, in: db)
      }
      return try Self.makeRoom(limit, sparing: Set(lines.map(\.event.id)), at: latest, in: db)
    }
    beside.remove(size: size)
    return dropped
  }

  private static func makeRoom(
    _ limit: OutboxLimit, sparing inFlight: Set<UUID>, at now: Double, in db: Database
  ) throws -> [EngagementEvent] {
    // Not more can wait than there are since the oldest one that does: so nothing is counted while there is room.
    let span = "SELECT (SELECT max(number) FROM event) - min(number) + 1 FROM event WHERE state = 'waiting'"
    guard try db.first(span) ?? 0 > limit.events else { return [] }
    func kinds(deliberate: Bool) -> String {
      EngagementEvent.Kind.allCases.filter { $0.isDeliberate == deliberate }.map { "'\($0.rawValue)'" }
        .joined(separator: ", ")
    }
    func count(deliberate: Bool) throws -> Int {
      let sql =
        "SELECT count(*) FROM event WHERE state = 'waiting' AND kind IN (\(kinds(deliberate: deliberate)))"
      return try db.first(sql) ?? 0
    }
    let excess = limit.excess(
      displays: try count(deliberate: false), opens: try count(deliberate: true))
    var dropped: [EngagementEvent] = []
    for (isDeliberate, number) in [(false, excess.displays), (true, excess.opens)] where number > 0 {
      dropped += try db.rows(
        """
        SELECT * FROM event WHERE state = 'waiting' AND kind IN (\(kinds(deliberate: isDeliberate)))
          AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY number LIMIT ?
        """, [try json(inFlight.map(\.uuidString)), number]
      ).compactMap(event)
    }
    try drop(dropped.map(\.id), at: now, in: db)
    return dropped
  }

  /// Ends events that have no room.
  static func drop(_ events: [UUID], at now: Double, in db: Database) throws {
    try db.run(
      """
      UPDATE event SET state = 'dropped', reason = 'the outbox was full', settledAt = ?
      WHERE id IN (SELECT value FROM json_each(?))
      """, [now, try json(events.map(\.uuidString))])
  }

  package func waiting(
    _ scope: OutboxScope, without session: UUID?, limit: Int
  ) async throws(InboxError) -> OutboxPage<EngagementEvent> {
    try await read { db in
      let (condition, arguments) = Self.condition(scope)
      let waiting = "FROM event WHERE \(condition) AND body IS NULL"
      let page = arguments + [session?.uuidString as String?, limit]
      // Asked with every report. Of each number of runs that wait at once there is a statement, and those are few.
      let events = try db.rows(
        """
        SELECT * \(waiting) AND (kind <> 'display' OR session IS NULL OR session IS NOT ?) ORDER BY number LIMIT ?
        """, page
      ).compactMap(Self.event)
      return OutboxPage(events, total: try db.first("SELECT count(*) \(waiting)", arguments) ?? 0)
    }
  }

  package func endedRuns() async throws(InboxError) -> Set<UUID> {
    let waiting = try await read { db in
      let runs = try db.rows(
        "SELECT run FROM event WHERE state = 'waiting' UNION SELECT run FROM change WHERE state = 'waiting'")
      return Set(try runs.compactMap { UUID(uuidString: try $0.value("run")) })
    }
    return waiting.subtracting(runs?.living(waiting) ?? [])
  }

  package func settle(
    _ ids: [UUID], as settlement: Settlement, at now: Date
  ) async throws(InboxError) {
    let (state, reason, generation) = settlement.columns
    try await write { db in
      for id in ids {
        try db.run(
          """
          UPDATE event SET state = ?, reason = ?, generation = ?, settledAt = ?
          WHERE id = ? AND state = 'waiting'
          """,
          [state, reason, generation, now.timeIntervalSince1970, id.uuidString])
      }
    }
  }

  private static func event(_ row: Row) throws -> EngagementEvent? {
    guard let id = UUID(uuidString: try row.value("id")),
      let kind = EngagementEvent.Kind(rawValue: try row.value("kind")),
      let identity = Identity(storageKey: try row.value("identity"))
    else { return nil }
    let session = try row.value("session", String?.self).flatMap(UUID.init(uuidString:))
    let number = try row.value("sessionNumber", Int?.self) ?? 0
    return try EngagementEvent(
      id: id, kind: kind, identity: identity,
      session: session.map { .init(id: $0, number: number) },
      message: MessageRecord.key(row, id: "message"), time: row.date("at"),
      payload: payload(row), application: row.value("application", String?.self))
  }

  static func payload(_ row: Row) throws -> JSONValue? {
    try row.value("payload", String?.self).map { try JSONValue.parse(Data($0.utf8)) }
  }

  package func lastSessionNumber() async throws(InboxError) -> Int {
    try await read { db in try db.first("SELECT value FROM counter WHERE name = 'session'") ?? 0 }
  }

  package func saveSession(_ number: Int) async throws(InboxError) {
    try await write { db in try Self.saveSession(number, in: db) }
  }

  /// What is reported in a session takes its number.
  static func saveSession(_ number: Int?, in db: Database) throws {
    guard let number else { return }
    try db.run(
      """
      INSERT INTO counter (name, value) VALUES ('session', ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counter.value < excluded.value
      """, [number])
  }

  // MARK: - Badge

  package func badge(of identity: Identity) async throws(InboxError) -> BadgeEntry? {
    try await badgeLedger(of: identity, limit: 1).last
  }

  package func saveBadge(_ entry: BadgeEntry, of identity: Identity) async throws(InboxError) {
    try await write { db in
      try db.run(
        "INSERT INTO badge (identity, at, cause, local, server) VALUES (?, ?, ?, ?, ?)",
        [
          identity.storageKey, entry.time.timeIntervalSince1970, entry.cause, entry.state.local,
          entry.state.server,
        ])
    }
  }

  package func badgeLedger(of identity: Identity, limit: Int) async throws(InboxError) -> [BadgeEntry] {
    try await read { db in
      try db.rows(
        "SELECT * FROM badge WHERE identity = ? ORDER BY number DESC LIMIT ?", [identity.storageKey, limit]
      ).reversed().map { row in
        try BadgeEntry(
          time: row.date("at"), cause: row.value("cause"),
          state: BadgeState(local: row.value("local"), server: row.value("server")))
      }
    }
  }

  // MARK: - History

  package func detail(of key: MessageKey, for identity: Identity) async throws(InboxError) -> MessageDetail {
    try await read { db in
      let place: StatementArguments = [identity.storageKey, key.center.rawValue, key.id.rawValue]
      let message = try db.message("\(MessageRecord.columns), richAt", key, of: identity)
      var lines = try message.map(Self.lines(ofMessage:)) ?? []
      let ofMessage = "WHERE identity = ? AND center = ? AND message = ? ORDER BY number"
      lines += try db.rows("SELECT at, presence FROM passage \(ofMessage)", place)
        .map(Self.line(ofPassage:))
      lines += try db.rows("SELECT kind, sessionNumber, at, state, reason FROM event \(ofMessage)", place)
        .map { try Self.line(Self.words(ofEvent: $0.value("kind")), $0) }
      lines += try db.rows(
        "SELECT kind, NULL AS sessionNumber, at, state, reason FROM change \(ofMessage)", place
      ).map { try Self.line(Self.words(ofChange: $0.value("kind")), $0) }
      lines += try db.rows("SELECT sessionNumber, at, state, NULL AS reason FROM click \(ofMessage)", place)
        .map { try Self.line("link clicked", $0) }
      return MessageDetail(
        message: try message.map(MessageRecord.message),
        history: MessageHistory(lines: lines.sorted { $0.time < $1.time }))
    }
  }

  private static func lines(ofMessage row: Row) throws -> [MessageHistory.Line] {
    var lines = [MessageHistory.Line(time: try row.date("fetched"), text: "fetched")]
    if let read = try row.optionalDate("readAt") {
      lines.append(.init(time: read, text: "read"))
    }
    // What the server removed has its line already, and no person deleted it.
    if try CacheState(rawValue: row.value("presence"))?.isTakenAway != true,
      let deleted = try row.optionalDate("deletedAt")
    {
      lines.append(.init(time: deleted, text: "deleted"))
    }
    if let at = try row.optionalDate("richAt") {
      let stored = try row.value("rich") == RichState.stored.rawValue
      lines.append(.init(time: at, text: stored ? "rich content stored" : "rich content lost: served before"))
    }
    return lines
  }

  private static func line(ofPassage row: Row) throws -> MessageHistory.Line {
    let cacheState = CacheState(rawValue: try row.value("presence")) ?? .listed
    return .init(time: try row.date("at"), text: cacheState.reason?.words ?? "listed again")
  }

  private static func words(ofEvent kind: String) -> String {
    switch EngagementEvent.Kind(rawValue: kind) {
    case .display: "displayed"
    case .open: "opened"
    case .click: "click reported"
    case .close: "closed"
    case .delivery: "delivered"
    case nil: kind
    }
  }

  private static func words(ofChange kind: String) -> String {
    "\(MessageChange.Kind(rawValue: kind)?.words ?? kind) for the server"
  }

  /// What was done, in which session, and what became of it.
  private static func line(_ what: String, _ row: Row) throws -> MessageHistory.Line {
    let session = try row.value("sessionNumber", Int?.self).map { " in session \($0)" } ?? ""
    let reason = try row.value("reason", String?.self).map { ": \($0)" } ?? ""
    let state: String = try row.value("state")
    return .init(time: try row.date("at"), text: "\(what)\(session), \(state)\(reason)")
  }
}

extension Settlement {
  /// The columns of a row in a queue.
  var columns: (state: String, reason: String?, generation: Int?) {
    switch self {
    case .sent(let generation): ("sent", nil, generation)
    case .refused(let reason): ("refused", reason, nil)
    }
  }
}
