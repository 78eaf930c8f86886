import InboxTestSupport

@testable import InboxSandbox

/// A real store that counts its transactions, and can hold one up before it begins.
struct WatchedStore: SandboxStore {
  let store: any SandboxStore
  /// Whether it hears what other processes changed, which is work of its own.
  var hears = true
  let watch = StoreWatch()

  var isShared: Bool { store.isShared }

  func transaction<Value: Sendable>(
    _ access: StoreAccess, in space: SpaceName, signal: StoreSignal?,
    _ body: @Sendable @escaping (any SQLTransaction) throws -> Value
  ) async throws -> Value {
    await watch.pass(access, space)
    return try await store.transaction(access, in: space, signal: signal, body)
  }

  func signals() async -> AsyncStream<StoreSignal> {
    hears ? await store.signals() : AsyncStream { $0.finish() }
  }

  func close() async { await store.close() }
}

actor StoreWatch {
  /// How many began, by what they do.
  private(set) var counts: [StoreAccess: Int] = [:]
  private var wanted: (access: StoreAccess, space: SpaceName)?
  private var held: CheckedContinuation<Void, Never>?

  /// Holds up the next one that does this in a space.
  func hold(_ access: StoreAccess, in space: SpaceName) { wanted = (access, space) }

  /// Whether it has come.
  var isHeld: Bool { held != nil }

  func release() {
    held?.resume()
    held = nil
  }

  func pass(_ access: StoreAccess, _ space: SpaceName) async {
    counts[access, default: 0] += 1
    guard let wanted, wanted == (access, space) else { return }
    self.wanted = nil
    await withCheckedContinuation { held = $0 }
  }
}
