/// Where a sandbox keeps what outlives a request: one SQLite file, or a PostgreSQL that any number of sandboxes share (TS-1).
///
/// Both run the same statements, so that no rule is written twice: `$1`, `$2` … stand for bound values, whole numbers are
/// `BIGINT` and everything else is `TEXT`.
protocol SandboxStore: Sendable {
  /// Whether other processes change it as well, so that what was read of it may soon be out of date.
  var isShared: Bool { get }

  /// Runs a body in one transaction, which is durable when this returns, unless it only notes.
  ///
  /// - Parameters:
  ///   - space: Whose tables are locked, as the access says.
  ///   - signal: What every process that serves the store hears then.
  ///   - body: May run several times, where others were in its way.
  /// - Throws: ``StoreError``, and what the body throws, which undoes everything.
  func transaction<Value: Sendable>(
    _ access: StoreAccess, in space: SpaceName, signal: StoreSignal?,
    _ body: @Sendable @escaping (any SQLTransaction) throws -> Value
  ) async throws -> Value

  /// What other processes have changed, from now on; for one consumer.
  func signals() async -> AsyncStream<StoreSignal>

  /// Ends connections and signals; a second call does nothing.
  func close() async
}

enum StoreAccess: Hashable, Sendable {
  /// Only reads, everything as of one moment.
  case reading
  /// Adds receipts beside others that do.
  case adding
  /// Adds receipts likewise, but they may be lost where the database dies within a second.
  case noting
  /// Removes receipts, alongside transactions that add some; one such transaction runs at a time.
  case tidying
  /// Changes the space, while nothing else does.
  case changing
}

protocol SQLTransaction {
  /// Runs one statement and returns its rows.
  @discardableResult
  func run(_ statement: String, _ values: [SQLValue]) throws -> [SQLRow]
}

/// A change that a process made in the store, for the other processes that serve it.
enum StoreSignal: Hashable, Sendable {
  /// Receipts of a space.
  case receipts(SpaceName)
  /// Something was stored that the open lines of a space have to say.
  case lines(SpaceName)
  /// The clock, faults or tokens of a space, or the space itself.
  case space(SpaceName)
  /// Signals may have been lost: anything may have changed.
  case anything

  /// The signal as text, at most 8,000 bytes.
  var text: String {
    switch self {
    case .receipts(let space): "r \(space)"
    case .lines(let space): "l \(space)"
    case .space(let space): "s \(space)"
    case .anything: "a"
    }
  }

  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    let space = parts.count == 2 ? SpaceName(String(parts[1])) : nil
    switch (parts.first, space) {
    case ("r", let space?): self = .receipts(space)
    case ("l", let space?): self = .lines(space)
    case ("s", let space?): self = .space(space)
    case ("a", nil): self = .anything
    default: return nil
    }
  }
}
