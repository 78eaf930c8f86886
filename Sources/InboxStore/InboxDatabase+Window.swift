import Foundation
import GRDB
package import InboxCore

/// Lists, read a window at a time by key, so that a frame costs the window and not the archive.
extension InboxDatabase {
  func window(_ request: WindowRequest) async throws(InboxError) -> ListWindow {
    try await read { db in
      let list = ListQuery(db, request)
      let total = try list.total()
      switch request.anchor {
      case .top:
        let rows = try list.rows(after: nil, limit: request.limit, of: total)
        return request.window(rows, offset: 0, total: total)
      case .bottom:
        let rows = try list.rows(before: nil, limit: request.limit, of: total)
        return request.window(rows, offset: total - rows.count, total: total)
      case .around(let key, let ahead):
        guard let place = try list.place(of: key) else {
          let rows = try list.rows(after: nil, limit: request.limit, of: total)
          return request.window(rows, offset: 0, total: total)
        }
        let limit = max(1, request.limit)
        let lean = min(max(-limit, ahead), limit)
        // The message itself is among those behind.
        let share = min((limit - lean) / 2, limit - 1)
        let before = try list.rows(before: place, limit: share, of: total)
        let rest = request.limit - before.count
        let rows = try before + list.rows(after: place, limit: rest, of: total)
        // Where an end of the list is among the rows, their place is known: a filter counts all that it finds.
        let offset =
          if before.count < share { 0 } else if rows.count - before.count < rest {
            total - rows.count
          } else { try list.count(before: place) - before.count }
        return request.window(rows, offset: offset, total: total)
      }
    }
  }

  func keys(_ request: WindowRequest) async throws(InboxError) -> [ListedKey] {
    try await read { db in
      let list = ListQuery(db, request)
      return try list.keys(limit: request.limit, of: list.total())
    }
  }

  /// How SQLite would read the rows of a request in a list of so many, for whoever measures.
  package func plan(_ request: WindowRequest, total: Int) async throws(InboxError) -> [String] {
    try await read { db in try ListQuery(db, request).plan(of: total) }
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

  /// Who leads when rows are read.
  private enum Lead {
    /// The list in its order: what does not match is passed over.
    case list
    /// The index of words: what it finds is sorted.
    case words
  }

  /// Up to so many matches are sorted; more lie so close together in the list that it is read in its order.
  private static let sortable = 2_000

  private let db: Database
  private let request: WindowRequest
  private let filter: FilterSQL

  init(_ db: Database, _ request: WindowRequest) {
    self.db = db
    self.request = request
    filter = FilterSQL(request.filter, at: request.moment)
  }

  private var isEverywhere: Bool { if case .centers = request.scope { true } else { false } }

  /// Messages with one id of one time lie in the order of their centers.
  private var order: String { isEverywhere ? "sent, id, center" : "sent, id" }

  private func source(_ lead: Lead, ordered: Bool = false) -> String {
    let join = "inIdentity = identity AND inCenter = center AND messageID = id"
    // As it stands is how it is read: a cross join is not turned around.
    let tables =
      switch lead {
      case .words:
        """
        messageFind CROSS JOIN messageText ON messageText.number = messageFind.rowid
        CROSS JOIN message ON \(join)
        """
      case .list where filter.needsText: "message \(ordered ? index : "") CROSS JOIN messageText ON \(join)"
      case .list: "message \(ordered ? index : "")"
      }
    let center = isEverywhere ? "center IN (SELECT value FROM json_each(:centers))" : "center = :center"
    let found =
      switch lead {
      case .words: "AND messageFind MATCH :match"
      case .list where filter.match != nil:
        "AND +messageText.number IN (SELECT rowid FROM messageFind WHERE messageFind MATCH :match)"
      case .list: ""
      }
    return "FROM \(tables) WHERE identity = :identity AND \(center) AND \(MessageRecord.shown) \(found)"
      + filter.condition
  }

  private var index: String { "INDEXED BY \(isEverywhere ? "message_everywhere" : "message_list")" }

  /// Whoever counts reads all that match: the index knows where they are.
  private var counting: Lead { filter.match == nil ? .list : .words }

  private func reading(_ total: Int) -> Lead {
    filter.match != nil && total <= Self.sortable ? .words : .list
  }

  func total() throws -> Int {
    guard !request.filter.isEmpty else { return try wholeTotal() }
    return try number("SELECT count(*) \(source(counting))", nil)
  }

  /// What the database keeps count of.
  private func wholeTotal() throws -> Int {
    let center = isEverywhere ? "center IN (SELECT value FROM json_each(:centers))" : "center = :center"
    return try number(
      "SELECT coalesce(sum(total), 0) FROM (\(InboxDatabase.countsOfCenters)) WHERE \(center)", nil)
  }

  /// Where a message stands or stood, whether or not it is still shown.
  func place(of key: MessageKey) throws -> Place? {
    try db.rows(
      "SELECT sent, id, center FROM message WHERE identity = ? AND center = ? AND id = ?",
      [request.identity.storageKey, key.center.rawValue, key.id.rawValue]
    ).first.map { Place(sent: try $0.value("sent"), id: try $0.value("id"), center: try $0.value("center")) }
  }

  /// Rows at and behind a place, or from the newest.
  func rows(after place: Place?, limit: Int, of total: Int) throws -> [ArchivedMessage] {
    try fetch(select("<=", "DESC", place, total), place, limit)
  }

  /// Rows before a place, or up to the oldest; in list order all the same.
  func rows(before place: Place?, limit: Int, of total: Int) throws -> [ArchivedMessage] {
    try fetch(select(">", "ASC", place, total), place, limit).reversed()
  }

  func count(before place: Place) throws -> Int {
    try number(counting(before: place), place)
  }

  private func counting(before place: Place) -> String {
    "SELECT count(*) \(source(counting, ordered: request.filter.isEmpty)) \(condition(">", place))"
  }

  func planOfPlace() throws -> [String] {
    let place = Place(sent: 0, id: "", center: "")
    return try Row.fetchAll(
      db, sql: "EXPLAIN QUERY PLAN " + counting(before: place), arguments: try arguments(place)
    ).map { try $0.value("detail") }
  }

  /// What a list has, from the newest on, without what it says.
  func keys(limit: Int, of total: Int) throws -> [ListedKey] {
    let sql = select("<=", "DESC", nil, total, columns: "center, id, readAt")
    return try rows(sql, nil, limit) { row in
      ListedKey(try MessageRecord.key(row), isRead: try row.value("readAt", Double?.self) != nil)
    }
  }

  func plan(of total: Int) throws -> [String] {
    let rows = select("<=", "DESC", nil, total)
    return try Row.fetchAll(
      db, sql: "EXPLAIN QUERY PLAN " + rows, arguments: try arguments(nil, limit: request.limit)
    ).map { try $0.value("detail") }
  }

  private func select(
    _ comparison: String, _ direction: String, _ place: Place?, _ total: Int,
    columns: String = MessageRecord.listColumns
  ) -> String {
    let keys = order.split(separator: ", ").map { "\($0) \(direction)" }.joined(separator: ", ")
    return """
      SELECT \(columns) \(source(reading(total), ordered: true)) \(condition(comparison, place))
      ORDER BY \(keys) LIMIT :limit
      """
  }

  private func condition(_ comparison: String, _ place: Place?) -> String {
    guard place != nil else { return "" }
    let values = order.split(separator: ", ").map { ":\($0)Place" }.joined(separator: ", ")
    return "AND (\(order)) \(comparison) (\(values))"
  }

  private func fetch(_ sql: String, _ place: Place?, _ limit: Int) throws -> [ArchivedMessage] {
    try rows(sql, place, limit, MessageRecord.message)
  }

  /// What the rows mean, each read where SQLite has it: a list may take hundreds.
  private func rows<Value>(
    _ sql: String, _ place: Place?, _ limit: Int, _ read: (Row) throws -> Value
  ) throws -> [Value] {
    let arguments = try arguments(place, limit: limit)
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
