import InboxCore

/// What a sandbox does by itself: timed launches and the keep-alive of the push lines.
struct LaunchScheduler: Sendable {
  private let task: Task<Void, Never>

  /// - Parameter elapsed: How long ago the start was that a campaign file counts from.
  init(
    _ timed: [Campaign], _ account: Account, _ clock: VirtualClock, _ realTime: any Clock<Duration>,
    elapsed: Duration = .zero
  ) {
    // A clock that is moved right after the start moves these as well.
    let start = clock.now.advanced(by: .zero - elapsed)
    task = Task {
      await withDiscardingTaskGroup { group in
        for campaign in timed {
          group.addTask { await Self.launch(campaign, since: start, account, clock) }
        }
        group.addTask { await Self.keepAlive(account, realTime) }
      }
    }
  }

  /// Nothing happens by itself any more when it returns.
  func stop() async {
    task.cancel()
    await task.value
  }

  /// Launches a campaign when its time has come, unless an earlier run in the same folder did.
  private static func launch(
    _ campaign: Campaign, since start: VirtualClock.Instant, _ account: Account, _ clock: VirtualClock
  ) async {
    do {
      // A campaign file says how long after the start it launches.
      try await clock.sleep(until: start.advanced(by: campaign.launch ?? .zero), tolerance: nil)
      try await account.launchOnce(campaign)
    } catch {
      // Stopped before its time, or the state fails; the next request reports the latter.
    }
  }

  private static func keepAlive(_ account: Account, _ realTime: any Clock<Duration>) async {
    while !Task.isCancelled {
      // The rhythm of the keep-alives.
      do { try await realTime.sleep(for: .seconds(30)) } catch { return }
      await account.keepAlive()
    }
  }
}
