import Foundation
import GRDB
package import InboxCore

/// The device's storage in one SQLite file: archive, outbox, badge ledger.
///
/// Every method is one transaction. SQLite's own errors become ``InboxError/storeUnavailable(path:reason:)`` in one
/// place, ``run(_:)``.
package struct InboxDatabase: Sendable {
  private let writer: any DatabaseWriter
  private let path: String

  /// Opens or makes the file, and brings an older one up to date.
  ///
  /// - Throws: ``InboxError/storeTooNew(path:version:)`` and leaves the file alone when a newer program wrote it;
  ///   ``InboxError/storeUnavailable(path:reason:)`` when it cannot be opened or written.
  package static func open(path: String) throws(InboxError) -> InboxDatabase {
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { db in
        // Every commit survives a power cut: an event counts as told only when it is durable (EN-7).
        try db.execute(sql: "PRAGMA synchronous = FULL")
      }
      let pool = try DatabasePool(path: path, configuration: configuration)
      return try InboxDatabase(pool, path: path)
    } catch let error as InboxError {
      throw error
    } catch {
      throw unavailable(path, error)
    }
  }

  /// A database of its own in memory, for tests and for screens that leave nothing behind.
  package static func inMemory() throws(InboxError) -> InboxDatabase {
    do {
      return try InboxDatabase(DatabaseQueue(), path: "memory")
    } catch let error as InboxError {
      throw error
    } catch {
      throw unavailable("memory", error)
    }
  }

  /// Closes the file, which folds SQLite's journal into it.
  package func close() throws(InboxError) {
    do { try writer.close() } catch { throw Self.unavailable(path, error) }
  }

  /// Takes a connection and migrates it.
  init(_ writer: any DatabaseWriter, path: String) throws {
    self.writer = writer
    self.path = path
    let migrator = InboxSchema.migrator
    let known = Set(migrator.migrations)
    let applied = try writer.read { try migrator.appliedIdentifiers($0) }
    if let unknown = applied.subtracting(known).sorted().last {
      throw InboxError.storeTooNew(path: path, version: unknown)
    }
    if applied != known { try migrator.migrate(writer) }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(InboxError) -> Value {
    do { return try await writer.read(body) } catch { throw Self.unavailable(path, error) }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(InboxError) -> Value {
    do { return try await writer.write(body) } catch { throw Self.unavailable(path, error) }
  }

  private static func unavailable(_ path: String, _ error: any Error) -> InboxError {
    if error is CancellationError { return .cancelled }
    if let error = error as? InboxError { return error }
    guard let error = error as? DatabaseError else {
      return .storeUnavailable(path: path, reason: String(describing: error))
    }
    let reason =
      switch error.resultCode {
      case .SQLITE_FULL: "the disk is full"
      case .SQLITE_READONLY: "it is read-only"
      case .SQLITE_CANTOPEN: "it cannot be opened or made"
      case .SQLITE_BUSY, .SQLITE_LOCKED: "another program keeps it locked"
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: "the file is damaged or no inbox archive"
      default: error.message ?? error.description
      }
    return .storeUnavailable(path: path, reason: reason)
  }
}
