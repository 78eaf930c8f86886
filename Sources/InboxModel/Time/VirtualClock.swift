public import struct Foundation.Date
import Synchronization

/// A clock and its date that can be moved forward, set, stopped and let run again (SB-4).
///
/// While it runs it goes as fast as the machine's. A sleeper wakes when it is moved past the deadline; setting it back
/// moves the date alone, as setting a machine's clock back does. Instants last for the life of the clock.
public final class VirtualClock: Clock, Sendable {
  /// A moment of the clock, which is never set back.
  public struct Instant: InstantProtocol {
    var offset: Duration

    /// The moment so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How long it is from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether one moment comes before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    /// When the machine's clock and ours were compared last, and what ours said.
    var compared = ContinuousClock.now
    var offset = Duration.zero
    var reading: ClockReading
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var count = 0
    /// Wakes at the earliest deadline while the clock runs.
    var alarm: (deadline: Instant, task: Task<Void, Never>)?
    var listeners = Broadcast<ClockReading>()

    var now: Instant {
      Instant(offset: reading.isRunning ? offset + (ContinuousClock.now - compared) : offset)
    }

    mutating func compare() {
      offset = now.offset
      compared = .now
    }

    /// Removes the sleepers whose time has come; a millisecond early counts.
    mutating func due() -> [CheckedContinuation<Void, any Error>] {
      let moment = now.advanced(by: .milliseconds(1))
      let due = sleepers.filter { $0.value.deadline <= moment }
      for number in due.keys { sleepers[number] = nil }
      return due.sorted { $0.value.deadline < $1.value.deadline }.map(\.value.continuation)
    }
  }

  private let state: Mutex<State>

  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Starts as a reading says; without one it follows the machine's clock.
  public init(_ reading: ClockReading = .machine) { state = Mutex(State(reading: reading)) }

  deinit { state.withLock { $0.alarm?.task.cancel() } }

  /// The moment that sleepers go by.
  public var now: Instant { state.withLock(\.now) }
  /// A millisecond: what is this early is on time.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// The date that goes with ``now``.
  public var date: Date { reading.date }

  /// How it goes at the moment.
  public var reading: ClockReading { state.withLock(\.reading) }

  /// This clock as the core takes it.
  public var time: TimeSource { TimeSource(clock: self, now: { self.date }) }

  /// Each change of how it goes, from now on.
  public func changes() -> AsyncStream<ClockReading> { state.withLock { $0.listeners.stream() } }

  /// Applies a change and returns how the clock goes then.
  ///
  /// Sleepers whose moment is over then wake, the earliest first.
  @discardableResult
  public func apply(_ change: ClockChange) -> ClockReading {
    follow(state.withLock { $0.reading.changed(by: change, at: Date()) })
  }

  /// Goes as another clock does.
  @discardableResult
  public func follow(_ reading: ClockReading) -> ClockReading {
    let woken = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      guard reading != state.reading else { return [] }
      state.compare()
      let jump = reading.date.timeIntervalSince(state.reading.date)
      state.reading = reading
      if jump > 0 { state.offset += .seconds(jump) }
      state.listeners.publish(reading)
      let due = state.due()
      setAlarm(&state, hasMoved: true)
      return due
    }
    for continuation in woken { continuation.resume() }
    return reading
  }

  /// Sleeps until the clock has come to the deadline, by itself or because it was moved; throws when cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let immediate = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if deadline <= state.now.advanced(by: minimumResolution) { return .success(()) }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          setAlarm(&state)
          return nil
        }
        if let immediate { continuation.resume(with: immediate) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let sleeper = state.sleepers.removeValue(forKey: number) else {
          state.cancelled.insert(number)
          return nil
        }
        setAlarm(&state)
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// One timer of the machine for the earliest sleeper; none while there is no sleeper or the clock stands.
  private func setAlarm(_ state: inout State, hasMoved: Bool = false) {
    let earliest = state.reading.isRunning ? state.sleepers.values.map(\.deadline).min() : nil
    guard hasMoved || earliest != state.alarm?.deadline else { return }
    state.alarm?.task.cancel()
    state.alarm = nil
    guard let earliest else { return }
    let wait = state.now.duration(to: earliest)
    let task = Task { [weak self] in
      // The sleepers of a clock that runs wait for the machine's.
      do { try await Task.sleep(for: wait, clock: .continuous) } catch { return }
      self?.ring()
    }
    state.alarm = (earliest, task)
  }

  private func ring() {
    let woken = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      state.alarm = nil
      let due = state.due()
      setAlarm(&state)
      return due
    }
    for continuation in woken { continuation.resume() }
  }
}
