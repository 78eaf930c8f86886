import InboxModel

/// The tables of one space in a transaction.
///
/// `$1` of every statement is the name of the space, and the values begin with `$2`.
struct SpaceTables {
  let space: SpaceName
  let transaction: any SQLTransaction

  /// The condition for receipts of the current generation.
  static let isCurrent = "space = $1 AND generation = (SELECT generation FROM space WHERE name = $1)"

  private static func scope(of kind: ReceiptKind) -> String { kind.hasIDs ? isCurrent : "space = $1" }

  @discardableResult
  func run(_ statement: String, _ values: any SQLBindable...) throws -> [SQLRow] {
    try transaction.run(statement, [.text(space.rawValue)] + values.map(\.sqlValue))
  }

  /// The rows that a filter leaves, by the columns that it names; `#` in one stands for its value.
  ///
  /// - Parameter numbers: The values of the statement from `$2` on.
  func rows(
    _ statement: String, _ numbers: [Int64] = [], where conditions: [(column: String, value: String?)],
    then order: String
  ) throws -> [SQLRow] {
    var values: [SQLValue] = [.text(space.rawValue)] + numbers.map { .integer($0) }
    var text = statement
    for (column, value) in conditions {
      guard let value else { continue }
      values.append(.text(value))
      text += " AND \(column.replacing("#", with: "$\(values.count)")) = $\(values.count)"
    }
    return try transaction.run("\(text) \(order)", values)
  }

  /// A part of the receipts of a kind, by their `seq`.
  struct Part {
    /// Only those after this one; nil begins with the first that the filter's limit leaves.
    var after: Int64?
    /// Only those up to this one; nil has no end.
    var last: Int64?
    /// The most of them, one after another.
    var most = Int.max
  }

  /// The receipts of a kind that a filter leaves, in the order of arrival; those that are counted in any order.
  func receipts(_ kind: ReceiptKind, _ filter: ReceiptFilter, _ part: Part = Part()) throws -> [SQLRow] {
    guard let conditions = kind.conditions(filter) else { return [] }
    let statement = "SELECT * FROM \(kind.table) WHERE \(Self.scope(of: kind))"
    if let key = kind.key {
      guard let limit = filter.limit else { return try rows(statement, where: conditions, then: "") }
      return try rows(
        statement + " AND $2 >= 0", [Int64(limit)], where: conditions,
        then: "ORDER BY seen DESC, \(key) LIMIT $2")
    }
    var after = part.after
    if after == nil, let limit = filter.limit {
      after = try place(kind, filter, fromEnd: limit)
    }
    return try rows(
      statement + " AND seq > $2 AND seq <= $3", [after ?? 0, part.last ?? .max], where: conditions,
      then: "ORDER BY seq LIMIT \(part.most)")
  }

  /// The `seq` of a receipt that a filter leaves, counted from the last one.
  func place(_ kind: ReceiptKind, _ filter: ReceiptFilter, fromEnd count: Int) throws -> Int64? {
    guard let conditions = kind.conditions(filter) else { return nil }
    return try rows(
      "SELECT seq FROM \(kind.table) WHERE \(Self.scope(of: kind)) AND $2 >= 0", [Int64(count)],
      where: conditions,
      then: "ORDER BY seq DESC LIMIT 1 OFFSET $2"
    ).first?["seq"]
  }

  /// How many receipts of a kind a filter leaves.
  func count(_ kind: ReceiptKind, _ filter: ReceiptFilter) throws -> Int {
    guard let conditions = kind.conditions(filter) else { return 0 }
    let statement = "SELECT \(kind.total) AS count FROM \(kind.table) WHERE \(Self.scope(of: kind))"
    return try rows(statement, where: conditions, then: "").first?["count"] ?? 0
  }

  /// Whether a filter leaves more receipts of a kind than this many.
  func has(moreThan count: Int, of kind: ReceiptKind, _ filter: ReceiptFilter) throws -> Bool {
    guard let conditions = kind.conditions(filter) else { return false }
    let statement = "SELECT 1 AS one FROM \(kind.table) WHERE \(Self.scope(of: kind)) AND $2 >= 0"
    return try !rows(statement, [Int64(count)], where: conditions, then: "LIMIT 1 OFFSET $2").isEmpty
  }

  /// The hash of the space's token; nil where it has none, or there is no such space.
  func token() throws -> String? {
    try run("SELECT token FROM space WHERE name = $1").first.flatMap { try $0["token"] as String? }
  }

  /// How the generation of the receipts stands.
  func generation() throws -> Generation {
    let rows = try run(
      "SELECT generation, since, late, began, reached, reset_at FROM space WHERE name = $1")
    guard let row = rows.first else { throw StoreError.gone }
    return try Generation(
      number: row["generation"],
      span: ReceiptSpan(
        since: row["since"], began: row["began"], reached: row["reached"], reset: row["reset_at"]),
      late: row["late"])
  }

  func nextChange() throws -> Int64 {
    let rows = try run("UPDATE space SET change = change + 1 WHERE name = $1 RETURNING change")
    return try rows.first?["change"] ?? 0
  }

  /// Lets the generation follow the clock, where that goes back behind its beginning (SB-5).
  ///
  /// `since` is what moves, as processes of an earlier version know nothing else.
  ///
  /// - Parameters:
  ///   - former: What the clock said until now; nil where that is not known.
  ///   - time: What it says from now on.
  func moveClock(from former: Int64?, to time: Int64) throws {
    // Until the time that the clock has reached since it was set back, events may have happened after the reset.
    try run(
      """
      UPDATE space SET reached = coalesce($2, began) WHERE name = $1 AND since < began
        AND (reached IS NULL OR reached < coalesce($2, began))
      """, former)
    try run("UPDATE space SET since = $2 WHERE name = $1 AND since > $2", time)
  }

  /// Counts an event from before the generation began.
  func countLate() throws { try run("UPDATE space SET late = late + 1 WHERE name = $1") }
}

/// The receipts since a reset (SB-5).
struct Generation {
  var number: Int
  var span: ReceiptSpan
  var late: Int

  /// Whether an event at this time happened after the reset.
  func contains(_ time: Int64, now: Int64) -> Bool { span.contains(time, now: now) }

  /// The same for a time that a vendor's app reports; without one the event happened now.
  ///
  /// A time in whole seconds covers that second: it was before the reset only if all of the second was.
  func contains(saidTime time: Int64?, now: Int64) -> Bool {
    contains(time.map { $0 % 1_000 == 0 ? $0 + 999 : $0 } ?? now, now: now)
  }
}
