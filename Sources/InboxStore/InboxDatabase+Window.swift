import Foundation
import GRDB
package import InboxCore
package import InboxModel

/// Lists, read a window at a time by key, so that a frame costs the window and not the archive.
extension InboxDatabase {
  package func window(_ request: WindowRequest) async throws(InboxError) -> ListWindow {
    try await read { [places] db in try ListQuery(db, request, places).window() }
  }

  package func keys(_ request: WindowRequest) async throws(InboxError) -> [ListedKey] {
    try await read { [places] db in try ListQuery(db, request, places).keys() }
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
struct ListQuery {
  private let db: Database
  private let request: WindowRequest
  let filter: FilterSQL
  private let counted: CountedPlaces

  init(_ db: Database, _ request: WindowRequest, _ counted: CountedPlaces) {
    self.db = db
    self.request = request
    self.counted = counted
    filter = FilterSQL(request.filter, at: request.moment)
  }

  private var isEverywhere: Bool { if case .centers = request.scope { true } else { false } }

  func window() throws -> ListWindow {
    guard filter.match == nil else { return try found() }
    let total = try total()
    switch request.anchor {
    // What comes next is counted from here.
    case .top: if request.filter.isEmpty { counted[list] = nil }
    case .bottom:
      let rows = try rows(before: nil, limit: request.limit)
      if let first = rows.first, let place = try place(of: first.key) {
        try remember(place, before: total - rows.count)
      }
      return request.window(rows, offset: total - rows.count, total: total)
    case .around(let key, let ahead):
      guard let place = try place(of: key) else { break }
      let share = share(ahead)
      let before = try rows(before: place, limit: share)
      let rest = request.limit - before.count
      let rows = try before + rows(after: place, limit: rest)
      // Where an end of the list is among the rows, their place is known: a filter counts all that it finds.
      let placeBefore =
        if before.count < share { before.count } else if rows.count - before.count < rest {
          total - rows.count + before.count
        } else { try count(before: place) }
      try remember(place, before: placeBefore)
      let offset = placeBefore - before.count
      return request.window(rows, offset: offset, total: total)
    }
    let rows = try rows(after: nil, limit: request.limit)
    return request.window(rows, offset: 0, total: total)
  }

  /// How many of the rows around a message come before it; the message itself is among those behind.
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

  /// Where a message stands or stood, whether or not it is still shown.
  private func place(of key: MessageKey) throws -> ListPlace? {
    try db.message("sent, id, center", key, of: request.identity).map {
      ListPlace(sent: try $0.value("sent"), id: try $0.value("id"), center: try $0.value("center"))
    }
  }

  private func isIn(_ column: String) -> String {
    isEverywhere ? "\(column) IN (SELECT value FROM json_each(:centers))" : "\(column) = :center"
  }

  /// Compares a row with a place by the arguments whose names end so; messages with one id of one time lie in the order
  /// of their centers.
  private func comparison(_ sign: String, _ columns: [String], _ place: String = "Place") -> String {
    let values = [":sent", ":id", ":center"].prefix(columns.count).map { $0 + place }
    return "(\(columns.joined(separator: ", "))) \(sign) (\(values.joined(separator: ", ")))"
  }

  private func sorted(_ columns: [String], _ direction: String) -> String {
    "ORDER BY " + columns.map { "\($0) \(direction)" }.joined(separator: ", ")
  }

  // MARK: - What words find

  /// What words find, read once: which messages they are and where a place is among them follow from one statement.
  private func found() throws -> ListWindow {
    let place: ListPlace? = if case .around(let key, _) = request.anchor { try place(of: key) } else { nil }
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
  private func places(_ place: ListPlace?) throws -> (numbers: [Int64], before: Int) {
    var numbers: [Int64] = []
    var before = 0
    _ = try rows(finding(place), arguments(place)) { row in
      numbers.append(try row.decode(Int64.self, atIndex: 0))
      if try row.decode(Bool.self, atIndex: 1) { before += 1 }
    }
    return (numbers, before)
  }

  func finding(_ place: ListPlace?) -> String {
    let center = "(SELECT ofCenter FROM messageList WHERE messageList.number = list)"
    let order = ["sentAt", "ofID"] + (isEverywhere ? [center] : [])
    let message =
      filter.condition.isEmpty
      ? ""
      : "CROSS JOIN messageText ON messageText.number = messagePlace.number CROSS JOIN message ON \(Self.key)"
    // As it stands is how it is read: a cross join is not turned around.
    return """
      SELECT messagePlace.number, \(place == nil ? "0" : comparison(">", order))
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
  private func rows(after place: ListPlace?, limit: Int) throws -> [ArchivedMessage] {
    try rows(select("<=", "DESC", place), arguments(place, limit: limit), MessageRecord.message)
  }

  /// Rows before a place, or up to the oldest; in list order all the same.
  private func rows(before place: ListPlace?, limit: Int) throws -> [ArchivedMessage] {
    try rows(select(">", "ASC", place), arguments(place, limit: limit), MessageRecord.message).reversed()
  }

  // MARK: - Where a place is

  private var list: CountedPlaces.List { .init(identity: request.identity, scope: request.scope) }

  private var now: Double { request.now.timeIntervalSince1970 }

  private func count(before place: ListPlace) throws -> Int {
    guard request.filter.isEmpty, let known = counted[list], try version() == known.version else {
      return try number(counting, place)
    }
    return try known.before + distance(from: known.place, to: place) - ended(before: known)
  }

  /// How many rows more come before a place than before another one; fewer than none where it comes first.
  private func distance(from start: ListPlace, to end: ListPlace) throws -> Int {
    func rows(from first: String, to last: String) -> String {
      let (behind, before) = (comparison("<=", order, first), comparison(">", order, last))
      return "SELECT count(*) \(source(ordered: true)) AND \(behind) AND \(before)"
    }
    // One of the two has nothing to count.
    let (one, other) = (rows(from: "Place", to: "Other"), rows(from: "Other", to: "Place"))
    return try number("SELECT (\(one)) - (\(other))", start, other: end)
  }

  /// How many of the rows before a place have ended since they were counted; fewer than none for an earlier moment.
  private func ended(before known: CountedPlaces.Counted) throws -> Int {
    guard now != known.now else { return 0 }
    var arguments = try arguments(known.place)
    arguments += ["first": min(now, known.now), "last": max(now, known.now)]
    let count =
      try db.first(
        """
        SELECT count(*) FROM message INDEXED BY message_end
        WHERE identity = :identity AND expiry IS NOT NULL AND deletedAt IS NULL AND presence <> 'disabled'
          AND expiry > :first AND expiry <= :last AND \(isIn("center")) AND \(comparison(">", order))
        """, arguments) ?? 0
    return now > known.now ? count : -count
  }

  private func remember(_ place: ListPlace, before: Int) throws {
    guard request.filter.isEmpty else { return }
    // What is near the top is counted from there.
    guard before > request.limit else { return counted[list] = nil }
    counted[list] = .init(place: place, before: before, version: try version(), now: now)
  }

  private func version() throws -> Int64 { try db.first("SELECT version FROM messageOrder") ?? 0 }

  /// How many rows come before a place.
  var counting: String {
    "SELECT count(*) \(source(ordered: request.filter.isEmpty)) AND \(comparison(">", order))"
  }

  func select(
    _ sign: String, _ direction: String, _ place: ListPlace?, columns: String = MessageRecord.listColumns
  ) -> String {
    let condition = place == nil ? "" : "AND \(comparison(sign, order))"
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

  private func number(_ sql: String, _ place: ListPlace?, other: ListPlace? = nil) throws -> Int {
    var arguments = try arguments(place)
    if let other {
      arguments += ["sentOther": other.sent, "idOther": other.id]
      if isEverywhere { arguments += ["centerOther": other.center] }
    }
    return (isUsual ? try db.first(sql, arguments) : try Int.fetchOne(db, sql: sql, arguments: arguments))
      ?? 0
  }

  /// Whether its statements are kept: filters of several terms have too many shapes for that.
  private var isUsual: Bool { request.filter.terms.count <= 1 }

  func arguments(_ place: ListPlace?, limit: Int? = nil) throws -> StatementArguments {
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
