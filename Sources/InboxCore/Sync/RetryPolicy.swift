/// Which failures are tried again, and when (EN-8).
public struct RetryPolicy: Hashable, Sendable {
  /// What to do with a request that failed.
  public enum Disposition: Hashable, Sendable {
    /// Keep it and try again.
    case retry
    /// It will never succeed: report it and let it go.
    case drop
    /// Token trouble: keep it and send nothing until that is mended.
    case pause
  }

  /// The first delay in seconds; each further one is twice as long.
  public var first: Double = 0.5
  /// The longest delay in seconds.
  public var cap: Double = 300
  /// The share of the delay that chance may add or take, 0…1.
  public var jitterShare: Double = 0.1

  /// How many failures in a row end in ``InboxError/maximumRetryReached(_:)``: from then on only the ordinary
  /// interval is left (MC-15).
  public var attempts = 10

  /// The table of EN-8.
  public init() {}

  /// What the table says about an error.
  public func disposition(of error: InboxError) -> Disposition {
    switch error {
    case .noNetwork, .timedOut, .serverBusy, .maximumRetryReached, .cancelled: .retry
    // An answer of somebody else, such as a hotel's login page, says nothing about the request.
    case .emptyResponse, .invalidPayload: .retry
    case .refused(let status, _): (400..<500).contains(status) ? .drop : .retry
    case .invalidToken, .trackingRefused, .invalidURL, .configuration, .disabled: .pause
    case .storeUnavailable, .storeTooNew: .retry
    case .centerDisabled, .centerFailure, .richContentAlreadyServed, .richContentNotStored,
      .contentUnavailable, .negativeBadge, .unknownMessage, .unknownCenter, .captured:
      .drop
    }
  }

  /// Whether nobody could be reached: that uses up no tries (EN-8).
  public func isOffline(_ error: InboxError) -> Bool {
    switch error {
    case .noNetwork, .timedOut: true
    default: false
    }
  }

  /// Seconds to wait before attempt `attempt + 1`, where `attempt` counts the failures so far, from 1.
  ///
  /// - Parameters:
  ///   - attempt: Failures so far.
  ///   - jitter: Chance, 0…1; 0.5 changes nothing.
  ///   - retryAfter: What the server asked for, in seconds; honoured up to the cap.
  public func delay(attempt: Int, jitter: Double, retryAfter: Int? = nil) -> Double {
    var delay = first
    for _ in 1..<max(1, min(attempt, 32)) { delay *= 2 }
    delay = min(delay, cap)
    delay *= 1 + jitterShare * (2 * jitter - 1)
    // A server that says 0 does not want to be asked without a pause.
    return min(retryAfter.map { max(delay, Double($0)) } ?? delay, cap)
  }
}

extension InboxError {
  /// Seconds that the server asked to wait.
  var retryAfter: Int? {
    if case .serverBusy(_, let seconds) = self { seconds } else { nil }
  }
}
