public import InboxModel

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
  public var cap = Double(InboxError.longestWait)
  /// The share of the delay that jitter may add or take away, 0…1.
  public var jitterShare: Double = 0.1

  /// How many failures in a row end in ``InboxError/maximumRetryReached(_:)``: from then on only the ordinary
  /// interval is left (MC-15).
  public var attempts = 10

  /// The table of EN-8.
  public init() {}

  /// What the status of a response says about the request, whatever was sent; nil for a success.
  ///
  /// 408, 429 and every 5xx are tried again, and no other 4xx (EN-8). A redirect as well: a server that redirects has
  /// not taken the request and may be a hotel's login page. What a status means for the token or a center is for the
  /// endpoint to say first.
  public static func disposition(ofStatus status: Int) -> Disposition? {
    switch status {
    case 200..<300: nil
    case 300..<400, 408, 429, 500..<600: .retry
    default: .drop
    }
  }

  /// What the table says about an error.
  public func disposition(of error: InboxError) -> Disposition {
    switch error {
    case .noNetwork, .timedOut, .responseLost, .serverBusy, .maximumRetryReached, .cancelled: .retry
    // A response from someone else's server, such as a hotel's login page, says nothing about the request.
    case .emptyResponse, .invalidPayload: .retry
    // A redirect says nothing of the request.
    case .refused(let status, _): (300..<400).contains(status) ? .retry : .drop
    case .invalidToken, .credentialsRefused, .readsOnly, .invalidURL, .configuration,
      .disabled:
      .pause
    case .storeUnavailable, .storeTooNew: .retry
    case .centerDisabled, .centerFailure, .richContentAlreadyServed, .richContentNotStored,
      .contentUnavailable, .negativeBadge, .unknownMessage, .goneMessage, .unknownCenter, .captured,
      .unsupported:
      .drop
    }
  }

  /// Whether the server could not be reached: that uses up no tries (EN-8).
  public func isOffline(_ error: InboxError) -> Bool {
    switch error {
    case .noNetwork, .timedOut, .responseLost: true
    default: false
    }
  }

  /// Seconds to wait before attempt `attempt + 1`, where `attempt` counts the failures so far, from 1.
  ///
  /// - Parameters:
  ///   - attempt: Failures so far.
  ///   - jitter: A random number, 0…1; 0.5 changes nothing.
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
  /// What a status means that is about neither the token nor a center; nil for a success.
  ///
  /// - Parameters:
  ///   - retryAfter: Seconds that the server asks to wait.
  ///   - detail: The beginning of the body.
  public init?(status: Int, retryAfter: Int?, detail: @autoclosure () -> String) {
    switch RetryPolicy.disposition(ofStatus: status) {
    case nil: return nil
    case .retry? where status >= 400: self = .serverBusy(status: status, retryAfter: retryAfter)
    default: self = .refused(status: status, detail: detail())
    }
  }

  /// Seconds that the server asked to wait.
  var retryAfter: Int? {
    if case .serverBusy(_, let seconds) = self { seconds } else { nil }
  }
}
