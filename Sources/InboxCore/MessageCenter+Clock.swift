/// The virtual clock that a sandbox and its clients go by (SB-4).
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

  private func tookClock(_ reading: ClockReading) {
    note(.clock, why: reading.words)
    changed(lists: true)
    // Who slept towards a moment that has come woke; who slept towards one that went away must look again.
    schedule()
  }
}
