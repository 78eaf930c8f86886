extension InboxError {
  /// The same without the secrets that a server has repeated in what it said.
  package func masked(by mask: SecretMask) -> InboxError {
    switch self {
    case .noNetwork(let reason): .noNetwork(mask.sentence(reason))
    case .responseLost(let reason): .responseLost(mask.sentence(reason))
    case .maximumRetryReached(let reason): .maximumRetryReached(mask.sentence(reason))
    case .invalidPayload(let reason): .invalidPayload(mask.sentence(reason))
    case .credentialsRefused(let sentence): .credentialsRefused(mask.sentence(sentence))
    case .refused(let status, let detail): .refused(status: status, detail: mask.sentence(detail))
    case .contentUnavailable(let url, let reason):
      .contentUnavailable(url: url, reason: mask.sentence(reason))
    case .unsupported(let sentence): .unsupported(mask.sentence(sentence))
    case .configuration(let sentence): .configuration(mask.sentence(sentence))
    default: self
    }
  }
}
