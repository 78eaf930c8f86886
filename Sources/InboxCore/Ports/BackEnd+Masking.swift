package import InboxModel

extension SecretBook {
  /// Does what a port does, and hides in its error what a server has repeated.
  fileprivate func hiding<Value: Sendable>(
    _ work: () async throws(InboxError) -> Value
  ) async throws(InboxError) -> Value {
    do throws(InboxError) { return try await work() } catch { throw error.masked(by: mask) }
  }
}

extension BackEnd {
  /// The same back end, whose errors hold no secret, as they are shown, stored and reported; those of the push line are what
  /// the transport says.
  package func masked(by secrets: SecretBook) -> BackEnd {
    var masked = self
    masked.fetch = { [fetch] request async throws(InboxError) in
      var response = try await secrets.hiding({ () async throws(InboxError) in try await fetch(request) })
      response.page = { [page = response.page] () throws(InboxError) in
        do throws(InboxError) { return try page() } catch { throw error.masked(by: secrets.mask) }
      }
      return response
    }
    masked.richContent = { [richContent] id, url, identity async throws(InboxError) in
      try await secrets.hiding { () async throws(InboxError) in try await richContent(id, url, identity) }
    }
    masked.report = { [report] events, now async throws(InboxError) in
      try await secrets.hiding { () async throws(InboxError) in try await report(events, now) }
    }
    if let change {
      masked.change = { changes async throws(InboxError) in
        try await secrets.hiding { () async throws(InboxError) in try await change(changes) }
      }
    }
    masked.setBadge = { [setBadge] count, identity async throws(InboxError) in
      try await secrets.hiding { () async throws(InboxError) in try await setBadge(count, identity) }
    }
    masked.badge = { [badge] identity async throws(InboxError) in
      try await secrets.hiding { () async throws(InboxError) in try await badge(identity) }
    }
    if var readBack {
      readBack.events = { [events = readBack.events] person, since async throws(InboxError) in
        try await secrets.hiding { () async throws(InboxError) in try await events(person, since) }
      }
      masked.readBack = readBack
    }
    return masked
  }
}

extension EventTracker {
  /// The same tracker, whose errors hold no secret.
  package func masked(by secrets: SecretBook) -> EventTracker {
    var masked = self
    if let send {
      masked.send = { event async throws(InboxError) in
        try await secrets.hiding { () async throws(InboxError) in try await send(event) }
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
