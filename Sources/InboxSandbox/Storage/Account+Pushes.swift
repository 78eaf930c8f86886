import struct Foundation.Data
import InboxCore
import InboxModel
import InboxVendors

extension Account {
  /// Opens a line for an identity: first the badge, where the vendor is Responsys, and how the clock goes; then what is
  /// launched for the identity or withdrawn from now on.
  ///
  /// - Parameter words: A change in the vendor's words; nil for Responsys, whose pushes are those of campaigns and the badge.
  ///
  /// - Returns: its lines and the number for ``unsubscribe(_:)``.
  func subscribe(
    _ identity: Identity, at vendor: VendorName, saying words: (@Sendable (VendorChange) -> Data)?
  ) async throws -> (lines: AsyncStream<Data>, number: Int) {
    let (lines, continuation) = AsyncStream<Data>.makeStream()
    subscriptions += 1
    let number = subscriptions
    // Also where the client has left before anything was written: then nothing reads the lines.
    continuation.onTermination = { _ in Task { await self.unsubscribe(number) } }
    // Until it begins, the line holds back what is said on it.
    subscribers[number] = Subscriber(
      identity: identity, continuation: continuation, vendor: vendor, words: words, held: [])
    if ended != nil { unsubscribe(number) }
    do {
      try await hearFromNowOn()
      let badge = words == nil ? try await heldBadge(of: identity) : nil
      begin(number, badge)
    } catch {
      unsubscribe(number)
      throw error
    }
    return (lines, number)
  }

  /// From here on this process says what other processes launch.
  private func hearFromNowOn() async throws {
    guard store.isShared, lastLine == nil else { return }
    let last: Int64 = try await transaction(.reading) {
      try $0.run("SELECT coalesce(max(seq), 0) AS last FROM line WHERE space = $1").first?["last"] ?? 0
    }
    lastLine = lastLine ?? last
  }

  /// Says the current state, and then what was held back.
  private func begin(_ number: Int, _ badge: ServerBadge?) {
    let held = subscribers[number]?.held ?? []
    subscribers[number]?.held = nil
    if let badge { send(.push(.state(badge: badge.count, version: badge.version)), to: number) }
    send(.clock(clock.reading), to: number)
    if !faults.isEmpty { send(.faults(faults), to: number) }
    for line in held { send(line, to: number) }
  }

  /// Ends a line; a number that is unknown by now is fine.
  func unsubscribe(_ number: Int) {
    subscribers.removeValue(forKey: number)?.continuation.finish()
  }

  func send(_ line: SandboxLine, to number: Int) { send(line.data, to: number) }

  func send(_ line: Data, to number: Int) {
    guard subscribers[number]?.held == nil else {
      subscribers[number]?.held?.append(line)
      return
    }
    subscribers[number]?.sentCount += 1
    subscribers[number]?.continuation.yield(line)
  }

  /// How much was said on the newest line; nil while none is open.
  var sentCount: Int? { subscribers.max { $0.key < $1.key }?.value.sentCount }

  /// The open lines in the order in which they were opened, with whose they are and how much was said on each.
  var lines: [(number: Int, identity: Identity, said: Int)] {
    subscribers.sorted { $0.key < $1.key }.map { ($0.key, $0.value.identity, $0.value.sentCount) }
  }

  var openLines: Int { subscribers.count }

  /// Says on every line that it is still open.
  func keepAlive() {
    for number in subscribers.keys { send(.push(.keepAlive), to: number) }
  }

  /// Says on every line how the clock goes.
  func publish(_ reading: ClockReading) {
    for number in subscribers.keys { send(.clock(reading), to: number) }
  }

  /// Says on every line which faults are on.
  func publish(faults words: [String]) {
    faults = words
    for number in subscribers.keys { send(.faults(words), to: number) }
  }
}

/// A client on the open response that stands for the push service.
struct Subscriber: Sendable {
  var identity: Identity
  var continuation: AsyncStream<Data>.Continuation
  var sentCount = 0
  /// The vendor whose pushes it receives, and a change in its words, as in ``Account/subscribe(_:at:saying:)``.
  var vendor: VendorName
  var words: (@Sendable (VendorChange) -> Data)?
  /// What is held back until the line begins; nil from then on.
  var held: [Data]?
}
