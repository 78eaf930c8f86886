import Foundation
import InboxCore
import Synchronization

/// A clock that stands still until a test moves it, and the date that goes with it.
final class ManualTime: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var count = 0
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  private let start: Date

  init(_ start: Date = ManualTime.noon) { self.start = start }

  /// 2026-11-21T12:00:00Z.
  static let noon = Date(timeIntervalSince1970: 1_795_262_400)

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .zero }
  var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let immediate: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.contains(number) { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let immediate { continuation.resume(with: immediate) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(number)
        return state.sleepers.removeValue(forKey: number)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock and wakes whoever slept until then.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until so many sleep.
  func sleepers(_ count: Int) async {
    while state.withLock({ $0.sleepers.count }) < count { await Task.yield() }
  }
}
