import GRDB
import GRDBSQLite
import InboxCore

@testable import InboxStore

/// What it costs SQLite to read a list.
extension InboxDatabase {
  /// How it would read the rows of a request.
  func plan(_ request: WindowRequest) async throws -> [String] {
    try await read { [places] db in
      let list = ListQuery(db, request, places)
      guard list.filter.match == nil else {
        return try Self.plan(list.finding(nil), list.arguments(nil), db)
      }
      return try Self.plan(list.select("<=", "DESC", nil), list.arguments(nil, limit: request.limit), db)
    }
  }

  /// How it would count what stands before a message.
  func planOfPlace(_ request: WindowRequest) async throws -> [String] {
    try await read { [places] db in
      let list = ListQuery(db, request, places)
      let place = ListPlace(sent: 0, id: "", center: "")
      return try Self.plan(list.counting, list.arguments(place), db)
    }
  }

  private static func plan(
    _ sql: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> [String] {
    try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
      .map { try $0.value("detail") }
  }

  /// How many instructions of its machine a window takes now.
  func steps(of request: WindowRequest) async throws -> Int {
    try await read { [places] db in
      try withUnsafeTemporaryAllocation(of: Int.self, capacity: 1) { count in
        count.initialize(repeating: 0)
        let add: @convention(c) (UnsafeMutableRawPointer?) -> CInt = {
          $0?.assumingMemoryBound(to: Int.self).pointee += 1
          return 0
        }
        sqlite3_progress_handler(db.sqliteConnection, 1, add, count.baseAddress)
        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        _ = try ListQuery(db, request, places).window()
        return count[0]
      }
    }
  }
}
