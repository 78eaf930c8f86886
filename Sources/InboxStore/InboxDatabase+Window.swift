import Foundation
import GRDB
package import InboxCore

/// Lists, read a window at a time by key, so that a frame costs the window and not the archive.
extension InboxDatabase {
  func window(_ request: WindowRequest) async throws(InboxError) -> ListWindow {
    try await read { db in try ListQuery(db, request).window() }
  }

  func keys(_ request: WindowRequest) async throws(InboxError) -> [ListedKey] {
    try await read { db in try ListQuery(db, request).keys() }
  }

  /// How SQLite would read the rows of a request, for whoever measures.
  package func plan(_ request: WindowRequest) async throws(InboxError) -> [String] {
    try await read { db in try ListQuery(db, request).plan() }
  }

  /// How SQLite would count what stands before a message, for whoever measures.
  package func planOfPlace(_ request: WindowRequest) async throws(InboxError) -> [String] {
    try await read { db in try ListQuery(db, request).planOfPlace() }
  }
}

extension WindowRequest {
  fileprivate func window(_ rows: [ArchivedMessage], offset: Int, total: Int) -> ListWindow {
    let center: CenterName =
      switch scope {
      case .center(let name): name
      case .centers(let names): names.first ?? .primary
      }
    return ListWindow(identity: identity, center: center, rows: rows, offset: offset, total: total)
  }
}

/// A list at one moment, newest first.
private struct ListQuery {
  /// A place in the order: a row at or behind it has this or a later key.
  struct Place {
    var sent: Double
    var id: String
    var center: String
  }

  private let db: Database
  private let request: WindowRequest
  private let filter: FilterSQL

  init(_ db: Database, _ request: WindowRequest) {
    self.db = db
    self.request = request
    filter = FilterSQL(request.filter, at: request.moment)
  }

  private var isEverywhere: Bool { if case .centers = request.scope { true } else { false } }

  func window() throws -> ListWindow {
    guard filter.match == nil else { return try found() }
    let total = try total()
    switch request.anchor {
    case .top: break
    case .bottom:
      let rows = try rows(before: nil, limit: request.limit)
      return request.window(rows, offset: total - rows.count, total: total)
    case .around(let key, let ahead):
      guard let place = try place(of: key) else { break }
      let share = share(ahead)
      let before = try rows(before: place, limit: share)
      let rest = request.limit - before.count
      let rows = try before + rows(after: place, limit: rest)
      // Where an end of the list is among the rows, their place is known: a filter counts all that it finds.
      let offset =
        if before.count < share { 0 } else if rows.count - before.count < rest {
          total - rows.count
        } else { try count(before: place) - before.count }
      return request.window(rows, offset: offset, total: total)
    }
    let rows = try rows(after: nil, limit: request.limit)
    return request.window(rows, offset: 0, total: total)
  }

  /// How many of the rows around a message come before it, where those ahead are wanted rather; it is itself among those
  /// behind.
  private func share(_ ahead: Int) -> Int {
    let limit = max(1, request.limit)
    let lean = min(max(-limit, ahead), limit)
    return min((limit - lean) / 2, limit - 1)
  }

  /// What a list has, from the newest on, without what it says.
  func keys() throws -> [ListedKey] {
    func key(_ row: Row) throws -> ListedKey {
      ListedKey(try MessageRecord.key(row), isRead: try row.value("readAt", Double?.self) != nil)
    }
    let columns = "center, id, readAt"
    guard filter.match == nil else {
      return try rows(columns, numbered: places(nil).numbers.prefix(max(0, request.limit)), key)
    }
    return try rows(select("<=", "DESC", nil, columns: columns), arguments(nil, limit: request.limit), key)
  }

  func plan() throws -> [String] {
    guard filter.match == nil else { return try plan(finding(nil), arguments(nil)) }
    return try plan(select("<=", "DESC", nil), arguments(nil, limit: request.limit))
  }

  func planOfPlace() throws -> [String] {
    let place = Place(sent: 0, id: "", center: "")
    return try plan(counting(before: place), arguments(place))
  }

  private func plan(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
    try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
      .map { try $0.value("detail") }
  }

  /// Where a message stands or stood, whether or not it is still shown.
  private func place(of key: MessageKey) throws -> Place? {
    try db.rows(
      "SELECT sent, id, center FROM message WHERE identity = ? AND center = ? AND id = ?",
      [request.identity.storageKey, key.center.rawValue, key.id.rawValue]
    ).first.map { Place(sent: try $0.value("sent"), id: try $0.value("id"), center: try $0.value("center")) }
  }

  private func isIn(_ column: String) -> String {
    isEverywhere ? "\(column) IN (SELECT value FROM json_each(:centers))" : "\(column) = :center"
  }

  /// Messages with one id of one time lie in the order of their centers.
  private func comparison(_ sign: String, _ columns: [String], _ place: Place?) -> String? {
    guard place != nil else { return nil }
    let values = [":sentPlace", ":idPlace", ":centerPlace"].prefix(columns.count)
    return "(\(columns.joined(separator: ", "))) \(sign) (\(values.joined(separator: ", ")))"
  }

  private func sorted(_ columns: [String], _ direction: String) -> String {
    "ORDER BY " + columns.map { "\($0) \(direction)" }.joined(separator: ", ")
  }

  // MARK: - What words find

  /// What words find, read once: which messages they are and where a place is among them follow from one statement.
  private func found() throws -> ListWindow {
    let place: Place? = if case .around(let key, _) = request.anchor { try place(of: key) } else { nil }
    let (numbers, before) = try places(place)
    let limit = max(0, request.limit)
    let start =
      switch request.anchor {
      case .top: 0
      case .bottom: max(0, numbers.count - limit)
      case .around(_, let ahead): place == nil ? 0 : max(0, before - share(ahead))
      }
    let rows = try rows(
      MessageRecord.listColumns, numbered: numbers[start...].prefix(limit), MessageRecord.message)
    return request.window(rows, offset: start, total: numbers.count)
  }

  /// The numbers of all that is found, in the order of the list, and how many of them come before a place.
  private func places(_ place: Place?) throws -> (numbers: [Int64], before: Int) {
    var numbers: [Int64] = []
    var before = 0
    _ = try rows(finding(place), arguments(place)) { row in
      numbers.append(try row.decode(Int64.self, atIndex: 0))
      if try row.decode(Bool.self, atIndex: 1) { before += 1 }
    }
    return (numbers, before)
  }

  private func finding(_ place: Place?) -> String {
    let center = "(SELECT ofCenter FROM messageList WHERE messageList.number = list)"
    let order = ["sentAt", "ofID"] + (isEverywhere ? [center] : [])
    let message =
      filter.condition.isEmpty
      ? ""
      : "CROSS JOIN messageText ON messageText.number = messagePlace.number CROSS JOIN message ON \(Self.key)"
    // As it stands is how it is read: a cross join is not turned around.
    return """
      SELECT messagePlace.number, \(comparison(">", order, place) ?? "0")
      FROM messageFind CROSS JOIN messagePlace ON messagePlace.number = messageFind.rowid \(message)
      WHERE messageFind MATCH :match AND isShown AND (endsAt IS NULL OR endsAt > :now)
      AND list IN (SELECT number FROM messageList WHERE ofIdentity = :identity AND \(isIn("ofCenter")))
      \(filter.condition) \(sorted(order, "DESC"))
      """
  }

  /// Messages by the numbers under which words find them, in that order.
  private func rows<Value>(
    _ columns: String, numbered numbers: ArraySlice<Int64>, _ read: (Row) throws -> Value
  ) throws -> [Value] {
    let sql = """
      SELECT \(columns) FROM (SELECT key AS nth, value AS found FROM json_each(?))
      CROSS JOIN messageText ON number = found CROSS JOIN message ON \(Self.key) ORDER BY nth
      """
    return try rows(sql, ["[\(numbers.map(String.init).joined(separator: ","))]"], read)
  }

  /// Which message a text is of.
  private static let key = "identity = inIdentity AND center = inCenter AND id = messageID"

  // MARK: - What the list's order leads to

  private var order: [String] { ["sent", "id"] + (isEverywhere ? ["center"] : []) }

  private func source(ordered: Bool = false) -> String {
    let index = "INDEXED BY \(isEverywhere ? "message_everywhere" : "message_list")"
    return """
      FROM message \(ordered ? index : "") \(filter.needsText ? "CROSS JOIN messageText ON \(Self.key)" : "")
      WHERE identity = :identity AND \(isIn("center")) AND \(MessageRecord.shown)\(filter.condition)
      """
  }

  private func total() throws -> Int {
    guard request.filter.isEmpty else { return try number("SELECT count(*) \(source())", nil) }
    // What the database keeps count of.
    return try number(
      "SELECT coalesce(sum(total), 0) FROM (\(InboxDatabase.countsOfCenters)) WHERE \(isIn("center"))", nil)
  }

  /// Rows at and behind a place, or from the newest.
  private func rows(after place: Place?, limit: Int) throws -> [ArchivedMessage] {
    try rows(select("<=", "DESC", place), arguments(place, limit: limit), MessageRecord.message)
  }

  /// Rows before a place, or up to the oldest; in list order all the same.
  private func rows(before place: Place?, limit: Int) throws -> [ArchivedMessage] {
    try rows(select(">", "ASC", place), arguments(place, limit: limit), MessageRecord.message).reversed()
  }

  private func count(before place: Place) throws -> Int { try number(counting(before: place), place) }

  private func counting(before place: Place) -> String {
    let condition = comparison(">", order, place).map { "AND \($0)" } ?? ""
    return "SELECT count(*) \(source(ordered: request.filter.isEmpty)) \(condition)"
  }

  private func select(
    _ sign: String, _ direction: String, _ place: Place?, columns: String = MessageRecord.listColumns
  ) -> String {
    let condition = comparison(sign, order, place).map { "AND \($0)" } ?? ""
    return "SELECT \(columns) \(source(ordered: true)) \(condition) \(sorted(order, direction)) LIMIT :limit"
  }

  // MARK: - Statements

  /// What the rows mean, each read where SQLite has it: a list may take hundreds.
  private func rows<Value>(
    _ sql: String, _ arguments: StatementArguments, _ read: (Row) throws -> Value
  ) throws -> [Value] {
    let statement = isUsual ? try db.cachedStatement(sql: sql) : try db.makeStatement(sql: sql)
    let cursor = try Row.fetchCursor(statement, arguments: arguments)
    var values: [Value] = []
    while let row = try cursor.next() { values.append(try read(row)) }
    return values
  }

  private func number(_ sql: String, _ place: Place?) throws -> Int {
    let arguments = try arguments(place)
    return (isUsual ? try db.first(sql, arguments) : try Int.fetchOne(db, sql: sql, arguments: arguments))
      ?? 0
  }

  /// Whether its statements are kept: filters of several terms have too many shapes for that.
  private var isUsual: Bool { request.filter.terms.count <= 1 }

  private func arguments(_ place: Place?, limit: Int? = nil) throws -> StatementArguments {
    var values = filter.arguments
    if let limit { values["limit"] = max(0, limit) }
    values["identity"] = request.identity.storageKey
    values["now"] = request.now.timeIntervalSince1970
    switch request.scope {
    case .center(let name): values["center"] = name.rawValue
    case .centers(let names): values["centers"] = try InboxDatabase.json(names.map(\.rawValue))
    }
    if let match = filter.match { values["match"] = match }
    if let place {
      values["sentPlace"] = place.sent
      values["idPlace"] = place.id
      if isEverywhere { values["centerPlace"] = place.center }
    }
    return StatementArguments(values)
  }
}
