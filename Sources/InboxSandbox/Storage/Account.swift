import struct Foundation.Date
import InboxModel

/// What the vendors hold for one space: messages, badges, links, and receipts of everything that was received.
///
/// Every method is one transaction, so that a caller sees the steps of others whole or not at all. Open lines and
/// waiting callers belong to this process; what they wait for is in the store.
actor Account {
  let store: any SandboxStore
  let space: SpaceName
  /// The hash of the space's token, which tells it from others that had its name or will; nil for the main space.
  let token: String?
  let clock: VirtualClock
  let maximumBadge: Int
  /// The centers of loaded campaigns; launched ones add theirs.
  let configuredCenters: Set<CenterName>
  /// The ids of loaded campaigns; launched ones are in the store.
  let campaignIDs: Set<String>
  var subscribers: [Int: Subscriber] = [:]
  var subscriptions = 0
  /// The last stored news that was said on the lines, so that none is said twice; nil while there was no line yet.
  var lastLine: Int64?
  /// The faults that are on, in words.
  var faults: [String] = []
  var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
  var watches = 0
  /// The last known setting of how long receipts are kept, and how many; the store has the current one.
  var retention = Retention.usual
  /// How many receipts came here since the last check of the limit, and when the next check is due.
  var added = 0
  var nextLook = Date.distantPast
  /// Hides the tokens of the space and of its users in what is stored of requests.
  private(set) var mask = TokenMask(known: [])
  let realDate: @Sendable () -> Date
  /// Why nothing is waited for any more; nil while the space is served.
  var ended: StoreError?
  /// Counts up with every receipt, so that a caller can wait until none arrives.
  var revision = 0

  init(
    store: any SandboxStore, space: SpaceName = .main, token: String? = nil, centers: Set<CenterName>,
    campaigns: Set<String> = [], maximumBadge: Int, clock: VirtualClock,
    realDate: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.realDate = realDate
    self.store = store
    self.space = space
    self.token = token
    self.maximumBadge = maximumBadge
    self.clock = clock
    configuredCenters = centers.union([.primary])
    campaignIDs = campaigns
  }

  func hide(_ mask: TokenMask) { self.mask = mask }

  func now() -> Date { clock.date }

  /// Primary first, then the others by name.
  func centers() async throws -> [CenterName] {
    Self.listed(configuredCenters.union(try await keptCenters()))
  }

  /// Those of what was launched or will be, by any process.
  func keptCenters() async throws -> [CenterName] {
    let launched = try await transaction(.reading) { tables in
      try tables.run("SELECT DISTINCT center, vendors FROM message WHERE space = $1").filter {
        try Self.vendors($0).contains(.responsys)
      }.map { CenterName(try $0["center"] as String) }
    }
    let kept = try await keptCampaigns().filter { $0.goes(to: .responsys) }.map(\.center)
    return Self.listed(Set(launched + kept))
  }

  private static func listed(_ centers: Set<CenterName>) -> [CenterName] {
    [.primary] + centers.subtracting([.primary]).sorted { $0.rawValue < $1.rawValue }
  }

  /// - Throws: ``StoreError/gone`` where the space was removed or has other tokens: under its name there may be another
  ///   one by now.
  @discardableResult
  func transaction<Value: Sendable>(
    _ access: StoreAccess, signal: StoreSignal? = nil,
    _ body: @Sendable @escaping (SpaceTables) throws -> Value
  ) async throws -> Value {
    let (space, token) = (space, token)
    return try await store.transaction(access, in: space, signal: signal) { transaction in
      let tables = SpaceTables(space: space, transaction: transaction)
      // The main space stays. One that does not exist is looked for like any other, so that it takes as long (TS-8).
      if space != .main, try tables.token() != token { throw StoreError.gone }
      return try body(tables)
    }
  }

  /// Writes in one transaction and wakes everything that waits for receipts, here and at other processes.
  ///
  /// - Parameter count: How many receipts that may be.
  @discardableResult
  func record<Value: Sendable>(
    _ access: StoreAccess = .adding, count: Int = 1,
    _ change: @Sendable @escaping (SpaceTables) throws -> Value
  ) async throws -> Value {
    let value = try await transaction(access, signal: .receipts(space), change)
    wake()
    await expireIfDue(after: count)
    return value
  }

  /// Ends every line, live page and wait, also those that are begun later.
  func end(_ reason: StoreError) {
    ended = ended ?? reason
    for subscriber in subscribers.values { subscriber.continuation.finish() }
    subscribers = [:]
    for watcher in watchers.values { watcher.finish() }
    watchers = [:]
  }

  /// Wakes what waits, as the receipts may have changed.
  func wake() {
    revision += 1
    for watcher in watchers.values { watcher.yield() }
  }
}
