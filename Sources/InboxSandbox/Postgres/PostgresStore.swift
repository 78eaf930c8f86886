import CPostgres

/// A PostgreSQL that any number of sandboxes share (TS-1): none of them keeps anything of its own.
struct PostgresStore: SandboxStore {
  private let pool: PostgresPool
  private let listener: PostgresListener
  let isShared = true

  /// The oldest supported version of PostgreSQL: 12.
  private static let oldest = 120_000

  /// Connects, and brings the tables up to date where an earlier version made them.
  ///
  /// - Parameter url: `postgresql://…`; TLS to the database is what its `sslmode` says.
  /// - Throws: ``SandboxError/databaseUnusable(reason:)``.
  static func open(url: String, connections: Int = 8) async throws(SandboxError) -> PostgresStore {
    do {
      guard cpostgres_has_library() != 0 else {
        throw StoreError.refused("libpq is not on this machine; install Debian's libpq5")
      }
      if let flaw = cpostgres_url_flaw(url) {
        cpostgres_free_text(flaw)
        throw StoreError.refused(
          "its URL is none that libpq reads; write it like postgresql://user@host:5432/name")
      }
      try await PostgresConnection(url: url).migrate()
      return PostgresStore(
        pool: PostgresPool(url: url, connections: connections), listener: try PostgresListener(url: url))
    } catch {
      throw .databaseUnusable(reason: Self.sentence(error))
    }
  }

  /// Why a sandbox does not start.
  static func sentence(_ error: any Error) -> String {
    switch error as? StoreError {
    case .refused(let reason?): "The sandbox's database cannot be used: \(reason)."
    case .unavailable(let reason):
      "The sandbox's database cannot be reached\(reason.map { " (\($0))" } ?? ""). Start it, or give another --store."
    case let error?: error.description
    case nil: "\(error)"
    }
  }

  static func check(_ link: PostgresLink) throws {
    guard link.version >= oldest else {
      throw StoreError.refused("its version is \(link.version / 10_000), and 12 is the oldest that serves")
    }
    guard link.setting("server_encoding") == "UTF8" else {
      throw StoreError.refused("its encoding is not UTF8; make a database with ENCODING 'UTF8'")
    }
  }

  func transaction<Value: Sendable>(
    _ access: StoreAccess, in space: SpaceName, signal: StoreSignal?,
    _ body: @Sendable @escaping (any SQLTransaction) throws -> Value
  ) async throws -> Value {
    let text = signal?.text
    return try await pool.with { try await $0.transaction(access, in: space, signal: text, body) }
  }

  func signals() async -> AsyncStream<StoreSignal> { listener.signals }

  func close() async {
    await listener.stop()
    await pool.close()
  }
}
