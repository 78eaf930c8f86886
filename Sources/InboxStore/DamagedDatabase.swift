import Foundation
import GRDB
import InboxCore

/// Sets a damaged database file aside and takes over what can still be read of it.
struct DamagedDatabase {
  let path: String

  /// Left by a run that met damage in the middle of the file: the next one looks at the whole file.
  private var mark: String { path + ".suspect" }

  /// Notes that reading met damage.
  func suspect() {
    guard FileManager.default.fileExists(atPath: path) else { return }
    // Where not even that can be written, the next run meets the damage again.
    _ = FileManager.default.createFile(atPath: mark, contents: nil, attributes: [.posixPermissions: 0o600])
  }

  /// Whether an earlier run met damage and the file really has some.
  func isConfirmed() -> Bool {
    guard FileManager.default.fileExists(atPath: mark) else { return false }
    defer { unlink(mark) }
    do {
      let check = try DatabaseQueue(path: path).read { db in
        try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
      }
      return check != "ok"
    } catch {
      return Self.isDamage(error)
    }
  }

  /// Whether an error says that the file itself is bad.
  static func isDamage(_ error: any Error) -> Bool {
    // A column that holds what it cannot hold is damage that SQLite itself did not see.
    guard let error = error as? DatabaseError else { return error is RowDecodingError }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode.primaryResultCode)
  }

  /// Renames the file and its journal; nothing else is touched.
  ///
  /// The journal goes first: one that is left behind alone would be read into the new file.
  /// - Returns: the new path.
  func setAside() throws(InboxError) -> String {
    let stamp = WireDate.format(Date()).prefix(19).filter { $0 != "-" && $0 != ":" }
    let url = URL(fileURLWithPath: path)
    let base = url.deletingPathExtension().path + ".damaged-\(stamp)Z"
    var name = base + ".sqlite"
    var number = 2
    while FileManager.default.fileExists(atPath: name) {
      name = "\(base)-\(number).sqlite"
      number += 1
    }
    for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + suffix) {
      guard rename(path + suffix, name + suffix) == 0 else {
        throw .storeUnavailable(
          path: path, reason: "it is damaged and cannot be renamed: \(String(cString: strerror(errno)))")
      }
    }
    return name
  }

  // MARK: - Salvage

  /// The tables, those first without which others say little.
  private static let tables = ["event", "counter", "setting", "badge", "message", "passage", "lastFetch"]

  /// Copies every row that can still be read, table by table, as far as each goes.
  ///
  /// - Returns: how many rows of each table were taken over.
  static func salvage(from damaged: String, into writer: any DatabaseWriter) -> [String: Int] {
    var configuration = Configuration()
    configuration.readonly = true
    var saved: [String: Int] = [:]
    do {
      let source = try DatabaseQueue(path: damaged, configuration: configuration)
      for table in tables {
        saved[table] = try writer.write { target in try copy(table, from: source, into: target) }
      }
    } catch {
      // Nothing of it can be read, which the message about the file says anyhow.
      return saved
    }
    return saved
  }

  private static func copy(_ table: String, from source: DatabaseQueue, into target: Database) throws -> Int {
    let known = Set(try target.columns(in: table).map(\.name))
    var count = 0
    do {
      try source.read { db in
        let columns = try db.columns(in: table).map(\.name).filter(known.contains)
        guard !columns.isEmpty else { return }
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let insert = try target.makeStatement(
          sql: "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(marks))")
        let rows = try Row.fetchCursor(db, sql: "SELECT \(names) FROM \(table)")
        while let row = try rows.next() {
          // A row that breaks the table's own rules is part of the damage.
          do { try insert.execute(arguments: StatementArguments(Array(row.databaseValues))) } catch {
            continue
          }
          count += target.changesCount
        }
      }
    } catch {
      // From here on the table cannot be read.
      return count
    }
    return count
  }
}
