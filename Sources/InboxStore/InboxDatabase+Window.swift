import Foundation
import GRDB
import InboxCore

/// Lists, read a window at a time by key, so that a frame costs the window and not the archive.
extension InboxDatabase {
  func window(_ request: WindowRequest) async throws(InboxError) -> ListWindow {
    try await read { db in
      let list = ListQuery(db, request)
      let total = try list.total()
      switch request.anchor {
      case .top:
        let rows = try list.rows(after: nil, limit: request.limit)
        return ListWindow(
          identity: request.identity, center: request.center, rows: rows, offset: 0, total: total)
      case .bottom:
        let rows = try list.rows(before: nil, limit: request.limit)
        return ListWindow(
          identity: request.identity, center: request.center, rows: rows, offset: total - rows.count,
          total: total)
      case .around(let key):
        guard let place = try list.place(of: key) else {
          let rows = try list.rows(after: nil, limit: request.limit)
          return ListWindow(
            identity: request.identity, center: request.center, rows: rows, offset: 0, total: total)
        }
        let before = try list.rows(before: place, limit: request.limit / 2)
        let after = try list.rows(after: place, limit: request.limit - before.count)
        let offset = try list.count(before: place) - before.count
        return ListWindow(
          identity: request.identity, center: request.center, rows: before + after, offset: offset,
          total: total)
      }
    }
  }
}

/// The list of one center at one moment, newest first.
private struct ListQuery {
  /// A place in the order: a row at or behind it has this or a later key.
  struct Place {
    var sent: Double
    var id: String
  }

  let db: Database
  let identity: String
  let center: String
  let now: Double

  init(_ db: Database, _ request: WindowRequest) {
    self.db = db
    identity = request.identity.storageKey
    center = request.center.rawValue
    now = request.now.timeIntervalSince1970
  }

  private static let list =
    "FROM message WHERE identity = :identity AND center = :center AND \(MessageRecord.shown)"

  func total() throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) \(Self.list)", arguments: arguments(nil)) ?? 0
  }

  /// Where a message stands or stood, whether or not it is still shown.
  func place(of key: MessageKey) throws -> Place? {
    try Row.fetchOne(
      db, sql: "SELECT sent, id FROM message WHERE identity = ? AND center = ? AND id = ?",
      arguments: [identity, center, key.id.rawValue]
    ).map { Place(sent: try $0.value("sent"), id: try $0.value("id")) }
  }

  /// Rows at and behind a place, or from the newest.
  func rows(after place: Place?, limit: Int) throws -> [ArchivedMessage] {
    let condition = place == nil ? "" : "AND (sent, id) <= (:sent, :id)"
    return try fetch("\(condition) ORDER BY sent DESC, id DESC", place, limit)
  }

  /// Rows before a place, or up to the oldest; in list order all the same.
  func rows(before place: Place?, limit: Int) throws -> [ArchivedMessage] {
    let condition = place == nil ? "" : "AND (sent, id) > (:sent, :id)"
    return try fetch("\(condition) ORDER BY sent ASC, id ASC", place, limit).reversed()
  }

  func count(before place: Place) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) \(Self.list) AND (sent, id) > (:sent, :id)", arguments: arguments(place)) ?? 0
  }

  private func fetch(_ rest: String, _ place: Place?, _ limit: Int) throws -> [ArchivedMessage] {
    try Row.fetchAll(
      db, sql: "SELECT \(MessageRecord.listColumns) \(Self.list) \(rest) LIMIT \(max(0, limit))",
      arguments: arguments(place)
    ).map(MessageRecord.message)
  }

  private func arguments(_ place: Place?) -> StatementArguments {
    var arguments: StatementArguments = ["identity": identity, "center": center, "now": now]
    if let place { arguments += ["sent": place.sent, "id": place.id] }
    return arguments
  }
}
