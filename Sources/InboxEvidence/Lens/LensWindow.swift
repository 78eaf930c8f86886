import struct Foundation.Date

/// Within this many seconds of an earlier event, another one does not count.
///
/// One exactly at the end of the window counts. A clock that was set back makes the time that has passed negative, and
/// so within every window; the SDKs compare the same way.
struct LensWindow {
  /// Seconds.
  var length: Double
  /// Whether an event that does not count begins the window again.
  var isSliding: Bool

  /// Which of the events count, by their places.
  func counted(_ times: [Date]) -> [Int] {
    var last: Date?
    var result: [Int] = []
    for (index, time) in times.enumerated() {
      if let before = last, time.timeIntervalSince(before) < length {
        if isSliding { last = time }
        continue
      }
      last = time
      result.append(index)
    }
    return result
  }
}
