import Foundation

/// Campaign clicks and the app's sessions for Bloomreach (UL-11…13).
extension MessageCenter {
  /// How many events one look at the outbox takes.
  private static let batch = 50

  /// What a universal link came to.
  public enum CampaignClick: Hashable, Sendable {
    /// A campaign event is stored, and its parameters go into a session that begins now.
    case campaign
    /// It names no campaign: its parameters can only go into a session.
    case sessionOnly
  }

  /// Tracks a universal link (`trackCampaignClick`); durable when it returns.
  ///
  /// Before ``start()`` it is kept, with its time, and counted once after it (UL-13).
  /// - Throws: ``InboxError/invalidURL(_:)`` for what is no web link, ``InboxError/configuration(_:)`` where the profile
  ///   has no Bloomreach part, and the archive's errors.
  @discardableResult
  public func trackCampaignClick(_ url: String) async throws(InboxError) -> CampaignClick {
    guard let data = CampaignData(url) else { throw .invalidURL(url) }
    guard settings.campaigns != nil else {
      throw .configuration("The profile has no [bloomreach] part, so no campaign is tracked.")
    }
    if hasStarted { try await take([(data, time.now())]) } else { earlyClicks.append((data, time.now())) }
    return data.isCampaign ? .campaign : .sessionOnly
  }

  /// The app came to the foreground: a session begins, unless the last one can go on (UL-12).
  public func cameToForeground() async {
    guard let campaigns = settings.campaigns, ownsAppSession else { return }
    isInForeground = true
    backgroundTimer?.cancel()
    keep(report(appSession.cameToForeground(at: time.now()), campaigns))
  }

  /// The app went to the background, or ends: its session can go on for a while (`sessionTimeout`).
  public func wentToBackground() async { leaveForeground() }

  func leaveForeground() {
    guard ownsAppSession, isInForeground else { return }
    isInForeground = false
    appSession.wentToBackground(at: time.now())
    keep([])
    guard let end = appSession.timesOut, !isStopping else { return }
    backgroundTimer = Task { await self.waitForTimeout(end) }
  }

  /// Whether sessions are tracked, and this run is who begins and ends them.
  private var ownsAppSession: Bool { settings.campaigns?.tracksSessions == true && settings.ownsAppSession }

  private func waitForTimeout(_ end: Date) async {
    while time.now() < end {
      guard await time.sleep(until: end, atMost: Self.longestSleep) else { return }
    }
    guard !isInForeground, let campaigns = settings.campaigns else { return }
    keep(report(appSession.timedOut(at: time.now()), campaigns))
  }

  /// Counts what was kept before the start.
  func takeEarlyClicks() async {
    let clicks = earlyClicks
    earlyClicks = []
    guard !clicks.isEmpty else { return }
    do { try await take(clicks) } catch { note(.note(failed: true), why: error.description) }
  }

  /// Events and attribution of clicks, in their order.
  private func take(_ clicks: [(data: CampaignData, time: Date)]) async throws(InboxError) {
    guard let campaigns = settings.campaigns else { return }
    var events: [TrackingEvent] = []
    var amended: TrackingEvent?
    for (data, moment) in clicks {
      if data.isCampaign {
        events.append(
          event(.campaignClick, campaigns, at: moment, url: data.url, ["platform": .string("ios")]))
      }
      guard campaigns.tracksSessions else { continue }
      guard settings.ownsAppSession else {
        note(
          .tracking(.suppressed),
          why: "suppressed: the click begins no session: the inbox that is open has the app's · \(data.url)")
        continue
      }
      let action = attribution.clicked(data, at: moment, unsentStart: sessionStart?.time)
      // A link opens the app: a session goes on, or another one begins (UL-12).
      let opening = isInForeground ? [] : appSession.cameToForeground(at: time.now())
      isInForeground = true
      backgroundTimer?.cancel()
      if !opening.isEmpty {
        events += report(opening, campaigns)
      } else if action == .merge, var start = sessionStart, start.identity == identity {
        start.properties.merge(data.properties) { _, new in new }
        sessionStart = start
        // One that is not written yet is written whole.
        if let index = events.firstIndex(where: { $0.id == start.id }) {
          events[index] = start
        } else {
          amended = start
        }
      } else {
        note(
          .tracking(.suppressed),
          why: "suppressed: the click counts for no session: none began within 3 s · \(data.url)")
      }
    }
    try await store(events, amending: amended)
  }

  /// Events of a session's beginning and end.
  private func report(_ actions: [AppSessionMachine.Action], _ campaigns: CampaignSettings) -> [TrackingEvent]
  {
    actions.map { action in
      switch action {
      case .start:
        let now = time.now()
        let data = attribution.sessionStarts(at: now)
        let properties = campaigns.properties.merging(data?.properties ?? [:]) { _, new in new }
        let start = event(.sessionStart, campaigns, at: now, properties)
        sessionStart = start
        return start
      case .end(let moment, let duration):
        let properties = campaigns.properties.merging(["duration": .number(duration)]) { _, new in new }
        return event(.sessionEnd, campaigns, at: moment, properties)
      }
    }
  }

  private func event(
    _ kind: TrackingEvent.Kind, _ campaigns: CampaignSettings, at moment: Date, url: String? = nil,
    _ properties: [String: JSONValue]
  ) -> TrackingEvent {
    TrackingEvent(
      id: chance.id(), kind: kind, identity: identity, customerIDs: campaigns.customerIDs(of: identity),
      time: moment, url: url, properties: properties)
  }

  /// Writes events and the session behind the caller, who waits for no disk.
  private func keep(_ events: [TrackingEvent]) {
    let writing = write(events, amending: nil)
    perform { await self.finishOrTell(writing, of: events) }
  }

  private func finishOrTell(_ writing: Writing, of events: [TrackingEvent]) async {
    do throws(InboxError) { try await finish(writing, of: events, amending: nil) } catch {
      note(.note(failed: true), why: error.description)
    }
  }

  private func store(_ events: [TrackingEvent], amending start: TrackingEvent?) async throws(InboxError) {
    try await finish(write(events, amending: start), of: events, amending: start)
  }

  private typealias Writing = Task<Result<(isMerged: Bool, dropped: [TrackingEvent]), InboxError>, Never>

  /// Writes events behind whatever was written before them, with the session as it is now.
  private func write(_ events: [TrackingEvent], amending start: TrackingEvent?) -> Writing {
    let session: TrackingArchive.SessionChange = settings.ownsAppSession ? .keep(appSession.state) : .none
    let run = run
    let limit = settings.outboxLimit
    let archive = archive.tracking
    return inOrder { () async -> Result<(isMerged: Bool, dropped: [TrackingEvent]), InboxError> in
      do throws(InboxError) {
        let isMerged = if let start { try await archive.amend(start) } else { false }
        return .success((isMerged, try await archive.record(events, session, run, limit)))
      } catch {
        return .failure(error)
      }
    }
  }

  private func finish(
    _ writing: Writing, of events: [TrackingEvent], amending start: TrackingEvent?
  ) async throws(InboxError) {
    let (isMerged, dropped) = try await writing.value.get()
    trackingCount += events.count - dropped.count
    for event in events { tell(event, .queued, "queued") }
    for event in dropped { tell(event, .dropped, "dropped: the outbox is full") }
    if isMerged, let start { tell(start, .queued, "queued: it now names the campaign") }
    changed()
    flushTracking()
  }

  // MARK: - Delivery

  /// Delivers campaign events; a trouble of Bloomreach's never holds up displays and opens, nor they it.
  func flushTracking(_ reason: OutboxMachine.Reason = .due) {
    guard tracker != nil, isConnected, !isStopped, tracking.wanted(reason, at: time.now()) == .deliver else {
      return
    }
    trackingDelivery = perform { await self.deliverTracking() }
  }

  private func deliverTracking() async {
    repeat {
      await deliverTrackingBatches()
    } while tracking.ended() == .deliver && !Task.isCancelled
    trackingDelivery = nil
    changed()
    schedule()
  }

  private func deliverTrackingBatches() async {
    while !Task.isCancelled, tracking.mayGoOn {
      do throws(InboxError) {
        try await adoptOutbox()
        let (events, total) = try await archive.tracking.waiting(outboxRuns, Self.batch)
        trackingCount = total
        // A start that may still take on a campaign waits, and what came after it with it: the order is kept.
        let ready = events.prefix { !isHeld($0) }
        guard !ready.isEmpty else { return }
        for event in ready where tracking.mayGoOn { try await send(event) }
      } catch {
        note(.note(failed: true), why: error.description)
        _ = tracking.failed(with: error, at: time.now(), jitter: chance.jitter())
        return
      }
    }
  }

  private func isHeld(_ event: TrackingEvent) -> Bool {
    guard !isStopping, !sendsAtOnce else { return false }
    return startIsDue.map { sessionStart?.id == event.id && time.now() < $0 } ?? false
  }

  /// When the session's start can no longer take on a campaign, while it is here.
  var startIsDue: Date? { sessionStart?.time.addingTimeInterval(CampaignAttribution.window) }

  /// - Throws: the archive's errors only.
  private func send(_ event: TrackingEvent) async throws(InboxError) {
    guard let tracker else { return }
    if sessionStart?.id == event.id { sessionStart = nil }
    do {
      try await tracker.send(event)
    } catch {
      switch tracking.failed(with: error, at: time.now(), jitter: chance.jitter()) {
      case .later: tell(event, .queued, "queued: \(error.description)")
      case .pause: note(.note(failed: true), why: "Campaign events wait: \(error.description)")
      case .refuse:
        try await archive.settle([event.id], .refused(error.description), time.now())
        trackingCount = max(0, trackingCount - 1)
        tell(event, .refused, "refused: \(error.description)")
      }
      return
    }
    try await archive.settle([event.id], .sent(generation: nil), time.now())
    trackingCount = max(0, trackingCount - 1)
    tracking.accepted(isComplete: true, at: time.now(), jitter: chance.jitter())
    tell(event, .sent, "sent: Bloomreach has it")
  }

  /// A trail whose click was queued, with what became of it since (UL-11).
  public func settled(_ trail: LinkTrail) -> LinkTrail {
    guard trail.click == .queued, let verdict = clickVerdicts.verdict(of: trail.link) else { return trail }
    var trail = trail
    switch verdict {
    case .sent: trail.click = .yes
    case .refused, .dropped: trail.click = .no
    case .queued, .suppressed: break
    }
    trail.reason += "; the click was \(verdict.rawValue)"
    return trail
  }

  private func tell(_ event: TrackingEvent, _ verdict: JournalEntry.Verdict, _ why: String) {
    if event.kind == .campaignClick, let link = event.url { clickVerdicts.keep(verdict, of: link) }
    let owner = event.identity == identity ? "" : " (\(event.identity.label))"
    let campaign = event.properties["xnpe_cmp"]?.text.map { " · campaign \($0)" } ?? ""
    let link = event.url.map { " · \($0)" } ?? campaign
    note(.tracking(verdict), why: "\(event.kind.rawValue) \(why)\(owner)\(link)")
  }
}
