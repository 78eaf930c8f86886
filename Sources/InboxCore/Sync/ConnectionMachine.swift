public import InboxModel

/// Whether the back end responds.
public enum ConnectionState: Hashable, Sendable, Codable {
  /// Nothing was asked yet.
  case unknown
  /// The last response was one.
  case online
  /// The last request failed; the reason is a sentence (MC-16).
  case offline(InboxError)
}

/// Derives from the outcome of requests whether the back end can be reached (MC-16).
///
/// Valid transitions: any state → `online` when the back end responds, whatever it says; any state → `offline` when
/// nothing does, or what cannot serve: of a queue or line, for the first time in a row. Our failures change nothing.
struct ConnectionMachine: Hashable, Sendable {
  /// What an outcome changes for a front.
  enum Change: Hashable, Sendable {
    /// Nothing that a front must show.
    case none
    /// The back end responds again after it did not.
    case reconnected
    /// It does not respond, or for another reason than before.
    case disconnected
  }

  /// How it stands.
  private(set) var state = ConnectionState.unknown

  /// The back end responded.
  mutating func responded() -> Change {
    let wasAway = if case .offline = state { true } else { false }
    state = .online
    return wasAway ? .reconnected : .none
  }

  /// A request failed.
  mutating func failed(with error: InboxError) -> Change {
    switch error {
    case .noNetwork, .timedOut, .responseLost, .serverBusy, .maximumRetryReached:
      guard state != .offline(error) else { return .none }
      state = .offline(error)
      return .disconnected
    // That was a response.
    case .invalidToken, .credentialsRefused, .centerDisabled, .centerFailure, .refused: return responded()
    default: return .none
    }
  }
}
