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
  /// The same back end, whose errors hold no secret: they are shown, stored and reported.
  package func masked(by secrets: SecretBook) -> BackEnd {
    var masked = self
    masked.fetch = { [fetch] request async throws(InboxError) in
      let response = try await secrets.hiding({ () async throws(InboxError) in try await fetch(request) })
      return FetchResponse(response.raw) { () throws(InboxError) in
        do throws(InboxError) { return try response.page() } catch { throw error.masked(by: secrets.mask) }
      }
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
