public import InboxModel

/// Rich content and pictures (MC-17).
extension MessageCenter {
  /// Rich content on its way, and pictures that were requested.
  struct Rich {
    /// At most one for each message, also when the person changes and comes back meanwhile.
    var fetches: [Identity: [MessageKey: Task<Result<String, InboxError>, Never>]] = [:]
    /// Rich content that was served and could not be stored: it will not be served again (MC-17).
    var unstored: [Identity: [MessageKey: String]] = [:]
    /// When hosts were asked for the pictures of messages in this run.
    var pictureRequests: [Identity: [MessageKey: [MessageHistory.Line]]] = [:]
  }

  /// The rich content of a message (`fetchRichContentForMessage`), HTML: from the record, from the archive, or from
  /// the back end, which serves it once.
  ///
  /// Of a message that has none it is the text, as it is.
  /// One request in flight per message, whichever program on the profile makes it; stored durably before it is returned
  /// (MC-17).
  public func richContent(_ key: MessageKey) async throws(InboxError) -> String {
    if let task = rich.fetches[identity]?[key] { return try await task.value.get() }
    try requireEnabled()
    let identity = identity
    let task = perform { await self.loadRichContent(key, for: identity) }
    rich.fetches[identity, default: [:]][key] = task
    let result = await task.value
    rich.fetches[identity]?[key] = nil
    return try result.get()
  }

  private func loadRichContent(_ key: MessageKey, for identity: Identity) async -> Result<String, InboxError>
  {
    do throws(InboxError) {
      let row = try await known(key, of: identity)
      // What was fetched stays, also where a later record brings content of its own (MC-7).
      if row.rich == .stored || row.message.richHTML == nil,
        let stored = try await archive.richContent(of: key, for: identity)
      {
        return .success(stored)
      }
      if let html = row.message.richHTML { return .success(html) }
      if let html = rich.unstored[identity]?[key] {
        return .success(try await store(html, of: key, for: identity))
      }
      if row.rich == .lost { throw .richContentAlreadyServed(key.id) }
      guard let url = row.message.richURL else { return .success(row.message.body) }
      // Opening a message is not a click on a link (UL-5).
      guard !resolver.countsRequests(of: url) else {
        throw .contentUnavailable(
          url: url,
          reason:
            "its address is a tracked link, and requesting it would count as a click; ‘inbox resolve’ follows it"
        )
      }
      return .success(try await fetchRichContent(key, url, for: identity))
    } catch {
      if error != .cancelled {
        log(.rich(failed: true), key, of: identity, why: error.numbered, error: error)
      }
      return .failure(error)
    }
  }

  private func fetchRichContent(
    _ key: MessageKey, _ url: String, for identity: Identity
  ) async throws(InboxError) -> String {
    if capabilities.servesRichContentOnce, let withholding = settings.withholding {
      throw .readsOnly(
        "The rich content of \(key.id) is not fetched, as it is served only once: \(withholding).")
    }
    // What another program on this profile is being served, it stores.
    while !archive.claimRichContent(of: key, for: identity) {
      guard await realTime.sleep(0.1), !life.isStopping else { throw .cancelled }
    }
    defer { archive.releaseRichContent(of: key, for: identity) }
    if let stored = try await archive.richContent(of: key, for: identity) { return stored }
    let html: String
    do {
      html = try await backEnd.richContent(key.id, url, identity)
    } catch {
      if case .richContentAlreadyServed = error {
        guard capabilities.servesRichContentOnce else { throw error }
        // Where no lock can be had, another program may have been served it.
        if let stored = try await archive.richContent(of: key, for: identity) { return stored }
        try await archive.saveRichContent(nil, of: key, for: identity, at: time.now())
      }
      throw error
    }
    reached()
    return try await store(html, of: key, for: identity)
  }

  /// Durable before it is shown; what could not be stored is held until the program ends, and tried again when the
  /// person asks again.
  private func store(
    _ html: String, of key: MessageKey, for identity: Identity
  ) async throws(InboxError) -> String {
    do {
      try await archive.saveRichContent(html, of: key, for: identity, at: time.now())
    } catch {
      rich.unstored[identity, default: [:]][key] = html
      throw .richContentNotStored(key.id, reason: error.description)
    }
    rich.unstored[identity]?[key] = nil
    let once = capabilities.servesRichContentOnce ? " once" : ""
    log(
      .rich(failed: false), key, of: identity,
      why: "rich content fetched\(once) and stored, \(html.utf8.count.counted("byte"))")
    changed(lists: true)
    return html
  }

  /// Pictures were requested from hosts: from then on the sender can know that the message is read.
  ///
  /// Call it before they are asked. It stays in the message's history until the program ends.
  public func askedForPictures(of key: MessageKey, count: Int, hosts: [String]) {
    let them = count.counted("picture")
    let why = "the sender can see this was read: \(them) requested from \(hosts.joined(separator: ", "))"
    rich.pictureRequests[identity, default: [:]][key, default: []].append(.init(time: time.now(), text: why))
    notice(why, key, failed: false)
  }
}
