public import struct Foundation.Date
public import InboxModel

/// Decides when the outbox is delivered, and what a failure means for it (EN-8).
///
/// Valid transitions: `idle → delivering` when wanted; `delivering → idle` at its end, or `delivering` again when it
/// was wanted meanwhile; `delivering → waiting` on a failure that passes by itself; `waiting → delivering` when its
/// time has come, or earlier when that is urgent and the server did not ask to wait; `delivering → paused` on token
/// trouble; `paused → idle` when the server takes the token again; of a server that is asked nothing else
/// `paused → delivering` when its time has come.
public struct OutboxMachine: Hashable, Sendable {
  /// Why a delivery is wanted.
  public enum Reason: Hashable, Sendable {
    /// Something new waits, or the timer fired.
    case due
    /// A session ends, or the back end can be reached again: our own delay does not count, the server's does.
    case urgent
  }

  /// What the actor must do.
  public enum Action: Hashable, Sendable {
    /// Begin to deliver; call ``ended()`` afterwards.
    case deliver
    /// Nothing for now.
    case wait
  }

  /// What becomes of events whose upload failed.
  public enum Verdict: Hashable, Sendable {
    /// They stay and are tried again at ``retryAt``.
    case later
    /// They stay, and nothing is sent.
    case pause
    /// The server will never take them.
    case refuse
  }

  /// Whether a delivery is under way.
  public private(set) var isDelivering = false
  /// Failures since the last success.
  public private(set) var failures = 0
  /// When the next try is due.
  public private(set) var retryAt: Date?
  /// The last failure, until an upload succeeds.
  public private(set) var lastError: InboxError?
  /// Whether the last failure was that the server could not be reached.
  public var isOffline: Bool { lastError.map(retry.isOffline) ?? false }
  /// Token trouble: nothing is sent until the server takes the token again.
  public private(set) var paused: InboxError?
  private var isWantedAgain = false
  private var isServerDelay = false
  private let retry = RetryPolicy()
  private let triesRefusedToken: Bool

  /// Resting, with nothing known.
  ///
  /// - Parameter triesRefusedToken: Whether a paused queue tries again by itself, after the longest delay: no other
  ///   request shows that its server takes the token again.
  public init(triesRefusedToken: Bool = false) { self.triesRefusedToken = triesRefusedToken }

  /// When the next try is due; `now` for a retry further away than any delay, which was set while the clock was ahead.
  public func due(at now: Date) -> Date? {
    retryAt.map { $0 > now.addingTimeInterval(retry.cap) ? now : $0 }
  }

  /// Whether another batch may be sent now.
  public var mayGoOn: Bool { paused == nil && retryAt == nil }

  /// A delivery is requested.
  public mutating func wanted(_ reason: Reason, at now: Date) -> Action {
    guard !isDelivering else {
      isWantedAgain = true
      return .wait
    }
    let due = due(at: now)
    if let due, due > now, reason == .due || isServerDelay || paused != nil { return .wait }
    guard paused == nil || due != nil else { return .wait }
    begin()
    return .deliver
  }

  /// The delivery has come to its end.
  public mutating func ended() -> Action {
    isDelivering = false
    guard isWantedAgain, mayGoOn else {
      isWantedAgain = false
      return .wait
    }
    begin()
    return .deliver
  }

  /// The server accepted events; those that its receipt does not list are offered again later, and then the receipt is
  /// not complete.
  public mutating func accepted(isComplete: Bool, at now: Date, jitter: Double) {
    lastError = nil
    if isComplete { failures = 0 } else { wait(nil, at: now, jitter: jitter) }
  }

  /// An upload failed, or our own disk did.
  public mutating func failed(with error: InboxError, at now: Date, jitter: Double) -> Verdict {
    lastError = error
    switch retry.disposition(of: error) {
    case .retry:
      wait(error.retryAfter, at: now, jitter: jitter)
      return .later
    case .pause:
      paused = error
      retryAt = triesRefusedToken ? now.addingTimeInterval(retry.cap) : nil
      return .pause
    case .drop:
      lastError = nil
      return .refuse
    }
  }

  /// The server accepted the token for another request: the queue continues.
  ///
  /// - Returns: whether it was paused.
  public mutating func resumed() -> Bool {
    guard paused != nil else { return false }
    (paused, failures) = (nil, 0)
    return true
  }

  private mutating func begin() {
    (isDelivering, isWantedAgain, isServerDelay) = (true, false, false)
    (paused, retryAt) = (nil, nil)
  }

  private mutating func wait(_ retryAfter: Int?, at now: Date, jitter: Double) {
    failures += 1
    isServerDelay = retryAfter != nil
    retryAt = now.addingTimeInterval(retry.delay(attempt: failures, jitter: jitter, retryAfter: retryAfter))
  }
}
