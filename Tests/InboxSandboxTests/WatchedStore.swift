import InboxTestSupport

@testable import InboxSandbox

/// A real store that counts its transactions, and can hold one up.
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
    await watch.begins(access, space)
    let value = try await store.transaction(access, in: space, signal: signal, body)
    await watch.hasEnded(access, space)
    return value
  }

  func signals() async -> AsyncStream<StoreSignal> {
    hears ? await store.signals() : AsyncStream { $0.finish() }
  }

  func close() async { await store.close() }
}

actor StoreWatch {
  /// How many began, by what they do.
  private(set) var counts: [StoreAccess: Int] = [:]
  private var wanted: (access: StoreAccess, space: SpaceName, hasEnded: Bool)?
  private var held: CheckedContinuation<Void, Never>?

  /// Holds up the next one that does this in a space: before it begins, or before its caller learns that it has ended.
  func hold(_ access: StoreAccess, in space: SpaceName, hasEnded: Bool = false) {
    wanted = (access, space, hasEnded)
  }

  /// Whether it has come.
  var isHeld: Bool { held != nil }

  func release() {
    held?.resume()
    held = nil
  }

  func begins(_ access: StoreAccess, _ space: SpaceName) async {
    counts[access, default: 0] += 1
    await pass(access, space, hasEnded: false)
  }

  func hasEnded(_ access: StoreAccess, _ space: SpaceName) async {
    await pass(access, space, hasEnded: true)
  }

  private func pass(_ access: StoreAccess, _ space: SpaceName, hasEnded: Bool) async {
    guard let wanted, wanted == (access, space, hasEnded) else { return }
    self.wanted = nil
    await withCheckedContinuation { held = $0 }
  }
}
