import InboxModel

/// The virtual clock that a sandbox and its clients go by (SB-4).
extension MessageCenter {
  /// Logs each change of the clock, and checks again what is due.
  func watchClock() {
    guard let clock, timing.clockWatch == nil else { return }
    let changes = clock.changes()
    timing.clockWatch = Task {
      for await reading in changes { clockChanged(reading) }
    }
  }

  private func clockChanged(_ reading: ClockReading) {
    log(.clock, why: reading.words)
    changed(lists: true)
    // Sleepers whose moment has come are awake; those whose moment moved away must look again.
    schedule()
  }

  /// Does all that is due by now, and returns when it is done: who moves the clock need not wait for the timer.
  package func catchUp() async {
    tick()
    await waitUntilIdle()
  }

  /// Ends it as a kill of the program does: nothing is flushed, published or written any more.
  package func abandon() {
    life.isStopping = true
    life.isStopped = true
    life.isConnected = false
    cancelTasks()
    cancelFetches()
    stopWaitingForPushes()
  }
}
