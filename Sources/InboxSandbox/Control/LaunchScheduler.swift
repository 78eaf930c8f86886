import struct Foundation.Date
import InboxModel

/// What a sandbox does by itself: timed launches and the keep-alive of the push lines.
struct LaunchScheduler: Sendable {
  private let task: Task<Void, Never>

  /// - Parameter timed: In the order in which they are due: a jump of the clock makes several due at once, and badge rules
  ///   add up in that order.
  init(
    _ timed: [TimedLaunch], _ account: Account, _ clock: VirtualClock, _ realTime: any Clock<Duration>
  ) {
    // A clock that is moved right after the start moves these launches as well.
    let (now, date) = (clock.now, clock.date)
    task = Task {
      async let alive: Void = Self.keepAlive(account, realTime)
      for launch in timed {
        let due = now.advanced(by: .seconds(launch.due.timeIntervalSince(date)))
        await Self.launch(launch.campaign, at: due, account, clock, realTime)
      }
      await alive
    }
  }

  /// When it returns, nothing happens by itself any more.
  func stop() async {
    task.cancel()
    await task.value
  }

  /// Launches a campaign when its time has come, unless another process or an earlier run did.
  private static func launch(
    _ campaign: Campaign, at due: VirtualClock.Instant, _ account: Account, _ clock: VirtualClock,
    _ realTime: any Clock<Duration>
  ) async {
    // The time after the start that a campaign file names.
    do { try await clock.sleep(until: due, tolerance: nil) } catch { return }
    await realTime.retry { try await account.launchOnce(campaign) }
  }

  private static func keepAlive(_ account: Account, _ realTime: any Clock<Duration>) async {
    while !Task.isCancelled {
      // The rhythm of the keep-alives.
      do { try await realTime.sleep(for: .seconds(30)) } catch { return }
      await account.keepAlive()
    }
  }
}
