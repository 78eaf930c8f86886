public import struct Foundation.Date

/// Where time comes from: one clock to sleep on and one closure for the date, so that a virtual clock drives
/// refresh, expiry, retry and sessions alike.
public struct TimeSource: Sendable {
  /// The clock to sleep on.
  public let clock: any Clock<Duration>
  /// The date, which may be set back.
  public var now: @Sendable () -> Date
  /// Seconds by the clock since this was made: they go on where the date is set back.
  public let uptime: @Sendable () -> Double

  /// Takes its parts as they are; nothing is checked.
  public init(clock: any Clock<Duration>, now: @escaping @Sendable () -> Date) {
    self.clock = clock
    self.now = now
    uptime = Self.uptime(of: clock)
  }

  private static func uptime<C: Clock>(of clock: C) -> @Sendable () -> Double where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) / .seconds(1) }
  }

  /// The machine's clock.
  ///
  /// Its continuous clock also counts while the machine sleeps.
  public static let system = TimeSource(clock: ContinuousClock(), now: { Date() })

  /// Sleeps on the clock.
  ///
  /// - Returns: false when the task was cancelled meanwhile.
  public func sleep(_ seconds: Double) async -> Bool {
    do {
      // The core waits here and below, nowhere else; tests give a clock that they move.
      try await clock.sleep(for: .seconds(seconds))
      return !Task.isCancelled
    } catch {
      return false
    }
  }

  /// Sleeps until a date, but not longer than this many seconds; when a virtual clock is moved forward meanwhile, until
  /// that date as well.
  ///
  /// - Returns: false when the task was cancelled meanwhile.
  public func sleep(until date: Date, atMost limit: Double) async -> Bool {
    await sleep(until: date, atMost: limit, on: clock)
  }

  private func sleep<C: Clock>(
    until date: Date, atMost limit: Double, on clock: C
  ) async -> Bool where C.Duration == Duration {
    // The clock before the date: who is moved forward between the two wakes early and looks again, never late.
    let instant = clock.now
    let seconds = min(limit, date.timeIntervalSince(now()))
    do {
      try await clock.sleep(until: instant.advanced(by: .seconds(seconds)), tolerance: nil)
      return !Task.isCancelled
    } catch {
      return false
    }
  }
}
