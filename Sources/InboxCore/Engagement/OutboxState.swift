import struct Foundation.Date
import struct Foundation.UUID

/// How the delivery of engagements stands (EN-8).
struct OutboxState {
  /// The delivery under way.
  var task: Task<Void, Never>?
  /// Somebody asked for a delivery while one was under way.
  var again = false
  /// The runs whose events are delivered: this one, and those that had left some when it started.
  var runs: Set<UUID> = []
  /// Events known to wait.
  var waiting = 0
  /// Failures since the last success.
  var failures = 0
  /// When to try again.
  var retryAt: Date?
  /// Whether the last failure was that nobody could be reached.
  var isOffline = false
  /// Token trouble: nothing is sent until the next start.
  var paused: InboxError?
}
