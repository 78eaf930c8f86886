public import InboxModel

/// The end, and going away for a while: what was shown is durable, and nothing waits longer than announced (FE-5,
/// EN-3).
extension MessageCenter {
  /// Ends the session, flushes the outbox for at most that long, and stops everything.
  ///
  /// What could not be sent is durable and goes out at the next start; what another program's lock kept from the
  /// archive lies beside it.
  /// - Parameters:
  ///   - limit: How long what waits is sent for.
  ///   - open: The message that is open: no one looks at it any longer (VE-5).
  ///   - work: What must be done first, within the same time.
  public func stop(
    within limit: Duration = .seconds(2), closing open: MessageKey? = nil,
    after work: @escaping @Sendable () async -> Void = {}
  ) async {
    guard !life.isStopping else { return }
    if let open { closeAtEnd(open) }
    life.isStopping = true
    enterBackground()
    disappear()
    saveSuppressions()
    flushAll(.urgent)
    for task in [tracking.timer, pushes.line, timing.timer, displays.retryTimer] { task?.cancel() }
    cancelFetches()
    storeUnsaved()
    await wait(
      for: Task {
        await work()
        await self.settled()
      }, atMost: limit)
    // Calls that still wait for another program fail now, and what was reported on the screen is durable all the same.
    archive.setWaitsForLocks(false)
    await work()
    if let change = badge.machine.leave() { await apply(change, error: nil, for: identity) }
    await written()
    // What another program has given back meanwhile takes them all the same.
    storeUnsaved()
    await written()
    for event in tracking.unstored { publish(event, .dropped, "lost: it could not be stored") }
    if let start = tracking.unamended { publish(start, .suppressed, "lost: its campaign was not stored") }
    life.isStopped = true
    life.isConnected = false
    stopWaitingForPushes()
    cancelTasks()
    finishListeners()
  }

  /// Ends every timer, line and delivery.
  func cancelTasks() {
    let timers = [timing.timer, timing.clockWatch, tracking.timer, displays.retryTimer, pushes.line]
    for task in timers + queues.all.map(\.task) { task?.cancel() }
  }

  /// The app goes to the background and its view disappears, as with a suspend; what waits is sent for at most that
  /// long.
  public func goAway(within limit: Duration) async {
    enterBackground()
    disappear()
    await flushed(within: limit)
  }

  /// Waits until what happened is written and a delivery that is under way has ended, for at most that long.
  public func flushed(within limit: Duration) async {
    tasks.skipsWaiting = life.isStopping
    tracking.sendsImmediately = true
    await wait(
      for: Task {
        await self.written()
        self.flushAll(.urgent)
        await self.delivered()
      }, atMost: limit)
    tracking.sendsImmediately = false
    archive.setWaitsForLocks(false)
    await written()
    if !life.isStopping { archive.setWaitsForLocks(true) }
  }

  /// Returns when nothing is being written or delivered, and no rich content is on its way: what the back end is
  /// serving now it will not serve again.
  private func settled() async {
    await written()
    await delivered()
    for fetch in rich.fetches.values.flatMap(\.values) { _ = await fetch.value }
  }

  /// Returns when none of the deliveries is under way.
  private func delivered() async {
    for queue in OutboxQueue.allCases { await queues[queue].task?.value }
  }
}
