import GRDB
import InboxCore

extension Account {
  /// Opens a line for an identity: the badge first and how the clock goes, then whatever is launched from now on.
  ///
  /// - Returns: the pushes and the number for ``unsubscribe(_:)``.
  func subscribe(_ identity: Identity) throws -> (pushes: AsyncStream<Push>, number: Int) {
    let badge = try database.write { try self.badge(of: identity, $0) }
    let (pushes, continuation) = AsyncStream<Push>.makeStream()
    subscriptions += 1
    subscribers[subscriptions] = Subscriber(identity: identity, continuation: continuation)
    continuation.yield(.state(badge: badge.count, version: badge.version))
    continuation.yield(.clock(clock.reading))
    if !faults.isEmpty { continuation.yield(.faults(faults)) }
    return (pushes, subscriptions)
  }

  /// Ends a line; a number that is gone is fine.
  func unsubscribe(_ number: Int) {
    subscribers.removeValue(forKey: number)?.continuation.finish()
  }

  /// How many lines are open.
  var openLines: Int { subscribers.count }

  /// Says on every line that it is up.
  func keepAlive() {
    for subscriber in subscribers.values { subscriber.continuation.yield(.keepAlive) }
  }

  /// Says on every line how the clock goes.
  func tell(_ reading: ClockReading) {
    for subscriber in subscribers.values { subscriber.continuation.yield(.clock(reading)) }
  }

  /// Says on every line which faults are on.
  func tell(faults words: [String]) {
    faults = words
    for subscriber in subscribers.values { subscriber.continuation.yield(.faults(words)) }
  }

  /// Ends every line, for a stop.
  func endPushes() {
    for subscriber in subscribers.values { subscriber.continuation.finish() }
    subscribers = [:]
  }
}
