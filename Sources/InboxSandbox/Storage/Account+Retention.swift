import struct Foundation.Date
import InboxModel

/// Receipts have a time to live and a limit (TS-6).
///
/// Nothing runs for that by itself: a process looks when one in a hundred of the limit has come, or at the first
/// receipt after an hour, and when it begins to serve the space. Time is real time, which no tester moves.
extension Account {
  /// Expires receipts where a look is due.
  func expireIfDue(after count: Int) async {
    added += count
    guard added >= retention.step || realDate() >= nextLook else { return }
    await expire()
  }

  /// Removes the receipts that are over the limit or too old; where the database is away, a later receipt does so.
  func expire() async {
    let now = realDate()
    (added, nextLook) = (0, now.addingTimeInterval(3_600))
    let stored = Int64(milliseconds: now)
    do {
      retention = try await transaction(.tidying) { tables in
        guard let retention = try tables.retention() else { return .usual }
        for kind in ReceiptKind.allCases { try Self.expire(kind, retention, stored, tables) }
        return retention
      }
    } catch {
      // What was received is stored all the same.
    }
  }

  /// Takes over new settings.
  func adopt(_ retention: Retention) { self.retention = retention }

  private static func expire(
    _ kind: ReceiptKind, _ retention: Retention, _ now: Int64, _ tables: SpaceTables
  ) throws {
    let table = KeptReceipts(kind: kind, tables: tables)
    if let key = kind.key { return try table.forgetCounted(key, over: retention.limit) }
    try table.mark(now)
    let count = try table.count()
    let tooMany = try count > retention.limit ? table.place(count - retention.limit) : nil
    let tooOld = try table.mark(before: now - Int64(retention.days) * 86_400_000)
    if let last = [tooMany, tooOld].compactMap(\.self).max() {
      // Other processes may add receipts meanwhile, but none before this one.
      let gone = try table.currentCount(upTo: last)
      try table.forget(upTo: last)
      try table.write(try table.count(), gone: gone)
    } else {
      try table.write(count, gone: 0)
    }
    try table.forgetIDs(over: retention.idLimit)
  }

  /// How many of each kind are gone since the last reset, by the name that `of=` has for the kind; empty where none are.
  func expired() async throws -> [String: Int] {
    try await transaction(.reading) { try Self.expired($0) }
  }

  static func expired(_ tables: SpaceTables) throws -> [String: Int] {
    let rows = try tables.run("SELECT kind, expired FROM receipt_kept WHERE space = $1 AND expired > 0")
    return Dictionary(
      try rows.map { (try $0["kind"] as String, try $0["expired"] as Int) }, uniquingKeysWith: +)
  }

  /// How full the fullest kind is, where some receipts are gone or soon will be.
  static func kept(_ tables: SpaceTables) throws -> Receipts.Kept? {
    guard let retention = try tables.retention() else { return nil }
    return try Receipts.Kept.fullest(
      try tables.run("SELECT * FROM receipt_kept WHERE space = $1"), retention)
  }

  /// The same in a sentence; where nothing is near the limit, the settings.
  func retentionWords() async throws -> String {
    let retention = retention
    return try await transaction(.reading) { try Self.kept($0)?.warning ?? retention.words }
  }
}

extension Retention {
  /// Reads a row of the spaces.
  init(_ row: SQLRow) throws { self.init(days: try row["keep_days"], limit: try row["receipt_limit"]) }
}

extension SpaceTables {
  fileprivate func retention() throws -> Retention? {
    try run("SELECT keep_days, receipt_limit FROM space WHERE name = $1").first.map(Retention.init)
  }
}

extension Receipts.Kept {
  /// - Parameter rows: The rows of one space.
  static func fullest(_ rows: [SQLRow], _ retention: Retention) throws -> Receipts.Kept? {
    try rows.compactMap { row -> Receipts.Kept? in
      guard let kind = ReceiptKind(rawValue: try row["kind"]) else { return nil }
      return Receipts.Kept(
        kind, try row["count"], expired: try row["expired"],
        oldest: (try row["oldest"] as Int64?).map(Account.text), retention)
    }.filter(\.isNear).max { ($0.count, $0.expired) < ($1.count, $1.expired) }
  }
}

/// The receipts of one kind of a space, in a transaction.
private struct KeptReceipts {
  /// The place of a receipt in the order in which they go.
  struct Place: Comparable {
    var generation: Int64
    var seq: Int64

    static func < (left: Place, right: Place) -> Bool {
      (left.generation, left.seq) < (right.generation, right.seq)
    }
  }

  let kind: ReceiptKind
  let tables: SpaceTables

  /// The condition for receipts of which more than the id is stored.
  private var isKept: String { kind.hasIDs ? "space = $1 AND generation > 0" : "space = $1" }
  private var generation: String { kind.hasIDs ? "generation" : "0 AS generation" }
  private var order: String { kind.hasIDs ? "generation, seq" : "seq" }
  private var reversed: String { kind.hasIDs ? "generation DESC, seq DESC" : "seq DESC" }
  private var time: String { kind == .badge || kind == .clicks ? "ts" : "received" }

  func count() throws -> Int {
    try tables.run("SELECT count(*) AS count FROM \(kind.table) WHERE \(isKept)").first?["count"] ?? 0
  }

  /// How many of the current generation are at or before a place.
  func currentCount(upTo last: Place) throws -> Int {
    let (current, old) =
      kind.hasIDs
      ? (SpaceTables.isCurrent, "(generation, seq) <= ($3, $2)") : (isKept, "seq <= $2 AND $3 = 0")
    return try tables.run(
      "SELECT count(*) AS count FROM \(kind.table) WHERE \(current) AND \(old)", last.seq, last.generation
    ).first?["count"] ?? 0
  }

  /// The place of the last of this many oldest receipts.
  func place(_ count: Int) throws -> Place? {
    try place(
      tables.run(
        "SELECT \(generation), seq FROM \(kind.table) WHERE \(isKept) ORDER BY \(order) LIMIT 1 OFFSET $2",
        count - 1))
  }

  /// Notes that the receipt that is the newest now was there at a time.
  func mark(_ now: Int64) throws {
    let newest = try place(
      tables.run(
        "SELECT \(generation), seq FROM \(kind.table) WHERE \(isKept) ORDER BY \(reversed) LIMIT 1"))
    guard let newest else { return }
    try tables.run(
      """
      INSERT INTO receipt_mark (space, kind, generation, seq, stored) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING
      """, kind.rawValue, newest.generation, newest.seq, now)
  }

  /// The newest place that was there at a time.
  func mark(before time: Int64) throws -> Place? {
    try place(
      tables.run(
        """
        SELECT generation, seq FROM receipt_mark WHERE space = $1 AND kind = $2 AND stored <= $3
        ORDER BY generation DESC, seq DESC LIMIT 1
        """, kind.rawValue, time))
  }

  /// Removes the oldest receipts.
  ///
  /// One of them that comes again counts as late, like one of an earlier generation (SB-5). Where its kind has no ids,
  /// or its wire no time, it may count as a new one.
  func forget(upTo last: Place) throws {
    try tables.run(
      "DELETE FROM receipt_mark WHERE space = $1 AND kind = $2 AND (generation, seq) <= ($3, $4)",
      kind.rawValue, last.generation, last.seq)
    guard kind.hasIDs else {
      if kind == .tracking { try tables.keepTrackedIDs(upTo: last.seq) }
      try tables.run("DELETE FROM \(kind.table) WHERE space = $1 AND seq <= $2", last.seq)
      return
    }
    let old = "\(isKept) AND (generation, seq) <= ($2, $3)"
    if kind == .events {
      try tables.run(
        "DELETE FROM \(kind.table) WHERE \(old) AND ts IS NULL", last.generation, last.seq)
    }
    try tables.run(
      "UPDATE \(kind.table) SET generation = 0, \(kind.forgotten) WHERE \(old)", last.generation, last.seq)
  }

  /// Keeps only the newest ids of removed receipts.
  func forgetIDs(over limit: Int) throws {
    guard kind.hasIDs || kind == .tracking else { return }
    let ids =
      kind.hasIDs
      ? "\(kind.table) WHERE space = $1 AND generation = 0" : "former_tracking WHERE space = $1"
    let rows = try tables.run("SELECT seq FROM \(ids) ORDER BY seq DESC LIMIT 1 OFFSET $2", limit)
    guard let last = try rows.first?["seq"] as Int64? else { return }
    try tables.run("DELETE FROM \(ids) AND seq <= $2", last)
  }

  /// Removes the counted rows that were repeated the longest ago.
  func forgetCounted(_ key: String, over limit: Int) throws {
    let count = try count()
    if count > limit {
      try tables.run(
        """
        DELETE FROM \(kind.table) WHERE space = $1 AND (\(key)) IN (
          SELECT \(key) FROM \(kind.table) WHERE space = $1 ORDER BY seen, \(key) LIMIT $2)
        """, count - limit)
    }
    try write(min(count, limit), gone: max(0, count - limit))
  }

  func write(_ count: Int, gone: Int) throws {
    let oldest: Int64? =
      kind.key == nil
      ? try tables.run(
        "SELECT \(time) AS time FROM \(kind.table) WHERE \(isKept) ORDER BY \(order) LIMIT 1"
      ).first?["time"] : nil
    try tables.run(
      """
      INSERT INTO receipt_kept (space, kind, count, expired, oldest) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (space, kind) DO UPDATE SET count = excluded.count, oldest = excluded.oldest,
        expired = receipt_kept.expired + excluded.expired
      """, kind.rawValue, count, gone, oldest)
  }

  private func place(_ rows: [SQLRow]) throws -> Place? {
    try rows.first.map { Place(generation: try $0["generation"], seq: try $0["seq"]) }
  }
}
