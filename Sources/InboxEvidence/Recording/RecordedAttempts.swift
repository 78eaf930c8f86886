package import struct Foundation.Date
package import InboxCore
import InboxModel

/// What the why lines of a run say of its displays, opens and other engagements (EN-9).
package struct RecordedAttempts: Hashable, Sendable {
  /// Those that were not reported.
  package var suppressed: [SuppressedAttempts] = []
  /// Those that were stored to be sent, and those that the outbox had no room for; whether they were sent, the requests
  /// of the run say.
  package var events: [Delivery] = []
  /// The clicks of tracked links of messages, each of which was requested.
  package var clicks: [LinkClick] = []
  /// When the run began, by the clock that its events have their times from.
  package var begin = Date.distantFuture

  /// Which of them were dropped without a line that says that they were stored: that one may follow.
  private var unstored: Set<Int> = []

  /// Takes an event that the why lines name.
  mutating func add(_ event: Delivery) {
    func isSame(_ other: Delivery) -> Bool { other.kind == event.kind && other.message == event.message }
    if event.state == .dropped {
      // What is dropped was stored before, unless that was in an earlier run.
      if let former = events.firstIndex(where: { $0.state == .waiting && isSame($0) }) {
        (events[former].state, events[former].reason) = (event.state, event.reason)
        return
      }
      unstored.insert(events.count)
    } else if let former = unstored.sorted().first(where: { isSame(events[$0]) }),
      event.time.timeIntervalSince(events[former].time) < 1
    {
      // It found no room itself, which is said first.
      unstored.remove(former)
      events[former].session = event.session
      return
    }
    events.append(event)
  }
}
