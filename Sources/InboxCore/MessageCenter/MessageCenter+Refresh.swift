import struct Foundation.Data
import struct Foundation.Date

/// Refresh, expiry and the one timer behind both (MC-3, MC-10, MC-12, MC-13, MC-16).
extension MessageCenter {
  /// Fetches a center now, or joins the fetch that is under way (MC-3).
  ///
  /// - Returns: what the answer changed.
  /// - Throws: the reason when it failed; what was known before stays.
  @discardableResult
  public func refresh(_ center: CenterName) async throws(InboxError) -> MessageMerge.Plan {
    guard refreshes[center] != nil else {
      throw .unknownCenter(center.rawValue, known: settings.centers.map(\.rawValue))
    }
    try requireEnabled()
    await rereadAll()
    guard let result = await refresh([center], .asked)[center] else { throw .cancelled }
    return try result.get()
  }

  /// Fetches every center now.
  ///
  /// - Returns: the outcome of each.
  @discardableResult
  public func refreshAll() async -> [CenterName: Result<MessageMerge.Plan, InboxError>] {
    await rereadAll()
    return await refresh(Array(settings.centers), .asked)
  }

  /// Calls off the fetches that are under way: what was known stays, and who waits gets ``InboxError/cancelled``.
  ///
  /// A fetch changes nothing on the back end, so nothing is lost; the schedule tries again after the interval.
  public func cancelFetches() {
    for fetch in fetches.values { fetch.cancel() }
  }

  /// A person who refreshes wants to see what is, also what another program on this profile has changed.
  private func rereadAll() async {
    await rereadBadge()
    changed(lists: true)
  }

  /// Fetches what is due and leaves the rest (MC-3).
  ///
  /// - Returns: the outcome of each center that was due.
  public func refreshDue() async -> [CenterName: Result<MessageMerge.Plan, InboxError>] {
    await refresh(Array(settings.centers), .schedule)
  }

  /// Fetches some centers at once and then tells once which of them brought something new.
  @discardableResult
  func refresh(
    _ centers: [CenterName], _ reason: RefreshMachine.Reason
  ) async -> [CenterName: Result<MessageMerge.Plan, InboxError>] {
    var tasks: [(CenterName, Task<Result<MessageMerge.Plan, InboxError>, Never>)] = []
    var started: Set<CenterName> = []
    let unknown = Set(centers.filter { refreshes[$0]?.lastSuccess == nil })
    for center in centers {
      if fetches[center] == nil { started.insert(center) }
      if let task = startFetch(of: center, reason) { tasks.append((center, task)) }
    }
    guard !tasks.isEmpty else { return [:] }
    var outcomes: [CenterName: Result<MessageMerge.Plan, InboxError>] = [:]
    for (center, task) in tasks { outcomes[center] = await task.value }
    // Who only joined a fetch does not tell of it again (MC-13).
    let news = centers.compactMap { center -> CenterNews? in
      guard started.contains(center), case .success(let plan)? = outcomes[center], plan.bringsNews else {
        return nil
      }
      return CenterNews(center, plan, isFirst: unknown.contains(center))
    }
    if !news.isEmpty { tell(.updated(news)) }
    schedule()
    return outcomes
  }

  private func startFetch(
    of center: CenterName, _ reason: RefreshMachine.Reason
  ) -> Task<Result<MessageMerge.Plan, InboxError>, Never>? {
    guard isEnabled, var machine = refreshes[center] else { return nil }
    let action = machine.request(reason, at: time.now())
    refreshes[center] = machine
    switch action {
    case .wait: return nil
    case .join: return fetches[center]
    case .fetch(let ticket):
      let identity = identity
      let generation = fetchGeneration
      let task = perform {
        await self.fetch(center, for: identity, ticket: ticket, generation: generation)
      }
      fetches[center] = task
      changed()
      return task
    }
  }

  private func fetch(
    _ center: CenterName, for identity: Identity, ticket: Int, generation: Int
  ) async -> Result<MessageMerge.Plan, InboxError> {
    var raw = RawAnswer(body: Data(), requestURL: "")
    let switches = feature.generation
    do throws(InboxError) {
      let cursor = refreshes[center]?.cursor
      let settled = backEnd.change == nil ? 0 : try await archive.settledChanges()
      let response = try await backEnd.fetch(FetchRequest(center, identity, cursor: cursor))
      raw = response.raw
      tell(raw: raw)
      guard generation == fetchGeneration else { return dropped(center, identity) }
      let answer = try await Self.read(response)
      guard generation == fetchGeneration else { return dropped(center, identity) }
      let now = time.now()
      var request = MergeRequest(
        identity: identity, center: center, answer: answer, now: now, generation: switches)
      request.application = backEnd.application
      request.settledChanges = settled
      request.continues = cursor != nil && answer.absence == .meansNothing
      if request.continues {
        request.malformed = answer.malformed(after: refreshes[center]?.malformed ?? [])
      }
      let plan = try await archive.merge(request)
      guard generation == fetchGeneration else { return dropped(center, identity) }
      fetches[center] = nil
      refreshes[center]?.succeeded(
        ticket: ticket, at: now, malformed: request.malformed, cursor: answer.cursor)
      reached()
      accepted()
      tellFetched(center, answer, plan)
      // Another program may have changed something here meanwhile.
      counted = nil
      changed(lists: !plan.isEmpty)
      return .success(plan)
    } catch {
      guard generation == fetchGeneration else { return dropped(center, identity) }
      fetches[center] = nil
      if error == .cancelled, Task.isCancelled {
        refreshes[center]?.calledOff(ticket: ticket, at: time.now())
      } else {
        refreshes[center]?.failed(
          ticket: ticket, with: error, at: time.now(), retry: RetryPolicy(), jitter: chance.jitter())
      }
      if error != .cancelled {
        lost(error)
        // Where the tries are used up, that is what is told (MC-15).
        let told = refreshes[center]?.lastError ?? error
        note(
          .fetch(center, url: raw.requestURL, bytes: raw.body.count, failed: true),
          why: "\(center): \(told.numbered)", error: told)
      }
      changed()
      return .failure(error)
    }
  }

  /// Up to megabytes of JSON: not on the actor.
  @concurrent
  private static func read(_ response: FetchResponse) async throws(InboxError) -> MessageListAnswer {
    try response.page()
  }

  private func dropped(_ center: CenterName, _ asker: Identity) -> Result<MessageMerge.Plan, InboxError> {
    note(
      .fetch(center, url: "", bytes: 0, failed: false),
      why: "\(center): the answer was dropped, "
        + (asker == identity ? "message centers were switched" : "identity changed"))
    return .failure(.cancelled)
  }

  private func tellFetched(_ center: CenterName, _ answer: MessageListAnswer, _ plan: MessageMerge.Plan) {
    var parts = ["\(center): \(answer.messages.count) messages"]
    if !plan.inserts.isEmpty { parts.append("\(plan.inserts.count) new") }
    if !plan.updates.isEmpty { parts.append("\(plan.updates.count) changed") }
    if !answer.malformed.isEmpty { parts.append("\(answer.malformed.recordCount) unreadable") }
    // Captured answers of one center are put together, however many there are.
    if let cap = backEnd.capabilities.cap, answer.messages.count > cap, !settings.isReadOnly {
      parts.append("more than the \(cap) that an answer should hold")
    }
    note(
      .fetch(center, url: answer.requestURL, bytes: answer.raw.count, failed: false),
      why: parts.joined(separator: ", "))
    for bad in answer.malformed {
      note(.note(failed: true), why: "\(center): \(bad)")
    }
    for key in plan.read {
      note(.note(failed: false), key, why: "read elsewhere: the server says so")
    }
    for (key, presence) in plan.gone {
      guard let reason = presence.reason else { continue }
      note(.gone, key, why: "no longer in the answer: \(reason.words); kept in the archive")
    }
    for key in plan.twins {
      note(
        .note(failed: true), key,
        why: "\(center): the id “\(key.id)” is also that of a message in \(key.center): two messages, but "
          + "displays and opens are told apart by the id alone")
    }
  }

  // MARK: - Reachability

  /// The back end answered.
  func reached() {
    take(connection.answered())
    askForBadge()
  }

  /// The back end took our tokens: what waited for that goes on (EN-8).
  func accepted() {
    let (events, marks) = (outbox.resumed(), changes.outbox.resumed())
    guard events || marks else { return }
    note(.note(failed: false), why: "The back end takes the token again: the outbox goes on.")
    flush()
    flushChanges()
  }

  /// A request failed.
  func lost(_ error: InboxError) { take(connection.failed(with: error)) }

  private func take(_ change: ConnectionMachine.Change) {
    switch change {
    case .none: return
    case .wentAway: break
    case .cameBack:
      note(.note(failed: false), why: "The back end answers again.")
      if outbox.isOffline { flush(.urgent) }
      if changes.outbox.isOffline { flushChanges(.urgent) }
    }
    changed()
  }

  // MARK: - The timer

  /// Does what is due now: rows that expire leave the list, due centers are fetched, the outbox tries again.
  func tick() {
    let now = time.now()
    let since = lastTick
    lastTick = now
    if since < now { perform { await self.expire(since: since, until: now) } }
    if let end = retentionEnd, end <= now { perform { await self.retire(at: now) } }
    guard isConnected else { return schedule() }
    let due = settings.centers.filter {
      isEnabled && settings.refreshesBySchedule && fetches[$0] == nil
        && (refreshes[$0]?.due(at: now) ?? now) <= now
    }
    if !due.isEmpty { perform { _ = await self.refresh(due, .schedule) } }
    if let retry = outbox.due(at: now), retry <= now { flush() }
    if let retry = changes.outbox.due(at: now), retry <= now { flushChanges() }
    if let retry = tracking.due(at: now), retry <= now { flushTracking() }
    schedule()
  }

  private func expire(since: Date, until now: Date) async {
    do {
      let keys = try await archive.expired(of: identity, after: since, upTo: now)
      guard !keys.isEmpty else { return }
      for key in keys { note(.gone, key, why: "expired") }
      changed(lists: true)
    } catch {
      note(.note(failed: true), why: error.description)
    }
  }

  /// The cache drops what was fetched too long ago (MC-6); the archive keeps it.
  private func retire(at now: Date) async {
    let pause = 60.0
    // Further away than the pause: set while the clock was ahead.
    guard now >= notRetiredBefore || notRetiredBefore > now.addingTimeInterval(pause) else { return }
    // A disk that fails is not asked again at once.
    notRetiredBefore = now.addingTimeInterval(pause)
    do {
      let identity = identity
      var count = 0
      var last: MessageKey?
      while true {
        let keys = try await archive.retire(
          of: identity, fetchedUpTo: settings.retention.limit(at: now), at: now)
        guard !keys.isEmpty else { break }
        count += keys.count
        last = keys.last
      }
      // Where there was nothing, rounding made it due a moment early: not again at once.
      guard count > 0 else { return schedule() }
      notRetiredBefore = .distantPast
      let why = "\(Departure.Reason.retention.words); kept in the archive"
      note(.gone, count == 1 ? last : nil, why: count == 1 ? why : "\(count) messages: \(why)")
      changed(lists: true)
      schedule()
    } catch {
      note(.note(failed: true), why: error.description)
    }
  }

  /// Seconds after which the timer looks again whatever it waits for: the date may have been set back meanwhile.
  static let longestSleep = 300.0

  /// Sets the one timer to the earliest moment at which something is due.
  func schedule() {
    guard !isStopping else { return }
    timer?.cancel()
    timer = Task { await self.sleepUntilDue() }
  }

  private func sleepUntilDue() async {
    let now = time.now()
    var moments: [Date] = []
    if isConnected {
      for machine in refreshes.values where isEnabled && settings.refreshesBySchedule && !machine.isFetching {
        moments.append(machine.due(at: now))
      }
      moments += [outbox, changes.outbox].compactMap { $0.due(at: now) }
      if sendEvent != nil, tracking.outbox.paused == nil, !tracking.outbox.isDelivering,
        let retry = tracking.due(at: now)
      {
        moments.append(retry)
      }
    }
    do {
      if let expiry = try await archive.earliestExpiry(of: identity, after: lastTick) {
        moments.append(expiry)
      }
      // Where the vendor's cache keeps everything, nothing leaves it.
      let keepsAll = backEnd.capabilities.retentionDays == nil
      retentionEnd =
        keepsAll ? nil : try await archive.oldestFetch(of: identity).map(settings.retention.end)
      if let retentionEnd { moments.append(max(retentionEnd, notRetiredBefore)) }
    } catch {
      if error != .cancelled { note(.note(failed: true), why: error.description) }
      // Whatever it would have told is looked for again.
      moments.append(now.addingTimeInterval(Self.longestSleep))
    }
    guard let next = moments.min(), !Task.isCancelled else { return }
    if next > now { guard await time.sleep(until: next, atMost: Self.longestSleep) else { return } }
    tick()
  }
}
