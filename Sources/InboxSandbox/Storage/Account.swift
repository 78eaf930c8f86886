import struct Foundation.Date
import InboxCore

/// What the vendors hold for one space: messages, badges, links, and receipts of everything that was received.
///
/// Every method is one transaction, so that a caller sees the steps of others whole or not at all. Open lines and waiting
/// callers are this process's own; what they wait for is in the store.
actor Account {
  let store: any SandboxStore
  let space: SpaceName
  let clock: VirtualClock
  let maximumBadge: Int
  /// The centers of loaded campaigns; launched messages add theirs.
  var configuredCenters: Set<CenterName>
  var subscribers: [Int: Subscriber] = [:]
  var subscriptions = 0
  /// The last of what is kept that was said on the lines, so that nothing is said twice; nil while there was no line yet.
  var lastLine: Int64?
  /// The faults that are on, in words.
  var faults: [String] = []
  var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
  var watches = 0
  /// Counts up with every receipt, so that a caller can wait until none arrives.
  var revision = 0

  init(
    store: any SandboxStore, space: SpaceName = .main, centers: Set<CenterName>, maximumBadge: Int,
    clock: VirtualClock
  ) {
    self.store = store
    self.space = space
    self.maximumBadge = maximumBadge
    self.clock = clock
    configuredCenters = centers.union([.primary])
  }

  func now() -> Date { clock.date }

  func centers() async throws -> [CenterName] {
    let launched = try await transaction(.reading) { tables in
      try tables.run("SELECT DISTINCT center, vendors FROM message WHERE space = $1").filter {
        try Self.vendors($0).contains(.responsys)
      }.map { CenterName(try $0["center"] as String) }
    }
    let custom = configuredCenters.union(launched).subtracting([.primary])
    return [.primary] + custom.sorted { $0.rawValue < $1.rawValue }
  }

  @discardableResult
  func transaction<Value: Sendable>(
    _ access: StoreAccess, signal: StoreSignal? = nil,
    _ body: @Sendable @escaping (SpaceTables) throws -> Value
  ) async throws -> Value {
    let space = space
    return try await store.transaction(access, in: space, signal: signal) {
      try body(SpaceTables(space: space, transaction: $0))
    }
  }

  /// Writes in one transaction and wakes everything that waits for receipts, here and at other processes.
  @discardableResult
  func record<Value: Sendable>(
    _ access: StoreAccess = .adding, _ change: @Sendable @escaping (SpaceTables) throws -> Value
  ) async throws -> Value {
    let value = try await transaction(access, signal: .receipts(space), change)
    wake()
    return value
  }

  /// There may be other receipts than before.
  func wake() {
    revision += 1
    for watcher in watchers.values { watcher.yield() }
  }
}
