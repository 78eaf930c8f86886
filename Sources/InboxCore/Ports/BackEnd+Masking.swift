package import InboxModel

/// Does what a port does, with another error where it fails.
private func mapping<Value: Sendable>(
  _ map: (InboxError) -> InboxError, _ work: () async throws(InboxError) -> Value
) async throws(InboxError) -> Value {
  do throws(InboxError) { return try await work() } catch { throw map(error) }
}

extension BackEnd {
  /// The same back end, whose errors hold no secret, as they are shown, stored and reported; those of the push line are
  /// what the transport says.
  package func masked(by secrets: SecretBook) -> BackEnd { mappingErrors { $0.masked(by: secrets.mask) } }

  /// The same back end with other errors, but for those of the push line.
  package func mappingErrors(_ map: @escaping @Sendable (InboxError) -> InboxError) -> BackEnd {
    var mapped = self
    mapped.fetch = { [fetch] request async throws(InboxError) in
      var response = try await mapping(map) { () async throws(InboxError) in try await fetch(request) }
      response.page = { [page = response.page] () throws(InboxError) in
        do throws(InboxError) { return try page() } catch { throw map(error) }
      }
      return response
    }
    mapped.richContent = { [richContent] id, url, identity async throws(InboxError) in
      try await mapping(map) { () async throws(InboxError) in try await richContent(id, url, identity) }
    }
    mapped.report = { [report] events, now async throws(InboxError) in
      try await mapping(map) { () async throws(InboxError) in try await report(events, now) }
    }
    if let change {
      mapped.change = { changes async throws(InboxError) in
        try await mapping(map) { () async throws(InboxError) in try await change(changes) }
      }
    }
    mapped.setBadge = { [setBadge] count, identity async throws(InboxError) in
      try await mapping(map) { () async throws(InboxError) in try await setBadge(count, identity) }
    }
    mapped.badge = { [badge] identity async throws(InboxError) in
      try await mapping(map) { () async throws(InboxError) in try await badge(identity) }
    }
    if var readBack {
      readBack.events = { [events = readBack.events] person, since async throws(InboxError) in
        try await mapping(map) { () async throws(InboxError) in try await events(person, since) }
      }
      mapped.readBack = readBack
    }
    return mapped
  }
}

extension EventTracker {
  /// The same tracker, whose errors hold no secret.
  package func masked(by secrets: SecretBook) -> EventTracker {
    var masked = self
    if let send {
      masked.send = { event async throws(InboxError) in
        try await mapping({ $0.masked(by: secrets.mask) }) { () async throws(InboxError) in
          try await send(event)
        }
      }
    }
    return masked
  }
}

extension InboxError {
  /// The same without the secrets that a server has repeated in what it said.
  fileprivate func masked(by mask: SecretMask) -> InboxError {
    switch self {
    case .noNetwork(let reason): .noNetwork(mask.sentence(reason))
    case .responseLost(let reason): .responseLost(mask.sentence(reason))
    case .maximumRetryReached(let reason): .maximumRetryReached(mask.sentence(reason))
    case .invalidPayload(let reason): .invalidPayload(mask.sentence(reason))
    case .credentialsRefused(let sentence): .credentialsRefused(mask.sentence(sentence))
    case .refused(let status, let detail): .refused(status: status, detail: mask.sentence(detail))
    case .contentUnavailable(let url, let reason):
      .contentUnavailable(url: mask.sentence(url), reason: mask.sentence(reason))
    case .invalidURL(let url): .invalidURL(mask.sentence(url))
    case .unsupported(let sentence): .unsupported(mask.sentence(sentence))
    case .configuration(let sentence): .configuration(mask.sentence(sentence))
    default: self
    }
  }
}
