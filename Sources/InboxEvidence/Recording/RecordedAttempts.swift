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
  /// When the run began, by the clock that its events have their times from.
  package var begin = Date.distantFuture

  /// Takes an event that the why lines name.
  mutating func add(_ event: Delivery) {
    // What is dropped was stored before, unless that was in an earlier run.
    let former = events.firstIndex {
      event.state == .dropped && $0.state == .waiting && $0.kind == event.kind && $0.message == event.message
    }
    guard let former else { return events.append(event) }
    (events[former].state, events[former].reason) = (event.state, event.reason)
  }
}
