import struct Foundation.Data
import struct Foundation.Date
public import InboxModel

/// Fetches and what they bring (MC-3, MC-12, MC-13, MC-16).
extension MessageCenter {
  /// The fetches of the centers.
  struct Refreshing {
    var machines: [CenterName: RefreshMachine] = [:]
    var fetches: [CenterName: Task<Result<MessageMerge.Plan, InboxError>, Never>] = [:]
    var foreign = ForeignMessages()
    /// Counts the moments at which every fetch under way lost its purpose: another person, or the feature's switch.
    var generation = 0

    /// While no server can be reached, one list is requested for all, each in its turn.
    mutating func shareFailure(of center: CenterName) {
      guard let tried = machines[center], tried.isUnreached else { return }
      for other in machines.keys where machines[other]?.isUnreached == true { machines[other]?.follow(tried) }
    }
  }

  /// Fetches a center now, or joins the fetch that is under way (MC-3).
  ///
  /// - Returns: what the response changed.
  /// - Throws: the reason when it failed; what was known before stays.
  @discardableResult
  public func refresh(_ center: CenterName) async throws(InboxError) -> MessageMerge.Plan {
    guard refreshing.machines[center] != nil else {
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

  /// Fetches what is due and leaves the rest (MC-3).
  ///
  /// - Returns: the outcome of each center that was due.
  public func refreshDue() async -> [CenterName: Result<MessageMerge.Plan, InboxError>] {
    await refresh(Array(settings.centers), .schedule)
  }

  /// Fetches some centers at once, then publishes once which of them brought something new.
  @discardableResult
  func refresh(
    _ centers: [CenterName], _ reason: RefreshMachine.Reason
  ) async -> [CenterName: Result<MessageMerge.Plan, InboxError>] {
    var tasks: [(CenterName, Task<Result<MessageMerge.Plan, InboxError>, Never>)] = []
    var started: Set<CenterName> = []
    let unknown = Set(centers.filter { refreshing.machines[$0]?.lastSuccess == nil })
    for center in centers {
      if refreshing.fetches[center] == nil { started.insert(center) }
      if let task = startFetch(of: center, reason) { tasks.append((center, task)) }
    }
    guard !tasks.isEmpty else { return [:] }
    let generation = refreshing.generation
    var outcomes: [CenterName: Result<MessageMerge.Plan, InboxError>] = [:]
    for (center, task) in tasks { outcomes[center] = await task.value }
    // A caller that joined a running fetch does not publish its news again (MC-13).
    let news = centers.compactMap { center -> CenterNews? in
      guard started.contains(center), case .success(let plan)? = outcomes[center], plan.bringsNews else {
        return nil
      }
      return CenterNews(center, plan, isFirst: unknown.contains(center))
    }
    // Another person may read by now, or message centers may be off.
    if !news.isEmpty, generation == refreshing.generation { publish(.updated(news)) }
    schedule()
    return outcomes
  }

  private func startFetch(
    of center: CenterName, _ reason: RefreshMachine.Reason
  ) -> Task<Result<MessageMerge.Plan, InboxError>, Never>? {
    guard isEnabled, var machine = refreshing.machines[center] else { return nil }
    let action = machine.request(reason, at: time.now())
    refreshing.machines[center] = machine
    switch action {
    case .wait: return nil
    case .join: return refreshing.fetches[center]
    case .fetch(let ticket):
      let identity = identity
      let generation = refreshing.generation
      let task = perform {
        await self.fetch(center, for: identity, ticket: ticket, generation: generation)
      }
      refreshing.fetches[center] = task
      changed()
      return task
    }
  }

  private func fetch(
    _ center: CenterName, for identity: Identity, ticket: Int, generation: Int
  ) async -> Result<MessageMerge.Plan, InboxError> {
    var raw = RawResponse(body: Data(), requestURL: "")
    let switches = feature.generation
    do throws(InboxError) {
      let cursor = refreshing.machines[center]?.cursor
      let settled = backEnd.change == nil ? 0 : try await archive.settledChanges()
      let response = try await backEnd.fetch(FetchRequest(center, identity, cursor: cursor))
      raw = response.raw
      // A restart that failed has no response.
      if !raw.requestURL.isEmpty { publish(raw: raw) }
      if response.isCursorGone { try await archive.dropCursor(of: center, for: identity) }
      guard generation == refreshing.generation else { return dropped(center, identity) }
      if response.isCursorGone { refreshing.machines[center]?.cursorGone() }
      let page = try await Self.read(response)
      guard generation == refreshing.generation else { return dropped(center, identity) }
      let now = time.now()
      var request = MergeRequest(
        identity: identity, center: center, page: page, now: now, generation: switches)
      request.application = backEnd.application
      request.settledChanges = settled
      request.continues = cursor != nil && page.absence == .meansNothing
      if request.continues {
        request.malformed = page.malformed(after: malformed(in: center))
        request.setAside = page.setAside(after: setAside(in: center))
      }
      let sights = firstSights(of: page, for: identity)
      request.deliveries = sights.filter { $0.reason == nil }.map(\.event)
      request.run = run
      request.opensMarkRead = capabilities.opensMarkRead
      request.keepsRichContent = capabilities.servesRichContentOnce
      request.listsExpired = settings.isReadOnly
      let plan = try await archive.merge(request)
      guard generation == refreshing.generation else {
        arrived(sights, among: plan.inserts)
        return dropped(center, identity, isStored: true)
      }
      refreshing.fetches[center] = nil
      refreshing.foreign.lists[center] = nil
      refreshing.foreign.messages = refreshing.foreign.messages.filter { $0.key.center != center }
        .merging(plan.foreign) { $1 }
      refreshing.machines[center]?.succeeded(
        ticket: ticket, at: now, malformed: request.malformed, setAside: request.setAside,
        cursor: page.cursor)
      for other in refreshing.machines.keys { refreshing.machines[other]?.serverResponded() }
      reached()
      accepted()
      logFetched(center, page, plan)
      rowsLeft(plan.missed.filter(\.value.isTakenAway).keys)
      arrived(sights, among: plan.inserts)
      // Another program may have changed something here meanwhile.
      (publishing.counted, timing.horizon) = (nil, nil)
      changed(lists: !plan.isEmpty)
      await doubtFormerBadge()
      return .success(plan)
    } catch {
      guard generation == refreshing.generation else { return dropped(center, identity) }
      refreshing.fetches[center] = nil
      if error == .cancelled, Task.isCancelled {
        refreshing.machines[center]?.calledOff(ticket: ticket, at: time.now())
      } else {
        refreshing.machines[center]?.failed(
          ticket: ticket, with: error, at: time.now(), retry: RetryPolicy(), jitter: random.jitter())
      }
      refreshing.shareFailure(of: center)
      if error != .cancelled {
        lost(error)
        // Where the tries are used up, that is what is logged (MC-15).
        let shownError = refreshing.machines[center]?.lastError ?? error
        log(
          .fetch(center, url: raw.requestURL, bytes: raw.body.count, failed: true),
          why: "\(capabilities.name(of: center)): \(shownError.numbered)", error: shownError)
      }
      changed()
      return .failure(error)
    }
  }

  /// Up to megabytes of JSON: not on the actor.
  @concurrent
  private static func read(_ response: FetchResponse) async throws(InboxError) -> FetchedPage {
    try response.page()
  }

  /// - Parameter isStored: Whether the archive had it before the fetch lost its purpose.
  private func dropped(
    _ center: CenterName, _ asker: Identity, isStored: Bool = false
  ) -> Result<MessageMerge.Plan, InboxError> {
    let fate = isStored ? "stored for \(asker.label), then" : "dropped,"
    let cause = asker == identity ? "message centers were switched" : "identity changed"
    log(
      .fetch(center, url: "", bytes: 0, failed: false),
      why: "\(capabilities.name(of: center)): the response was \(fate) \(cause)")
    return .failure(.cancelled)
  }

  private func logFetched(_ center: CenterName, _ page: FetchedPage, _ plan: MessageMerge.Plan) {
    // What an app did beside fetching was not a response.
    if settings.isReadOnly, page.raw.isEmpty, page.absence == .meansNothing { return }
    let name = capabilities.name(of: center)
    var parts = ["\(name): \(page.messages.count.counted("message"))"]
    let counts = [
      (plan.new, "new"), (plan.expired, "expired already"), (plan.changed, "changed"),
      (plan.relisted, "listed again"),
      (page.malformed.recordCount, "unreadable"),
    ].filter { $0.0 > 0 }
    parts += counts.map { "\($0.0) \($0.1)" }
    if let summary = page.setAside.summary { parts.append(summary) }
    // Captured responses of one center are put together, however many there are.
    if let cap = capabilities.cap(of: center), page.messages.count > cap, !settings.isReadOnly {
      parts.append("more than the \(cap) that a response should hold")
    }
    log(
      .fetch(center, url: page.requestURL, bytes: page.raw.count, failed: false),
      why: parts.joined(separator: ", "))
    for bad in page.malformed { notice("\(name): \(bad)") }
    for (key, records) in Dictionary(grouping: page.messages, by: \.key) where records.count > 1 {
      notice("the response lists this id \(records.count) times; the last record is kept", key)
    }
    for message in page.messages {
      if let note = page.notes[message.id] { notice(note, message.key) }
    }
    // What an app or a capture changed is not news from the server.
    guard !settings.isReadOnly else { return }
    for key in plan.read { notice("read on another device", key, failed: false) }
    for (key, cacheState) in plan.missed {
      guard let reason = cacheState.reason else { continue }
      log(.gone, key, why: "no longer in the response: \(reason.words); kept in the archive")
    }
    for key in plan.twins {
      notice(
        "\(name): the id “\(key.id)” is also that of a message in \(key.center): two messages, but "
          + "displays and opens are distinguished by the id alone", key)
    }
  }
}
