/// What a sandbox tells of itself: the virtual clock that it and its clients go by (SB-4), and its faults (SB-3).
extension MessageCenter {
  /// Tells of each change of the clock, and looks again at what is due.
  func watchClock() {
    guard let clock, timing.clockWatch == nil else { return }
    let changes = clock.changes()
    timing.clockWatch = Task {
      for await reading in changes { tookClock(reading) }
    }
  }

  /// The sandbox says how its clock goes.
  func follow(_ reading: ClockReading) {
    if let clock {
      clock.follow(reading)
    } else if reading != .machine {
      note(
        .note(failed: true),
        why:
          "The back end goes by a clock of its own (\(reading.words)); this profile goes by the machine's, "
          + "so ages and expiries differ. Open the sandbox's own profile to go by its clock.")
    }
  }

  /// The faults that are on there now.
  func took(faults words: [String]) {
    guard words != faults else { return }
    faults = words
    note(
      .note(failed: false), why: words.isEmpty ? "faults: none" : "faults: \(words.joined(separator: "; "))")
    changed()
  }

  private func tookClock(_ reading: ClockReading) {
    note(.clock, why: reading.words)
    changed(lists: true)
    // Who slept towards a moment that has come woke; who slept towards one that went away must look again.
    schedule()
  }

  /// Does all that is due by now, and returns when it is done: who moves the clock need not wait for the timer.
  package func catchUp() async {
    tick()
    await quiet()
  }

  /// Ends it as a kill of the program does: nothing is flushed, told or written any more.
  package func abandon() {
    life.isStopping = true
    life.isStopped = true
    life.isConnected = false
    for task in [
      timing.timer, pushes.line, outbox.delivery, changes.delivery, tracking.delivery, timing.clockWatch,
      tracking.timer,
      displays.retryTimer,
    ] {
      task?.cancel()
    }
    for fetch in refreshing.fetches.values { fetch.cancel() }
    stopWaitingForPushes()
  }
}
