import Synchronization

/// A store whose troubles are reported to the operator: the words of a database may name hosts and statements, which
/// are not for the clients.
final class ReportingStore: SandboxStore {
  private let store: any SandboxStore
  private let report: @Sendable (String) -> Void
  /// The kinds of access that fail for lack of the database, and why statements were refused and rows could not be read
  /// lately.
  private struct Trouble {
    var silent: [StoreAccess: String] = [:]
    var reasons: [String] = []
  }
  private let trouble = Mutex(Trouble())

  init(_ store: any SandboxStore, report: @escaping @Sendable (String) -> Void) {
    self.store = store
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
      if isNew { report("The database does not respond: \(reason)") }
      throw StoreError.unavailable(nil)
    } catch StoreError.refused(let reason?) {
      if isNew(reason) { report("The database refuses a statement: \(reason)") }
      throw StoreError.refused(nil)
    } catch StoreError.damaged(let reason) {
      if isNew(reason) { report(StoreError.damaged(reason).description) }
      throw StoreError.damaged(reason)
    }
  }

  private func isNew(_ reason: String) -> Bool {
    trouble.withLock { trouble in
      guard !trouble.reasons.contains(reason) else { return false }
      trouble.reasons = trouble.reasons.suffix(15) + [reason]
      return true
    }
  }

  /// Each trouble is reported once, however many requests meet it, and its end once every kind of access succeeds
  /// again: a full disk can still be read.
  private func responded(to access: StoreAccess) {
    let isOver = trouble.withLock { trouble in
      trouble.silent.removeValue(forKey: access) != nil && trouble.silent.isEmpty
    }
    if isOver { report("The database responds again.") }
  }

  func signals() async -> AsyncStream<StoreSignal> { await store.signals() }

  func close() async { await store.close() }
}
