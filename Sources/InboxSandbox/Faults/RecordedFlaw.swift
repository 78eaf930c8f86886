import struct Foundation.Date
import InboxModel

/// What can be wrong with a list of events that is read back (SB-3, VE-14).
package enum RecordedFlaw: String, Hashable, Sendable, Codable, CaseIterable {
  /// Events are missing.
  case lost
  /// Events are in it twice.
  case doubled
  /// Events come into it only some time after they were received.
  case delayed
  /// The events are in no order.
  case reordered

  /// One event of a list.
  struct Entry<Value> {
    var value: Value
    /// What distinguishes the event from others; the same at every reading.
    var key: String
    var received: Date
  }

  /// The values of a list that has the flaw.
  ///
  /// The same events are struck at every reading, as the flaw belongs to what was recorded.
  ///
  /// - Parameters:
  ///   - percent: How many of a hundred events are struck.
  ///   - delay: Seconds that an event is late by.
  ///   - count: Where a value says how often it came; nil lists one that came twice twice.
  func list<Value>(
    _ entries: [Entry<Value>], percent: Int, seed: UInt64, delay: Double, now: Date,
    counting count: WritableKeyPath<Value, Int>?
  ) -> [Value] {
    func doubled(_ value: Value) -> [Value] {
      guard let count else { return [value, value] }
      var twice = value
      twice[keyPath: count] += 1
      return [twice]
    }
    func number(_ entry: Entry<Value>) -> UInt64 {
      // Spread over all bits: short keys differ in few.
      var generator = SeededGenerator(seed: FNV1a.hash(entry.key, from: seed ^ FNV1a.basis))
      return generator.next()
    }
    func isStruck(_ entry: Entry<Value>) -> Bool { number(entry) % 100 < UInt64(percent) }
    switch self {
    case .lost: return entries.filter { !isStruck($0) }.map(\.value)
    case .doubled: return entries.flatMap { isStruck($0) ? doubled($0.value) : [$0.value] }
    case .delayed:
      return entries.filter { !isStruck($0) || now.timeIntervalSince($0.received) >= delay }.map(\.value)
    case .reordered: return entries.sorted { number($0) < number($1) }.map(\.value)
    }
  }
}

extension FaultBoard {
  /// A list of what was recorded, as the fault of ``FaultEndpoint/recorded`` has it.
  func flawed<Value>(
    _ entries: [RecordedFlaw.Entry<Value>], now: Date,
    counting count: WritableKeyPath<Value, Int>? = nil
  ) -> [Value] {
    guard let fault = all.first(where: { $0.endpoint == .recorded }), let flaw = fault.flaw else {
      return entries.map(\.value)
    }
    return flaw.list(
      entries, percent: fault.percent ?? 100, seed: fault.seed ?? 0,
      delay: Double(fault.delayMilliseconds ?? 0) / 1_000, now: now, counting: count)
  }
}
