public import struct Foundation.Date
public import InboxModel

/// Decides when one center is fetched (MC-3, MC-16).
///
/// Valid transitions: `idle → fetching` on a request that is due or asked for; `fetching → idle` on success or failure.
/// While fetching, every further request joins.
public struct RefreshMachine: Hashable, Sendable, Codable {
  /// Why a fetch is requested.
  public enum Reason: Hashable, Sendable {
    /// The schedule: fetch only when due.
    case schedule
    /// A person or a push: fetch now.
    case asked
  }

  /// What the actor must do.
  public enum Action: Hashable, Sendable {
    /// Fetch, and report the outcome with this ticket.
    case fetch(ticket: Int)
    /// A fetch is under way: wait for its outcome.
    case join
    /// Nothing to do before it is due.
    case wait
  }

  /// Seconds between two successful fetches.
  public let interval: Double
  /// The last successful fetch.
  public private(set) var lastSuccess: Date?
  /// The last failure, until a success.
  public private(set) var lastError: InboxError?
  /// How many failures since the last success.
  public private(set) var failures = 0
  /// How many of them count as tries: being offline is none (EN-8).
  private var tries = 0
  /// Records of the newest response that could not be read.
  public private(set) var malformed: [MalformedMessage] = []
  /// Records of the list that were set aside (VE-3).
  public var setAside: [SetAsideMessage] { aside ?? [] }
  /// Recordings from before there were any say nothing of them.
  private var aside: [SetAsideMessage]?
  /// Where the list goes on the next time (VE-3).
  public private(set) var cursor: FetchCursor?
  private var retryAt: Date?
  /// How many fetches there were.
  private(set) var ticket = 0
  private var fetching = false
  /// A person cancelled the last fetch; recordings from before that was remembered say nothing of it.
  private var cancelled: Bool?

  /// Resting, with the success that the archive remembers.
  public init(interval: Double, lastSuccess: Date?) {
    self.interval = interval
    self.lastSuccess = lastSuccess
  }

  /// Resting, with the last fetch that the archive remembers, and what could not be read of it (MC-9).
  public init(interval: Double, last: LastFetch?) {
    self.init(interval: interval, lastSuccess: last?.time)
    malformed = last?.malformed ?? []
    aside = last?.setAside
    cursor = last?.cursor
  }

  /// Whether a fetch is under way.
  public var isFetching: Bool { fetching }

  /// Whether nothing could be reached the last time.
  var isUnreached: Bool { if case .noNetwork = lastError { !fetching } else { false } }

  /// Whether the schedule tries again and again whether anything can be reached: not for an interval after a person has
  /// cancelled that.
  var triesServer: Bool { if case .noNetwork = lastError { cancelled != true } else { false } }

  /// When the next scheduled fetch is due; `now` itself when it is due already.
  ///
  /// A last success in the future means that the clock went backwards: due at once (MC-3).
  public func due(at now: Date) -> Date {
    // A retry further away than any delay was set while the clock was ahead.
    if let retryAt, retryAt <= now.addingTimeInterval(max(interval, RetryPolicy().cap)) {
      return max(retryAt, now)
    }
    guard let lastSuccess, lastSuccess <= now else { return now }
    return max(lastSuccess.addingTimeInterval(interval), now)
  }

  /// A fetch is requested.
  public mutating func request(_ reason: Reason, at now: Date) -> Action {
    if fetching { return .join }
    if reason == .schedule, due(at: now) > now { return .wait }
    ticket += 1
    fetching = true
    cancelled = nil
    return .fetch(ticket: ticket)
  }

  /// The fetch succeeded.
  ///
  /// A ticket that is not the current one belongs to a response that is no longer wanted.
  public mutating func succeeded(
    ticket: Int, at now: Date, malformed: [MalformedMessage], setAside: [SetAsideMessage] = [],
    cursor: FetchCursor? = nil
  ) {
    guard ticket == self.ticket, fetching else { return }
    fetching = false
    failures = 0
    tries = 0
    lastError = nil
    retryAt = nil
    lastSuccess = now
    self.malformed = malformed
    aside = setAside
    self.cursor = cursor
  }

  /// The fetch failed; the schedule tries again after the retry policy's delay, or after the whole interval when
  /// the error is not one that passes by itself, or when the tries are used up (MC-15: `MaximumRetryReached`).
  public mutating func failed(ticket: Int, with error: InboxError, at now: Date, jitter: Double) {
    guard ticket == self.ticket, fetching else { return }
    fetching = false
    failures += 1
    lastError = error
    retryAt = now.addingTimeInterval(delay(after: error, jitter: jitter))
  }

  /// Another program on the profile has fetched the list since (MC-3, MC-9).
  mutating func adopt(_ last: LastFetch) {
    guard !fetching, last.time > lastSuccess ?? .distantPast else { return }
    let ticket = ticket
    self = Self(interval: interval, last: last)
    self.ticket = ticket
  }

  /// The list is another application's: the profile's own is fetched as soon as anything is.
  package mutating func isOutOfDate(at now: Date) { retryAt = now }

  /// The server does not know the cursor any more: the list is requested from its beginning the next time.
  public mutating func cursorGone() { cursor = nil }

  /// A person cancelled the fetch: not a failure, and not to be tried again at once.
  ///
  /// What was due by now is due again after the interval; a request before that fetches as usual.
  public mutating func calledOff(ticket: Int, at now: Date) {
    guard ticket == self.ticket, fetching else { return }
    fetching = false
    cancelled = true
    if due(at: now) <= now { retryAt = now.addingTimeInterval(interval) }
  }

  /// Another list of the same server was tried for this one, too: both are tried again at one moment.
  mutating func follow(_ tried: Self) {
    failures = max(failures, tried.failures)
    lastError = tried.lastError
    retryAt = tried.retryAt
  }

  /// Another list of the same server was fetched: where this one could not be reached, it is due.
  mutating func serverResponded() { if isUnreached { retryAt = .distantPast } }

  private mutating func delay(after error: InboxError, jitter: Double) -> Double {
    let retry = RetryPolicy()
    guard retry.disposition(of: error) == .retry else { return interval }
    let delay = retry.delay(attempt: failures, jitter: jitter, retryAfter: error.retryAfter)
    guard !retry.isOffline(error), error != .cancelled else { return delay }
    tries += 1
    guard tries >= retry.attempts else { return delay }
    lastError = .maximumRetryReached(error.description)
    return max(delay, interval)
  }
}
