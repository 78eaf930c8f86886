import Synchronization

/// A store whose troubles go to whoever runs the sandbox: what a database says may name hosts and statements, which are not for
/// the clients.
final class ReportingStore: SandboxStore {
  private let store: any SandboxStore
  private let report: @Sendable (String) -> Void
  /// What was said last; nil while everything is well.
  private let trouble = Mutex<String?>(nil)

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
      say(nil)
      return value
    } catch StoreError.unavailable(let reason?) {
      say("The database does not respond: \(reason)")
      throw StoreError.unavailable(nil)
    } catch StoreError.refused(let reason?) {
      say("The database refuses a statement: \(reason)")
      throw StoreError.refused(nil)
    }
  }

  /// Each trouble is said once, however many requests meet it, and that it is over.
  private func say(_ new: String?) {
    let text = trouble.withLock { old -> String? in
      defer { old = new }
      if old == new { return nil }
      return new ?? "The database responds again."
    }
    if let text { report(text) }
  }

  func signals() async -> AsyncStream<StoreSignal> { await store.signals() }

  func close() async { await store.close() }
}
