import Foundation
import GRDB
import InboxModel

/// Sets a damaged database file aside and takes over what can still be read of it.
struct DamagedDatabase {
  let path: String

  /// Left by a run that met damage in the middle of the file: the next one looks at the whole file.
  private var mark: String { path + ".suspect" }

  /// Holds the name under which the file is set aside, for as long as what can be read of it is not all in the new one:
  /// the run that makes that may be killed.
  private var salvage: String { path + ".salvage" }

  /// Where the new file is made: it takes its place when all is in it.
  var replacement: String { path + ".new" }

  /// SQLite's header; a file with less is nothing, but SQLite takes one of no or one byte for a new database.
  private static let header = 100

  /// Whether a run was killed that set it aside, and no other archive has taken its place since.
  var isUnfinished: Bool { begun != nil && !isReplaced }

  /// Whether a file stands in the place of the one that an earlier run set aside.
  private var isReplaced: Bool {
    guard let begun else { return false }
    return [begun, path].allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }

  /// Where an earlier run has begun to set it aside.
  private var begun: String? {
    guard let data = FileManager.default.contents(atPath: salvage) else { return nil }
    let name = folder + "/" + String(decoding: data, as: UTF8.self)
    return name.hasPrefix(damagedBase) ? name : nil
  }

  private var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  private var damagedBase: String { URL(fileURLWithPath: path).deletingPathExtension().path + ".damaged-" }

  /// The damaged file of a salvage in whose place another archive stands, unless all that could be read of it had been
  /// taken over.
  var unread: String? {
    isReplaced && FileManager.default.fileExists(atPath: replacement) ? begun : nil
  }

  /// Ends a salvage in whose place another archive stands: that one holds.
  func giveUpReplaced() {
    guard isReplaced else { return }
    removeReplacement()
    finishMark()
  }

  /// Whether the file is there without as much as a header.
  ///
  /// One without a byte is new where no run has recorded anything: a first start that failed leaves it so. Another
  /// program that makes it just now writes its first page within a moment.
  var isCutOff: Bool {
    let lockTimeout = LockTimeout(seconds: 0.25)
    var tries = 0
    var status = stat()
    while stat(path, &status) == 0, status.st_size < Self.header {
      if status.st_size == 0, access(LivingRuns.path(of: path), F_OK) != 0 { return false }
      guard lockTimeout.waits(tries) else { return true }
      tries += 1
    }
    return false
  }

  /// What stands there instead of a file; nil where a file does, or nothing.
  static func otherKind(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return lstat(path, &status) == 0 ? "a link to nothing" : nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: return "a folder"
    case S_IFIFO: return "a pipe"
    default: return "a device or socket"
    }
  }

  /// Records that reading met damage.
  func suspect() {
    guard FileManager.default.fileExists(atPath: path) else { return }
    // Where not even that can be written, the next run meets the damage again.
    _ = FileManager.default.createFile(atPath: mark, contents: nil, attributes: [.posixPermissions: 0o600])
  }

  /// Whether an earlier run met damage.
  var isSuspect: Bool { FileManager.default.fileExists(atPath: mark) }

  /// Whether a file in which an earlier run met damage really has some.
  func isConfirmed() -> Bool {
    do {
      let check = try DatabaseQueue(path: path).read { db in
        try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
      }
      if check == "ok" { unlink(mark) }
      return check != "ok"
    } catch {
      // Locked, for example: the mark stays, and the next start looks again.
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
  /// Where an earlier run was killed meanwhile, this one starts over from the same damaged file and drops the
  /// half-filled new one. The journal goes first: one that is left behind alone would be read into the new file.
  ///
  /// - Returns: the new path; ``finish()`` is to be called when nothing is to be read there any more.
  func setAside() throws(InboxError) -> String {
    giveUpReplaced()
    let name = begun ?? freeName
    removeReplacement()
    guard make("", at: replacement), begun != nil || make((name as NSString).lastPathComponent, at: salvage)
    else { throw unmoved }
    syncFolder()
    for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + suffix) {
      guard rename(path + suffix, name + suffix) == 0 else { throw unmoved }
    }
    unlink(mark)
    return name
  }

  /// Everything that can be read of it is in the new file, which takes its place.
  func finish() throws(InboxError) {
    guard rename(replacement, path) == 0 else { throw unmoved }
    finishMark()
  }

  private func finishMark() {
    syncFolder()
    unlink(salvage)
    syncFolder()
  }

  private func removeReplacement() {
    for suffix in ["-wal", "-shm", "-journal", ""] { unlink(replacement + suffix) }
  }

  /// Makes a file anew that outlasts a power cut; whether it could, or `errno` says why not.
  private func make(_ text: String, at file: String) -> Bool {
    unlink(file)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    return write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
  }

  /// Has the folder's names outlast a power cut in their order.
  private func syncFolder() {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private var unmoved: InboxError {
    .storeUnavailable(
      path: path, reason: "it is damaged and cannot be renamed: \(String(cString: strerror(errno)))")
  }

  private var freeName: String {
    let stamp = WireDate.format(Date()).prefix(19).filter { $0 != "-" && $0 != ":" }
    let base = damagedBase + "\(stamp)Z"
    var name = base + ".sqlite"
    var number = 2
    while FileManager.default.fileExists(atPath: name) {
      name = "\(base)-\(number).sqlite"
      number += 1
    }
    return name
  }

  // MARK: - Salvage

  /// The tables, those first without which others say little.
  ///
  /// When centers were fetched is forgotten: the next start fetches them all. What says how lists are found and counted is
  /// made of the messages.
  static let tables = [
    "event", "change", "suppressed", "click", "counter", "setting", "badge", "message", "passage",
    "foreignMessage", "appSession",
  ]

  /// The tables of which a report lacks what is not taken over, each with the migration that makes it; one of them
  /// holds whether an earlier salvage lost something.
  private static let judged = [
    "event": "1 first light", "setting": "7 finding", "click": "9 clicks of links",
    "change": "16 changes for the server",
  ]

  /// Names when a file took something of those tables with it, in milliseconds since 1970 by the machine's clock.
  static let loss = "lostAt"

  /// Records in the new file that it lacks what a report would judge.
  static func markLoss(in target: Database) throws {
    try target.execute(
      sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
      arguments: [loss, Int64(milliseconds: Date())])
  }

  /// Copies every row that can still be read, table by table, as far as each goes, and records whether a report will
  /// lack some.
  ///
  /// - Returns: how many rows of each table were taken over.
  /// - Throws: what goes wrong with the new file; the damaged one may be as bad as it likes.
  static func salvage(from damaged: String, into writer: any DatabaseWriter) throws -> [String: Int] {
    var configuration = Configuration()
    configuration.readonly = true
    // Otherwise SQLite reads nothing of a file that has fewer pages than its header says, or of a schema with a bad
    // row.
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA writable_schema = ON") }
    let source: DatabaseQueue
    do {
      source = try DatabaseQueue(path: damaged, configuration: configuration)
    } catch {
      // Nothing of it can be read, which the message about the file says anyhow.
      try writer.write { try markLoss(in: $0) }
      return [:]
    }
    return try writer.write { target in
      var saved: [String: Int] = [:]
      for table in tables {
        let (count, isWhole) = try copy(table, from: source, into: target)
        saved[table] = count
        if !isWhole, judged[table] != nil { try markLoss(in: target) }
      }
      try target.execute(sql: InboxSchema.fillRemovals + InboxSchema.fillTries)
      return saved
    }
  }

  /// What went wrong with the new file while a row was written to it.
  private struct TargetFailure: Error {
    var cause: any Error
  }

  /// - Returns: 0 for a row that breaks the table's own rules: it is part of the damage.
  private static func insertIfSound(
    _ row: Row, _ insert: Statement, _ target: Database
  ) throws(TargetFailure) -> Int {
    do {
      try insert.execute(arguments: StatementArguments(Array(row.databaseValues)))
      return target.changesCount
    } catch let error as DatabaseError where error.resultCode.primaryResultCode == .SQLITE_CONSTRAINT {
      return 0
    } catch {
      throw TargetFailure(cause: error)
    }
  }

  /// - Returns: how many rows were taken over, and whether none that was there is missing.
  private static func copy(
    _ table: String, from source: DatabaseQueue, into target: Database
  ) throws -> (count: Int, isWhole: Bool) {
    let known = Set(try target.columns(in: table).map(\.name))
    var (count, bad) = (0, 0)
    do {
      try source.read { db in
        if try !db.tableExists(table), try isOlder(db, than: table) { return }
        let columns = try db.columns(in: table).map(\.name).filter(known.contains)
        guard !columns.isEmpty else { return }
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let insert = try target.makeStatement(
          sql: "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(marks))")
        let rows = try Row.fetchCursor(db, sql: "SELECT \(names) FROM \(table)")
        while let row = try rows.next() {
          let inserted = try SalvagedRow(row: row).isSound(in: table) ? insertIfSound(row, insert, target) : 0
          count += inserted
          bad += 1 - inserted
        }
      }
    } catch let failure as TargetFailure {
      throw failure.cause
    } catch {
      // From here on the table cannot be read.
      return (count, false)
    }
    return (count, bad == 0)
  }

  /// Whether a file is of a version that did not have a table yet.
  private static func isOlder(_ db: Database, than table: String) throws -> Bool {
    guard let migration = judged[table] else { return false }
    return try !String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations").contains(migration)
  }
}
