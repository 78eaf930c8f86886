import struct Foundation.Date
import GRDB
import InboxCore

/// What the vendor holds for one account: messages, badges, links, and receipts of everything that was received.
///
/// Every method is one transaction and none suspends, so a caller sees the steps of others whole or not at all.
actor Account {
  let database: DatabaseQueue
  let clock: VirtualClock
  let maximumBadge: Int
  /// The centers of loaded campaigns; launched messages add theirs.
  var configuredCenters: Set<CenterName>
  var subscribers: [Int: Subscriber] = [:]
  var subscriptions = 0
  /// The faults that are on, in words.
  var faults: [String] = []
  var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
  var watches = 0
  /// Counts up with every receipt, so that a caller can wait until none arrives.
  var revision = 0

  init(
    database: DatabaseQueue, centers: Set<CenterName>, maximumBadge: Int, clock: VirtualClock
  ) {
    self.database = database
    self.maximumBadge = maximumBadge
    self.clock = clock
    configuredCenters = centers.union([.primary])
  }

  func now() -> Date { clock.date }

  func centers() throws -> [CenterName] {
    let launched = try database.read { database in
      try String.fetchAll(
        database,
        sql: "SELECT DISTINCT center FROM message WHERE vendors IS NULL OR vendors LIKE '%\"responsys\"%'")
    }
    let custom = configuredCenters.union(launched.map { CenterName($0) }).subtracting([.primary])
    return [.primary] + custom.sorted { $0.rawValue < $1.rawValue }
  }

  /// Writes in one transaction and wakes everything that waits for receipts.
  func record<Value>(_ change: (Database) throws -> Value) throws -> Value {
    let value = try database.write(change)
    revision += 1
    for watcher in watchers.values { watcher.yield() }
    return value
  }
}
