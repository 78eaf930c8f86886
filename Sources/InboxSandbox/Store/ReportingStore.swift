import Synchronization

/// A store whose troubles are reported to the operator: the words of a database may name hosts and statements, which
/// are not for the clients.
final class ReportingStore: SandboxStore {
  private let store: any SandboxStore
  private let report: @Sendable (String) -> Void
  private let now: @Sendable () -> ContinuousClock.Instant
  /// The kinds of access that fail for lack of the database, and why statements were refused and rows could not be read,
  /// with when each reason was met last.
  private struct Trouble {
    var silent: [StoreAccess: String] = [:]
    var reasons: [String: ContinuousClock.Instant] = [:]
  }
  private let trouble = Mutex(Trouble())

  init(
    _ store: any SandboxStore, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    report: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.now = now
    self.report = report
  }

  var isShared: Bool { store.isShared }

  func transaction<Value: Sendable>(
    _ access: StoreAccess, in space: SpaceName, signal: StoreSignal?,
    _ body: @Sendable @escaping (any SQLTransaction) throws -> Value
  ) async throws -> Value {
    do {
      let value = try await store.transaction(access, in: space, signal: signal, body)
      responded(to: access)
      return value
    } catch StoreError.unavailable(let reason?) {
      let isNew = trouble.withLock { trouble in
        defer { trouble.silent[access] = reason }
        return !trouble.silent.values.contains(reason)
      }
      if isNew { report("The database is not available: \(reason)") }
      throw StoreError.unavailable(nil)
    } catch StoreError.refused(let reason?) {
      if isNew(reason) { report("The database refuses a statement: \(reason)") }
      throw StoreError.refused(nil)
    } catch StoreError.damaged(let reason) {
      if isNew(reason) { report(StoreError.damaged(reason).description) }
      throw StoreError.damaged(reason)
    }
  }

  /// A reason that was not met for this long is over: where it returns, it is reported again.
  private static let memory = Duration.seconds(600)
  private static let mostReasons = 16

  private func isNew(_ reason: String) -> Bool {
    let now = now()
    return trouble.withLock { trouble in
      let known = trouble.reasons.filter { $0.value.duration(to: now) < Self.memory }
      trouble.reasons = known.count < Self.mostReasons || known[reason] != nil ? known : [:]
      trouble.reasons[reason] = now
      return known[reason] == nil
    }
  }

  /// Each trouble is reported once, however many requests meet it, and its end once every kind of access succeeds
  /// again: a full disk can still be read.
  private func responded(to access: StoreAccess) {
    let isOver = trouble.withLock { trouble in
      trouble.silent.removeValue(forKey: access) != nil && trouble.silent.isEmpty
    }
    if isOver { report("The database is available again.") }
  }

  func signals() async -> AsyncStream<StoreSignal> { await store.signals() }

  func close() async { await store.close() }
}
