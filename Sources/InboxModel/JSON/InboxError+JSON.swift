extension InboxError {
  /// The error for programs: `kind`, `number` where the SDK has one, and `text`.
  public var json: JSONValue {
    .members(["kind": kind, "text": description, "number": code])
  }

  /// What kind of error it is, in one word that never changes, for programs.
  public var kind: String {
    switch self {
    case .noNetwork: "no-network"
    case .timedOut: "timed-out"
    case .responseLost: "response-lost"
    case .maximumRetryReached: "retries-used-up"
    case .invalidURL: "invalid-url"
    case .invalidPayload: "invalid-payload"
    case .emptyResponse: "empty-response"
    case .invalidToken, .credentialsRefused: "unauthorized"
    case .readsOnly: "read-only"
    case .centerDisabled: "center-disabled"
    case .centerFailure: "center-failure"
    case .serverBusy: "server-busy"
    case .refused: "refused"
    case .richContentAlreadyServed: "already-served"
    case .richContentNotStored: "not-stored"
    case .contentUnavailable: "content-unavailable"
    case .negativeBadge: "negative-badge"
    case .unknownMessage: "unknown-message"
    case .goneMessage: "failed"
    case .unknownCenter: "unknown-center"
    case .captured: "captured"
    case .unsupported: "unsupported"
    case .disabled: "disabled"
    case .storeUnavailable, .storeTooNew: "archive"
    case .configuration: "configuration"
    case .cancelled: "cancelled"
    }
  }
}
