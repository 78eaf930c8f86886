package import InboxCore

extension InboxDatabase {
  /// The database as the core's port.
  package var archive: Archive {
    Archive(
      counts: { identity, now async throws(InboxError) in try await counts(identity, at: now) },
      window: { request async throws(InboxError) in try await window(request) },
      keys: { request async throws(InboxError) in try await keys(request) },
      message: { identity, key async throws(InboxError) in try await message(identity, key) },
      find: { identity, id async throws(InboxError) in try await find(identity, id) },
      earliestExpiry: { identity, now async throws(InboxError) in
        try await earliestExpiry(identity, after: now)
      },
      expired: { identity, start, end async throws(InboxError) in
        try await expired(identity, after: start, upTo: end)
      },
      gone: { identity, center, now, limit async throws(InboxError) in
        try await gone(identity, center, at: now, limit: limit)
      },
      retire: { identity, limit, now async throws(InboxError) in
        try await retire(identity, fetchedUpTo: limit, at: now)
      },
      oldestFetch: { identity async throws(InboxError) in try await oldestFetch(identity) },
      feature: { () async throws(InboxError) in try await feature() },
      setFeature: { isOn, now async throws(InboxError) in try await setFeature(isOn, at: now) },
      merge: { request async throws(InboxError) in try await merge(request) },
      lastFetches: { identity async throws(InboxError) in try await lastFetches(identity) },
      setRead: { identity, keys, time async throws(InboxError) in
        try await set(.read, identity, keys, at: time)
      },
      setDeleted: { identity, keys, time async throws(InboxError) in
        try await set(.deleted, identity, keys, at: time)
      },
      richContent: { identity, key async throws(InboxError) in try await richContent(identity, key) },
      saveRichContent: { identity, key, html, now async throws(InboxError) in
        try await saveRichContent(identity, key, html, at: now)
      },
      record: { events, run, limit, inFlight async throws(InboxError) in
        try await record(events, run: run, limit: limit, sparing: inFlight)
      },
      setAside: { events, run async throws(InboxError) in try await setAside(events, run: run) },
      takeBack: { limit async throws(InboxError) in try await takeBack(limit: limit) },
      setPatience: { isPatient in setPatience(isPatient) },
      tried: { ids async throws(InboxError) in try await tried(ids) },
      suppress: { attempts async throws(InboxError) in try await suppress(attempts) },
      suppressed: { () async throws(InboxError) in try await suppressed() },
      waiting: { runs, session, limit async throws(InboxError) in
        try await waiting(runs: runs, without: session, limit: limit)
      },
      waitingRuns: { () async throws(InboxError) in try await waitingRuns() },
      settle: { ids, settlement, now async throws(InboxError) in
        try await settle(ids, settlement, at: now)
      },
      badge: { identity async throws(InboxError) in try await badge(identity) },
      saveBadge: { identity, entry async throws(InboxError) in try await saveBadge(identity, entry) },
      badgeLedger: { identity, limit async throws(InboxError) in
        try await badgeLedger(identity, limit: limit)
      },
      lastSessionNumber: { () async throws(InboxError) in try await lastSessionNumber() },
      keepSession: { number async throws(InboxError) in try await keepSession(number) },
      detail: { identity, key async throws(InboxError) in try await detail(identity, key) },
      deliveries: { () async throws(InboxError) in try await deliveries() },
      saveClick: { click async throws(InboxError) in try await save(click) },
      clicks: { () async throws(InboxError) in try await clicks() },
      tracking: tracking)
  }
}
