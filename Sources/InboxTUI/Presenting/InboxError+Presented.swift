import InboxModel

extension AppState {
  /// What is wrong, in a sentence; for an audience without statuses, settings and addresses, which the events keep.
  func sentence(_ error: InboxError) -> String {
    presenting == nil ? error.sentence(keys) : error.presented ?? error.sentence(keys)
  }
}

extension InboxError {
  /// The sentence for an audience; nil where the full one is.
  fileprivate var presented: String? {
    switch self {
    case .noNetwork: "No connection to the server."
    case .responseLost: "The server's response was lost."
    case .maximumRetryReached: "The request failed several times."
    case .timedOut: "The server did not respond in time."
    case .serverBusy: "Server error."
    case .invalidToken, .credentialsRefused, .centerDisabled, .centerFailure, .refused:
      "The server refused the request."
    case .invalidPayload, .emptyResponse: "The server's response could not be read."
    case .richContentAlreadyServed, .richContentNotStored, .contentUnavailable:
      "The content could not be loaded."
    case .unknownMessage, .goneMessage: "The message is no longer there."
    case .storeUnavailable, .storeTooNew: "The archive cannot be used."
    case .disabled(byProfile: true): "Message centers are switched off."
    case .invalidURL, .readsOnly, .configuration: "This is not possible here."
    case .unknownCenter, .captured, .unsupported, .disabled(byProfile: false), .negativeBadge, .cancelled: nil
    }
  }
}
