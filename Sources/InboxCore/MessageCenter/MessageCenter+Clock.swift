/// What a sandbox tells of itself: the virtual clock that it and its clients go by (SB-4), and its faults (SB-3).
extension MessageCenter {
  /// Tells of each change of the clock, and looks again at what is due.
  func watchClock() {
    guard let clock, clockWatch == nil else { return }
    let changes = clock.changes()
    clockWatch = Task {
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

  // MARK: - For whoever drives a core step by step

  /// Does all that is due by now, and returns when it is done: who moves the clock need not wait for the timer.
  package func catchUp() async {
    tick()
    await quiet()
  }

  /// Returns when the push line has said so much since it was opened, when it breaks, or after five seconds of the
  /// machine's time: a line that says what nobody can read is never heard.
  package func heard(_ count: Int) async {
    guard pushes < count else { return }
    await wait(for: Task { await self.waitForPushes(count) }, atMost: .seconds(5))
  }

  private func waitForPushes(_ count: Int) async {
    guard pushes < count, !isStopped else { return }
    await withCheckedContinuation { waitingForPushes.append((count, $0)) }
  }

  /// The line broke: nothing more comes on it.
  func stopWaitingForPushes() {
    for one in waitingForPushes { one.caller.resume() }
    waitingForPushes = []
  }

  func countPush() {
    pushes += 1
    let there = waitingForPushes.filter { $0.count <= pushes }
    waitingForPushes.removeAll { $0.count <= pushes }
    for one in there { one.caller.resume() }
  }

  /// Ends it as a kill of the program does: nothing is flushed, told or written any more.
  package func abandon() {
    isStopping = true
    isStopped = true
    isConnected = false
    for task in [
      timer, pushLine, delivery, changes.delivery, tracking.delivery, clockWatch, tracking.timer,
      untakenTimer,
    ] {
      task?.cancel()
    }
    for fetch in fetches.values { fetch.cancel() }
    stopWaitingForPushes()
  }
}
