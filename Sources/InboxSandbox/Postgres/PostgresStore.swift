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
      guard !isSplitWrongly(url) else {
        throw StoreError.refused(
          "its URL has “@” or “/” in the user or the password, or “@” in the name of the database, which are written %40 and %2F, or a port that is not a number"
        )
      }
      try await PostgresConnection(url: url).migrate()
      return PostgresStore(
        pool: PostgresPool(url: url, connections: connections), listener: try PostgresListener(url: url))
    } catch {
      throw .databaseUnusable(reason: Self.sentence(error))
    }
  }

  /// Whether libpq would take a part of a password for a host or a port, ask name servers for it and repeat it.
  private static func isSplitWrongly(_ url: String) -> Bool {
    guard url.hasPrefix("postgres"), let start = url.firstRange(of: "://")?.upperBound else { return false }
    // As libpq does: what stands before the first “@” is the user, unless a “/” comes first.
    let place = url[start...].prefix { $0 != "/" }
    let user = place.firstIndex(of: "@").map { place[...$0] } ?? ""
    // Behind the user an “@” ends a password that has one before it, or a “/” behind digits like those of a port.
    let hostsAndName = url[start...].dropFirst(user.count).prefix { $0 != "?" }
    // Or without one, with its parameters behind the host.
    let hasParameters = user.firstIndex(of: "?").map { user[$0...].contains("=") } ?? false
    return hostsAndName.contains("@") || hasParameters
      || hostsAndName.prefix { $0 != "/" }.split(separator: ",").contains { host in
        // An address of IPv6 has colons between brackets.
        let port = host[(host.lastIndex(of: "]") ?? host.startIndex)...].drop { $0 != ":" }.dropFirst()
        return !port.allSatisfy(\.isWholeNumber)
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
