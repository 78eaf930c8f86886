import Foundation
import GRDB
import InboxModel

/// The sandbox's SQLite file, or one in memory; it belongs to this process.
struct SQLiteStore: SandboxStore {
  fileprivate let queue: DatabaseQueue
  let isShared = false

  /// - Parameter path: nil for one in memory.
  /// - Throws: ``StoreError/refused(_:)`` with SQLite's own words, or where the file is from before spaces;
  ///   ``StoreError/unavailable(_:)`` for a disk that is full or fails.
  static func open(path: String?) throws(StoreError) -> SQLiteStore {
    do {
      let queue = try path.map { try DatabaseQueue(path: $0) } ?? DatabaseQueue()
      let isOlder = try queue.read { try $0.tableExists("message") && !$0.tableExists("space") }
      guard !isOlder else { throw StoreError.refused("an earlier version made it, before there were spaces") }
      try migrator.migrate(queue)
      return SQLiteStore(queue: queue)
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError {
      if case .unavailable = error.storeError { throw error.storeError }
      throw .refused(error.message ?? "\(error)")
    } catch {
      throw .refused("\(error)")
    }
  }

  /// ``StoreSchema``, under the names that files already have for its versions.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (index, version) in StoreSchema.versions.enumerated() {
      let name = index == 0 ? "8 spaces" : "\(8 + index) as every store"
      migrator.registerMigration(name) { try $0.execute(sql: StoreSchema.sqlite(version)) }
    }
    return migrator
  }

  /// The current generation of the main space of a file; 0 where there is no file, or none that says so.
  static func generation(at path: String?) -> Int {
    guard let path, FileManager.default.fileExists(atPath: path) else { return 0 }
    do {
      let query = "SELECT generation FROM space WHERE name = ?"
      return try DatabaseQueue(path: path).read { db in
        try Int.fetchOne(db, sql: query, arguments: [SpaceName.main.rawValue])
      } ?? 0
    } catch {
      // A damaged file: it is about to be replaced.
      return 0
    }
  }

  /// Lets the main space of a new file begin with a generation, so that what an earlier one acknowledged is not
  /// searched for here.
  func begin(generation: Int) throws(StoreError) {
    do {
      try queue.write { db in
        try db.execute(
          sql: """
            INSERT INTO space (name, made, generation) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET generation = excluded.generation
            """,
          arguments: [SpaceName.main.rawValue, Int64(milliseconds: Date()), generation])
      }
    } catch { throw .refused("\(error)") }
  }

  /// Nothing else runs between its begin and its end, whichever actor calls it.
  func transaction<Value: Sendable>(
    _ access: StoreAccess, in space: SpaceName, signal: StoreSignal?,
    _ body: @Sendable @escaping (any SQLTransaction) throws -> Value
  ) async throws -> Value {
    try run(access, body)
  }

  private func run<Value>(
    _ access: StoreAccess, _ body: (any SQLTransaction) throws -> Value
  ) throws -> Value {
    do {
      guard access == .reading else { return try queue.write { try body(Statements(database: $0)) } }
      return try queue.read { try body(Statements(database: $0)) }
    } catch let error as DatabaseError {
      throw error.storeError
    }
  }

  func signals() async -> AsyncStream<StoreSignal> { AsyncStream { $0.finish() } }

  func close() async {}

  private struct Statements: SQLTransaction {
    let database: Database

    func run(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
      let statement = try database.cachedStatement(sql: sql)
      let names = values.indices.map { String($0 + 1) }
      let arguments = StatementArguments(
        Dictionary(uniqueKeysWithValues: zip(names, values.map(\.databaseValue))))
      guard statement.columnCount > 0 else {
        try statement.execute(arguments: arguments)
        return []
      }
      let columns = statement.columnNames
      return try Row.fetchAll(statement, arguments: arguments).map { row in
        SQLRow(columns: columns, values: try row.databaseValues.map(SQLValue.init))
      }
    }
  }
}

extension DatabaseError {
  /// A full disk, or one that fails, is not the fault of a statement: the same one may succeed later.
  fileprivate var storeError: StoreError {
    switch resultCode {
    case .SQLITE_FULL: .unavailable("its disk is full")
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_NOMEM:
      .unavailable(message ?? "\(resultCode)")
    default: .refused("\(self)")
    }
  }
}

extension SQLValue {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .text(let text): SQLValue.stored(text).databaseValue
    }
  }

  fileprivate init(_ value: DatabaseValue) throws {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .string(let text): self = .text(text)
    case .double, .blob: throw StoreError.damaged("a number with a fraction, or bytes")
    }
  }
}
