package import Foundation
package import InboxCore
import NIOConcurrencyHelpers

/// A clock that moves only when a test says so; the date moves with it.
package final class ManualClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    package var offset: Duration
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var id: UUID
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var jump: Double = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<UUID> = []
    var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// A lock that the thread sanitizer understands; it reports races for `Mutex`, which are none.
  private let state = NIOLockedValueBox(State())
  private let start: Date

  package init(start: Date = Date(timeIntervalSince1970: 1_800_000_000)) { self.start = start }

  package var now: Instant { state.withLockedValue { $0.now } }
  package var minimumResolution: Duration { .milliseconds(1) }

  /// The date that goes with ``now``.
  package var date: Date {
    state.withLockedValue { start.addingTimeInterval($0.now.offset / .seconds(1) + $0.jump) }
  }

  /// This clock as the core takes it.
  package var time: TimeSource { TimeSource(clock: self, now: { self.date }) }

  /// Moves the wall clock without moving the sleepers, as a person does who sets the machine's date.
  package func setBack(by seconds: Double) { state.withLockedValue { $0.jump -= seconds } }

  package func advance(by duration: Duration) {
    let due = state.withLockedValue { state -> [Sleeper] in
      state.now = state.now.advanced(by: duration)
      let moment = state.now.advanced(by: minimumResolution)
      let due = state.sleepers.filter { $0.deadline <= moment }
      state.sleepers.removeAll { $0.deadline <= moment }
      return due
    }
    for sleeper in due.sorted(by: { $0.deadline < $1.deadline }) { sleeper.continuation.resume() }
  }

  /// Returns when at least so many sleep on this clock.
  package func sleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLockedValue { state in
        if state.sleepers.count >= count { return true }
        state.arrivals.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (ready, arrived) = state.withLockedValue {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
          if deadline <= state.now.advanced(by: minimumResolution) { return (.success(()), []) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          let count = state.sleepers.count
          let arrived = state.arrivals.filter { $0.count <= count }.map(\.continuation)
          state.arrivals.removeAll { $0.count <= count }
          return (nil, arrived)
        }
        if let ready { continuation.resume(with: ready) }
        for waiter in arrived { waiter.resume() }
      }
    } onCancel: {
      let sleeper = state.withLockedValue { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
