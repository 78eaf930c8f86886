import struct Foundation.Date

/// How the delivery of engagements stands (EN-8).
struct OutboxState {
  /// The delivery under way.
  var task: Task<Void, Never>?
  /// Somebody asked for a delivery while one was under way.
  var again = false
  /// Events known to wait.
  var waiting = 0
  /// Failures since the last success.
  var failures = 0
  /// When to try again.
  var retryAt: Date?
  /// Token trouble: nothing is sent until the next start.
  var paused: InboxError?
}
