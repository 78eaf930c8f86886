import InboxModel

/// One connection to a PostgreSQL, on a thread of its own; it connects when it is first used, and again after a loss.
actor PostgresConnection {
  private nonisolated let executor = ThreadExecutor()
  let url: String
  private var link: PostgresLink?
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(url: String) { self.url = url }

  /// Runs a body between a begin and a commit, and again where other transactions were in its way.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` where the database was lost meanwhile; the next call connects again.
  func transaction<Value: Sendable>(
    _ access: StoreAccess, in space: SpaceName, signal: String?,
    _ body: @Sendable (any SQLTransaction) throws -> Value
  ) throws -> Value {
    var isAlone = false
    for attempt in 1... {
      var hasBegun = false
      do {
        let link = try connected()
        return try run(access, space, signal, link, isAlone: isAlone, hasBegun: &hasBegun, body)
      } catch let failure as PostgresFailure {
        // An idle connection that the database has closed meanwhile: nothing of the transaction was executed.
        let wasClosed = !hasBegun && link?.isConnected == false
        guard recovers(failure) || wasClosed, attempt < Self.attempts else { throw failure.error }
        // Two transactions that lock the same ids in different orders would meet again.
        isAlone = isAlone || failure.isDeadlock
      }
    }
    throw StoreError.unavailable("it was tried too often")
  }

  /// Closes the connection for good: later calls are refused.
  func close() {
    link = nil
    isClosed = true
  }

  /// How often a transaction is run before its request is refused.
  private static let attempts = 20

  private func connected() throws -> PostgresLink {
    if let link, link.isConnected { return link }
    link = nil
    guard !isClosed else { throw StoreError.unavailable("the sandbox is ending") }
    let new = try PostgresLink(url)
    link = new
    return new
  }

  private func recovers(_ failure: PostgresFailure) -> Bool {
    guard failure.state != nil, let link, link.isConnected else {
      link = nil
      return false
    }
    guard failure.isPassing else { return false }
    guard failure.state == "0A000" || failure.state == "26000" else { return true }
    do { try link.forgetStatements() } catch {
      self.link = nil
      return false
    }
    return true
  }

  private func run<Value>(
    _ access: StoreAccess, _ space: SpaceName, _ signal: String?, _ link: PostgresLink,
    isAlone: Bool, hasBegun: inout Bool, _ body: (any SQLTransaction) throws -> Value
  ) throws -> Value {
    let value: Value
    do {
      try link.run((isAlone && access == .adding ? .changing : access).begin(space))
      hasBegun = true
      value = try body(Statements(link: link))
      // A change is rare, and its signal is part of its transaction. Signals of receipts would make commits wait for
      // one another: they follow the commit, and precede the response.
      if access == .changing { try send(signal, link) }
    } catch {
      if link.isConnected { try link.run("ROLLBACK") }
      throw error
    }
    try link.run("COMMIT")
    if access != .changing {
      // The commit stands: a wait whose signal is lost looks again when the line is back.
      do { try send(signal, link) } catch { self.link = nil }
    }
    return value
  }

  private func send(_ signal: String?, _ link: PostgresLink) throws {
    guard let signal else { return }
    _ = try link.run("SELECT pg_notify($1, $2)", [.text(PostgresListener.channel), .text(signal)])
  }

  private struct Statements: SQLTransaction {
    let link: PostgresLink

    func run(_ statement: String, _ values: [SQLValue]) throws -> [SQLRow] { try link.run(statement, values) }
  }
}

extension StoreAccess {
  /// The statement that begins a transaction, with the lock of the space, which those that add receipts share.
  fileprivate func begin(_ space: SpaceName) -> String {
    switch self {
    case .reading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case .noting: "BEGIN; SET LOCAL synchronous_commit = off"
    case .tidying: "BEGIN; SET LOCAL synchronous_commit = off; SELECT pg_advisory_xact_lock(\(~space.lock))"
    case .adding: "BEGIN; SELECT pg_advisory_xact_lock_shared(\(space.lock))"
    case .changing: "BEGIN; SELECT pg_advisory_xact_lock(\(space.lock))"
    }
  }
}

extension SpaceName {
  /// The number of the space's lock, whose complement is the lock for tidying; two spaces with one number only wait for
  /// each other.
  fileprivate var lock: Int64 { Int64(bitPattern: FNV1a.hash(rawValue)) }
}
