import Foundation
import GRDB
import GRDBSQLite
import InboxCore
package import InboxModel

/// The device's storage in one SQLite file: archive, outbox, badge ledger.
///
/// Every method is one transaction. SQLite's own errors become ``InboxError/storeUnavailable(path:reason:)`` in one
/// place.
package struct InboxDatabase: Archive {
  private let connections: Connections
  /// Where the file is, for sentences.
  let path: String
  /// What stands for the path of a database in memory.
  private static let memory = "memory"
  private let shutdown = ShutdownGuard()
  /// Events that the file could not take; nil where there is no file.
  let beside: EventSpillFile?
  /// The runs that still go on; nil where there is no file.
  let runs: LivingRuns?
  /// What can be found in it.
  let search: SearchIndex
  /// What was counted of its lists.
  let places = CountedPlaces()
  /// Where a damaged file was put, and what could be saved of it, as a sentence; nil when nothing was wrong.
  package let setAside: String?
  /// Which file was opened; nil in memory.
  private let file: ino_t?

  /// Opens or makes the file, and brings an older one up to date.
  ///
  /// - Parameters:
  ///   - setsAside: Whether a damaged file is renamed and a new one made, with what can be read of the old one; only
  ///     for a program that holds the profile alone.
  ///   - lockTimeout: Seconds to wait for another program that has the file locked.
  ///   - readHTML: Makes text of rich content, so that its words can be found.
  /// - Throws: ``InboxError/storeTooNew(path:version:)`` and leaves the file alone when a newer program wrote it;
  ///   ``InboxError/storeUnavailable(path:reason:)`` when it cannot be opened or written.
  package static func open(
    path: String, setsAside: Bool = false, lockTimeout: Double = 5,
    readHTML: @escaping SearchIndex.HTMLReader = SearchIndex.noHTML
  ) throws(InboxError) -> InboxDatabase {
    if let kind = DamagedDatabase.otherKind(of: path) {
      throw .storeUnavailable(path: path, reason: "it is \(kind) and no file; move it away")
    }
    let damaged = DamagedDatabase(path: path)
    let search = SearchIndex(readHTML: readHTML)
    let lockTimeout = LockTimeout(seconds: lockTimeout)
    do {
      let unread = setsAside ? damaged.unread : nil
      if damaged.isUnfinished || damaged.isCutOff {
        guard setsAside else { throw isDamaged(path) }
        return try reopen(damaged, lockTimeout, search)
      }
      let wasSuspect = setsAside && damaged.isSuspect
      if wasSuspect, damaged.isConfirmed() { return try reopen(damaged, lockTimeout, search) }
      let database = try InboxDatabase(
        Connections(path: path, lockTimeout: lockTimeout), search: search,
        setAside: unread.map(words(replaced:)))
      if unread != nil {
        try database.connections.writerNow().write { try DamagedDatabase.markLoss(in: $0) }
      }
      // Where that cannot be written, the next start finds the same.
      if setsAside { damaged.giveUpReplaced() }
      // A sound file whose words cannot be read: they are made again.
      if wasSuspect { try database.connections.writerNow().write { try search.rebuild($0) } }
      if setsAside { search.catchUp(database.connections) }
      return database
    } catch {
      guard setsAside, DamagedDatabase.isDamage(error) else { throw unavailable(path, error) }
      return try reopen(damaged, lockTimeout, search)
    }
  }

  /// Opens a file that cannot be written; a write fails.
  ///
  /// - Parameter scratch: A folder for a copy of it, where one is needed.
  /// - Throws: as ``open(path:setsAside:lockTimeout:readHTML:)`` does; also for a file of an older program, which would
  ///   have to be brought up to date.
  package static func read(
    path: String, scratch: String, readHTML: @escaping SearchIndex.HTMLReader = SearchIndex.noHTML
  ) throws(InboxError) -> InboxDatabase {
    do {
      return try InboxDatabase(
        Connections(reading: path, scratch: scratch), search: SearchIndex(readHTML: readHTML))
    } catch { throw unavailable(path, error) }
  }

  /// Opens a file for a caller that need not write: as ``read(path:scratch:readHTML:)`` does where the disk has no room
  /// for what SQLite makes beside it.
  ///
  /// - Returns: why it can only be read; nil where it can be written.
  package static func openOrRead(
    path: String, setsAside: Bool, scratch: String,
    readHTML: @escaping SearchIndex.HTMLReader = SearchIndex.noHTML
  ) throws(InboxError) -> (database: InboxDatabase, lack: String?) {
    let failure: InboxError
    do throws(InboxError) {
      return (try open(path: path, setsAside: setsAside, readHTML: readHTML), nil)
    } catch { failure = error }
    let lack = noRoom
    guard case .storeUnavailable(_, lack) = failure else { throw failure }
    do { return (try read(path: path, scratch: scratch, readHTML: readHTML), lack) } catch {
      // What keeps it from being written is what is to be mended.
      throw failure
    }
  }

  private static func reopen(
    _ damaged: DamagedDatabase, _ lockTimeout: LockTimeout, _ search: SearchIndex
  ) throws(InboxError) -> InboxDatabase {
    let name = try damaged.setAside()
    do {
      let replacement = try Connections(path: damaged.replacement, lockTimeout: lockTimeout)
      let saved = try InboxDatabase(replacement, search: search).salvaging(name)
      // Its journal is not renamed with it.
      try replacement.writerNow().writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
      try replacement.close()
      try damaged.finish()
      return try InboxDatabase(
        Connections(path: damaged.path, lockTimeout: lockTimeout), search: search,
        setAside: words(name, messages: saved["message"] ?? 0, events: saved["event"] ?? 0))
    } catch {
      let problem = unavailable(damaged.path, error)
      guard case .storeUnavailable(_, let reason) = problem else { throw problem }
      throw .storeUnavailable(
        path: damaged.path,
        reason: "it was damaged and is set aside as \(name); a new one cannot be made: \(reason)")
    }
  }

  /// Takes over what can be read of a damaged file.
  func salvaging(_ damaged: String) throws -> [String: Int] {
    let writer = try connections.writerNow()
    let saved = try DamagedDatabase.salvage(from: damaged, into: writer)
    try writer.write { try search.fill($0) }
    return saved
  }

  private static func words(_ name: String, messages: Int, events: Int) -> String {
    let url = URL(fileURLWithPath: name)
    let saved =
      messages + events == 0
      ? "Nothing of it could be read: displays and opens that waited in it are not sent."
      : "What could be read of it was kept: \(messages.counted("message")), \(events.counted("display or open", "displays and opens")); more may have been "
        + "lost."
    return
      "The damaged archive is now \(url.lastPathComponent) in \(url.deletingLastPathComponent().path). \(saved)"
  }

  private static func words(replaced name: String) -> String {
    "The damaged archive \(URL(fileURLWithPath: name).lastPathComponent) was not read to its end, as another one stands in "
      + "its place now: displays and opens that waited in it are not sent."
  }

  /// The version of SQLite that reads and writes it.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  /// A database of its own in memory, for tests and for screens that leave nothing behind.
  package static func inMemory(
    readHTML: @escaping SearchIndex.HTMLReader = SearchIndex.noHTML
  ) throws(InboxError) -> InboxDatabase {
    do {
      return try InboxDatabase(Connections(DatabaseQueue()), search: SearchIndex(readHTML: readHTML))
    } catch { throw unavailable(memory, error) }
  }

  /// Waits for what is being read or written and closes the file, which folds SQLite's journal into it.
  ///
  /// A later read or write throws ``InboxError/cancelled``.
  package func close() async throws(InboxError) {
    guard await shutdown.close() else { return }
    defer { runs?.release() }
    do { try connections.close() } catch { throw Self.unavailable(path, error) }
  }

  /// Takes connections to a file and migrates it.
  init(
    _ connections: Connections, search: SearchIndex = SearchIndex(readHTML: SearchIndex.noHTML),
    setAside: String? = nil
  ) throws {
    self.connections = connections
    path = connections.path ?? Self.memory
    beside = connections.path.map { EventSpillFile(path: $0 + ".events") }
    runs = connections.path.map { LivingRuns(archive: $0) }
    self.search = search
    self.setAside = setAside
    file = connections.path.flatMap(Self.file)
    if let beside { connections.lockTimeout.whenLong { beside.addPending() } }
    try Self.migrate(connections, InboxSchema.migrator(readHTML: search.readHTML), path)
  }

  /// Brings the tables up to date.
  ///
  /// Another program that starts on the same file may do the same meanwhile, and each step succeeds for one of them
  /// only: the other goes on from where the file is then. It may also see a table only after a statement that needed
  /// it, and a program that opens its connections writes without a step: what fails again and again where nothing moves
  /// is an error.
  private static func migrate(_ connections: Connections, _ migrator: DatabaseMigrator, _ path: String) throws
  {
    let known = Set(migrator.migrations)
    var (seen, failures): (Set<String>, Int) = ([], 0)
    while true {
      do {
        let applied = try connections.reader.read { try migrator.appliedIdentifiers($0) }
        if let unknown = applied.subtracting(known).sorted().last {
          throw InboxError.storeTooNew(path: path, version: unknown)
        }
        if applied != known { try connections.unhurried { try migrator.migrate($0) } }
        return
      } catch let error as DatabaseError
        where [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode.primaryResultCode)
      {
        let applied = try connections.writerNow().write { try migrator.appliedIdentifiers($0) }
        failures = applied == seen ? failures + 1 : 1
        guard failures < 10 else { throw error }
        seen = applied
      }
    }
  }

  /// Whether the file that was opened is not at its path any more: what is written into it is lost with this process.
  package var isGone: Bool { file != nil && file != Self.file(at: path) }

  private static func file(at path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  /// Whether reads and writes wait for another program that has the file locked.
  package func setWaitsForLocks(_ isWaiting: Bool) { connections.lockTimeout.set(isWaiting) }

  /// A number that changes with every commit of another program; nil where it cannot be read now.
  package func foreignVersion() async -> Int? {
    // Locked or closed: the next change asks again.
    do { return try await shutdown.pass { try await connections.version() } ?? nil } catch { return nil }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(InboxError) -> Value {
    do {
      guard let value = try await shutdown.pass({ try await connections.read(body) }) else {
        throw InboxError.cancelled
      }
      return value
    } catch { throw failure(error) }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(InboxError) -> Value {
    do {
      guard let value = try await shutdown.pass({ try await connections.writer().write(body) }) else {
        throw InboxError.cancelled
      }
      return value
    } catch { throw failure(error) }
  }

  private func failure(_ error: any Error) -> InboxError {
    if let file = connections.path, DamagedDatabase.isDamage(error) { DamagedDatabase(path: file).suspect() }
    return Self.unavailable(path, error)
  }

  private static func isDamaged(_ path: String) -> InboxError {
    .storeUnavailable(
      path: path, reason: "the file is damaged or no inbox archive; ‘inbox’ sets it aside at its next start")
  }

  private static func unavailable(_ path: String, _ error: any Error) -> InboxError {
    if error is CancellationError { return .cancelled }
    if let error = error as? InboxError { return error }
    guard !DamagedDatabase.isDamage(error) else { return isDamaged(path) }
    guard let error = error as? DatabaseError else {
      return .storeUnavailable(path: path, reason: String(describing: error))
    }
    let reason =
      switch error.resultCode.primaryResultCode {
      case _ where lacksRoom(error): noRoom
      case .SQLITE_READONLY: "it is read-only; make the file and its folder writable"
      case .SQLITE_CANTOPEN: "it cannot be opened or made; make its folder writable"
      case .SQLITE_BUSY, .SQLITE_LOCKED: "another program keeps it locked; close that one"
      case .SQLITE_IOERR: "reading or writing it failed (\(error.message ?? "input/output error"))"
      default: error.message ?? error.description
      }
    return .storeUnavailable(path: path, reason: reason)
  }

  /// SQLite reports `SQLITE_FULL` when it writes the database, but an I/O error when it makes the index of the journal.
  private static func lacksRoom(_ error: DatabaseError) -> Bool {
    switch error.extendedResultCode {
    case .SQLITE_FULL, .SQLITE_IOERR_SHMSIZE: true
    case .SQLITE_IOERR_WRITE: hasFileLimit
    default: false
    }
  }

  private static var noRoom: String {
    hasFileLimit ? "the disk is full, or its files may not grow (‘ulimit -f’)" : "the disk is full"
  }

  /// Whether there is a size that no file of this process may have.
  private static var hasFileLimit: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
      && limit.rlim_cur < rlim_t(Int.max)
  }
}
