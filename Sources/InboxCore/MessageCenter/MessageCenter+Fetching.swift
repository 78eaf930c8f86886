import struct Foundation.Data
import struct Foundation.Date
import InboxModel

/// One fetch of a list, from its request to what the archive has of the response (MC-3, MC-9, MC-11, MC-12).
extension MessageCenter {
  /// What a response changed, or why there is none.
  typealias Fetched = Result<MessageMerge.Plan, InboxError>

  /// A fetch, and how things were when it was requested.
  private struct Asked {
    let center: CenterName
    let identity: Identity
    let ticket: Int
    /// The counts of ``Refreshing/generation``, of who reads and of the feature's switches.
    let generation, reader, switches: Int
    /// Where the list went on.
    let cursor: FetchCursor?
    /// When the list had been fetched last, as far as this run knows; nil once it does not matter.
    var lastFetch: Date?
    var settledChanges = 0
  }

  func startFetch(of center: CenterName, _ reason: RefreshMachine.Reason) -> Task<Fetched, Never>? {
    guard isEnabled, var machine = refreshing.machines[center] else { return nil }
    let action = machine.request(reason, at: time.now())
    refreshing.machines[center] = machine
    switch action {
    case .wait: return nil
    case .join: return refreshing.fetches[center]
    case .fetch(let ticket):
      let asked = Asked(
        center: center, identity: identity, ticket: ticket, generation: refreshing.generation,
        reader: generation, switches: feature.generation, cursor: machine.cursor,
        lastFetch: machine.lastSuccess ?? .distantPast)
      let task = perform { await self.fetch(asked) }
      refreshing.fetches[center] = task
      changed()
      return task
    }
  }

  private func fetch(_ asked: Asked) async -> Fetched {
    var asked = asked
    var raw = RawResponse(body: Data(), requestURL: "")
    do throws(InboxError) {
      if backEnd.change != nil { asked.settledChanges = try await archive.settledChanges() }
      let response = try await backEnd.fetch(
        FetchRequest(asked.center, asked.identity, cursor: asked.cursor))
      raw = response.raw
      // A restart that failed has no response.
      if !raw.requestURL.isEmpty { publish(raw: raw) }
      if response.isCursorGone { try await archive.dropCursor(of: asked.center, for: asked.identity) }
      guard asked.generation == refreshing.generation else { return dropped(asked) }
      if response.isCursorGone { refreshing.machines[asked.center]?.cursorGone() }
      let page = try await Self.read(response)
      // What the cache had dropped by now is not missed in the response, also where no timer ran.
      try await retireDue()
      guard asked.generation == refreshing.generation else { return dropped(asked) }
      let sights = firstSights(of: page, for: asked.identity)
      let request = mergeRequest(asked, page, sights)
      let plan = try await archive.merge(request)
      guard asked.generation == refreshing.generation else {
        arrived(sights, among: plan.inserts)
        return dropped(asked, isStored: !plan.isOvertaken)
      }
      if plan.isOvertaken {
        let name = capabilities.name(of: asked.center)
        notice("\(name): another program has fetched it meanwhile, so it is fetched once more", failed: false)
        asked.lastFetch = nil
        return await fetch(asked)
      }
      succeeded(asked, request, plan)
      logFetched(asked.center, page, plan)
      rowsLeft(plan.missed.filter(\.value.isTakenAway).keys)
      arrived(sights, among: plan.inserts)
      // Another program may have changed something here meanwhile.
      (publishing.counted, timing.horizon) = (nil, nil)
      changed(lists: !plan.isEmpty)
      await doubtFormerBadge()
      return .success(plan)
    } catch {
      return failed(asked, error, raw)
    }
  }

  /// Up to megabytes of JSON: not on the actor.
  @concurrent
  private static func read(_ response: FetchResponse) async throws(InboxError) -> FetchedPage {
    try response.page()
  }

  private func mergeRequest(_ asked: Asked, _ page: FetchedPage, _ sights: [FirstSight]) -> MergeRequest {
    var request = MergeRequest(
      identity: asked.identity, center: asked.center, page: page, now: time.now(),
      generation: asked.switches)
    request.application = backEnd.application
    request.settledChanges = asked.settledChanges
    request.lastFetch = asked.lastFetch
    request.continues = asked.cursor != nil && page.absence == .meansNothing
    if request.continues {
      request.malformed = page.malformed(after: malformed(in: asked.center))
      request.setAside = page.setAside(after: setAside(in: asked.center))
    }
    request.deliveries = sights.filter { $0.reason == nil }.map(\.event)
    request.run = run
    request.opensMarkRead = capabilities.opensMarkRead
    request.keepsRichContent = capabilities.servesRichContentOnce
    request.listsExpired = settings.isReadOnly
    return request
  }

  private func succeeded(_ asked: Asked, _ request: MergeRequest, _ plan: MessageMerge.Plan) {
    let center = asked.center
    refreshing.fetches[center] = nil
    refreshing.foreign.lists[center] = nil
    refreshing.foreign.messages = refreshing.foreign.messages.filter { $0.key.center != center }
      .merging(plan.foreign) { $1 }
    refreshing.machines[center]?.succeeded(
      ticket: asked.ticket, at: request.now, malformed: request.malformed, setAside: request.setAside,
      cursor: request.page.cursor)
    for other in refreshing.machines.keys { refreshing.machines[other]?.serverResponded() }
    reached()
    accepted()
  }

  private func failed(_ asked: Asked, _ error: InboxError, _ raw: RawResponse) -> Fetched {
    guard asked.generation == refreshing.generation else { return dropped(asked) }
    let center = asked.center
    refreshing.fetches[center] = nil
    if error == .cancelled, Task.isCancelled {
      refreshing.machines[center]?.calledOff(ticket: asked.ticket, at: time.now())
    } else {
      refreshing.machines[center]?.failed(
        ticket: asked.ticket, with: error, at: time.now(), jitter: random.jitter())
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

  /// Takes over what other programs on this profile have fetched since (MC-3, MC-9).
  func adoptFetches() async {
    let generation = refreshing.generation
    do {
      let fetched = try await archive.lastFetches(of: identity)
      guard generation == refreshing.generation else { return }
      // One that another application served is fetched from the profile's own in any case.
      for (name, last) in fetched where [backEnd.application, ""].contains(last.application) {
        refreshing.machines[name]?.adopt(last.going(on: backEnd.application))
      }
    } catch { notice(error.description) }
  }

  /// - Parameter isStored: Whether the archive had it before the fetch lost its purpose.
  private func dropped(_ asked: Asked, isStored: Bool = false) -> Fetched {
    let fate = isStored ? "stored for \(asked.identity.label), then" : "dropped,"
    // Who asked may read again, with others in between.
    let cause = asked.reader == generation ? "message centers were switched" : "identity changed"
    log(
      .fetch(asked.center, url: "", bytes: 0, failed: false),
      why: "\(capabilities.name(of: asked.center)): the response was \(fate) \(cause)")
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
