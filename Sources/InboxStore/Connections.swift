import Dispatch
import Foundation
import GRDB
import Synchronization

/// The connections to one file: at first one that reads, and GRDB's pool as soon as something is written.
///
/// A list is read and shown before anything is written: opening the pool makes and drops a table, waits for the disk
/// and makes a second connection, none of which the first frame needs.
final class Connections: Sendable {
  private enum Open {
    /// With what opens the pool.
    case reading(DatabaseQueue, @Sendable () throws -> DatabasePool)
    case all(any DatabaseWriter)
  }

  /// Where the file is; nil in memory.
  let path: String?
  let lockTimeout: LockTimeout
  private let open: Mutex<Open>
  /// Where the pool is opened, which may wait for another program: neither an actor nor a reader waits with it.
  private let opening = DispatchQueue(label: "inbox.archive.opening")

  init(path: String, lockTimeout: LockTimeout) throws {
    (self.path, self.lockTimeout) = (path, lockTimeout)
    var configuration = Configuration()
    configuration.busyMode = .callback { lockTimeout.waits($0) }
    let pool: @Sendable () throws -> DatabasePool = { [configuration] in
      try lockTimeout.retrying { try Connections.pool(path, configuration) }
    }
    // First of all: another program may make it meanwhile.
    let isThere = access(path, F_OK) == 0
    // What must be created, or cannot be written, is reported at once.
    guard isThere, FileManager.default.isWritableFile(atPath: path) else {
      // SQLite would first make files beside it, with the same mode, which would stay.
      guard !isThere else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
      open = Mutex(.all(try pool()))
      return
    }
    open = Mutex(.reading(try DatabaseQueue(path: path, configuration: configuration), pool))
  }

  /// A file that cannot be written, nor anything beside it.
  ///
  /// - Parameter scratch: A folder for a copy, which is made where another program has left something in a journal, or
  ///   writes to the file from elsewhere: SQLite reads the two together only where it can write.
  init(reading path: String, scratch: String) throws {
    (self.path, lockTimeout) = (path, LockTimeout(seconds: 0))
    func opened(_ path: String) throws -> DatabaseQueue {
      var configuration = Configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { db in _ = try Int.fetchOne(db, sql: "PRAGMA schema_version") }
      return queue
    }
    var journal = stat()
    if stat(path + "-wal", &journal) != 0 || journal.st_size == 0 {
      do {
        open = Mutex(.all(try opened(URL(fileURLWithPath: path).absoluteString + "?immutable=1")))
        return
      } catch let error as DatabaseError where error.resultCode.primaryResultCode == .SQLITE_CANTOPEN {
        // An SQLite that takes no addresses: a copy then.
      }
    }
    let copy = scratch + "/inbox-archive-\(getpid())-\(UUID().uuidString).sqlite"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) } }
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      chmod(copy + suffix, 0o600)
    }
    // Nothing that is written to the copy would outlast it.
    open = Mutex(.all(try opened(copy)))
  }

  /// What is open already.
  init(_ writer: any DatabaseWriter, path: String? = nil) {
    (self.path, lockTimeout) = (path, LockTimeout(seconds: 0))
    open = Mutex(.all(writer))
  }

  var reader: any DatabaseReader {
    open.withLock { open in
      switch open {
      case .reading(let queue, _): queue
      case .all(let writer): writer
      }
    }
  }

  /// Reads at one moment of the file.
  ///
  /// GRDB's own `read` forbids a connection that may write to do so meanwhile, and with each such change SQLite forgets
  /// all the statements that it has compiled.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let reader = reader
    guard let queue = reader as? DatabaseQueue else { return try await reader.read(body) }
    return try await queue.unsafeRead { db in
      try db.run("BEGIN DEFERRED TRANSACTION")
      do {
        let value = try body(db)
        try db.run("COMMIT TRANSACTION")
        return value
      } catch {
        try db.rollback()
        throw error
      }
    }
  }

  /// A number that changes with every commit of another program.
  func version() async throws -> Int? {
    let statement = "PRAGMA data_version"
    switch open.withLock({ $0 }) {
    case .reading(let queue, _): return try await queue.read { try Int.fetchOne($0, sql: statement) }
    // Of the connection that writes: those that read see its commits as another's.
    case .all(let writer):
      return try await writer.writeWithoutTransaction { try Int.fetchOne($0, sql: statement) }
    }
  }

  /// The last reader of the first connection closes it.
  func writer() async throws -> any DatabaseWriter {
    if case .all(let writer) = open.withLock({ $0 }) { return writer }
    return try await withCheckedThrowingContinuation { continuation in
      opening.async { continuation.resume(with: Result { try self.make() }) }
    }
  }

  /// The same for callers that can block.
  func writerNow() throws -> any DatabaseWriter { try opening.sync { try make() } }

  private func make() throws -> any DatabaseWriter {
    switch open.withLock({ $0 }) {
    case .all(let writer): return writer
    case .reading(_, let pool):
      let writer = try pool()
      open.withLock { $0 = .all(writer) }
      return writer
    }
  }

  /// Does work that can be done again at the next start, so that none of its commits waits for the disk.
  ///
  /// A power cut may take the last of them back, whole and in their order, until a later commit or a checkpoint makes all
  /// of them durable (sqlite.org/pragma.html#pragma_synchronous). A program that starts meanwhile would wait for each.
  func unhurried(_ work: (any DatabaseWriter) throws -> Void) throws {
    let writer = try writerNow()
    func setSynchronous(_ level: String) throws {
      try writer.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = \(level)") }
    }
    try setSynchronous("NORMAL")
    let result = Result { try work(writer) }
    try setSynchronous("FULL")
    try result.get()
  }

  /// Closes them when no read or write is under way, and folds SQLite's journal into the file.
  func close() throws {
    switch open.withLock({ $0 }) {
    case .reading(let queue, _): try queue.close()
    case .all(let writer):
      writer.writeWithoutTransaction { db in
        // As far as it goes without waiting: readers or a full disk leave the rest to the next start.
        do { _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(PASSIVE)") } catch { return }
      }
      // A read-only connection cannot remove the journal, so the writing one must close last.
      (writer as? DatabasePool)?.invalidateReadOnlyConnections()
      try writer.close()
    }
  }

  private static func pool(_ path: String, _ configuration: Configuration) throws -> DatabasePool {
    var configuration = configuration
    configuration.prepareDatabase { db in
      guard !db.configuration.readonly else { return }
      // A transaction of thousands of displays touches pages all over the index of ids: they stay in memory until its
      // end.
      try db.execute(sql: "PRAGMA cache_size = -8000")
    }
    let pool = try DatabasePool(path: path, configuration: configuration)
    // Every commit survives a power cut: an event counts as reported only when it is durable (EN-7). GRDB sets less as
    // it opens a pool, after what is prepared above.
    try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    return pool
  }
}
