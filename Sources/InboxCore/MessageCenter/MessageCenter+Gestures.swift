import struct Foundation.Date
public import InboxModel

/// Clicks, closes and deliveries, and what the vendor makes of every gesture (VE-5).
extension MessageCenter {
  /// A link of a message was followed; reported where the vendor takes clicks.
  ///
  /// - Returns: why nothing is reported, as a sentence; nil where it is durable and waits to be sent.
  /// - Throws: ``InboxError/unknownMessage(_:)`` and the archive's errors, and ``InboxError/cancelled`` when another
  ///   than the person reads already.
  @discardableResult
  public func clicked(
    _ link: EngagementGesture.Link, in key: MessageKey, of person: Identity? = nil
  ) async throws(InboxError) -> String? {
    try await recording(.click, key, of: person, link: link).value.get()
  }

  /// An open message was closed; reported where the vendor takes that.
  ///
  /// - Returns: why nothing is reported, as a sentence; nil where it is durable and waits to be sent.
  /// - Throws: as ``clicked(_:in:of:)``.
  @discardableResult
  public func closed(
    _ key: MessageKey, _ closing: EngagementGesture.Closing, by link: EngagementGesture.Link? = nil,
    of person: Identity? = nil
  ) async throws(InboxError) -> String? {
    try await recording(.close, key, of: person, link: link, closing: closing).value.get()
  }

  /// The program ends while a message is open, at which no one looks any longer.
  func closeAtEnd(_ key: MessageKey) {
    guard capabilities.closes else { return }
    do {
      _ = try recording(.close, key, closing: .back)
    } catch { notice(error.description, key) }
  }

  /// Writes a gesture down at once, and its event behind the caller: the task gives why nothing is reported.
  private func recording(
    _ kind: EngagementEvent.Kind, _ key: MessageKey, of person: Identity? = nil,
    link: EngagementGesture.Link? = nil, closing: EngagementGesture.Closing? = nil
  ) throws(InboxError) -> Task<Result<String?, InboxError>, Never> {
    try require(person)
    // What happened is written down whatever the vendor takes of it.
    logGesture(kind == .click ? .clicked : .closed, key)
    if let lack = capabilities.lack(of: kind) { return Task { .success(lack) } }
    try requireEnabled()
    let event = event(kind, key)
    guard !settings.isReadOnly else { return Task { .success(Suppression.captured.words) } }
    return inOrder { () async -> Result<String?, InboxError> in
      do throws(InboxError) {
        let row = try await self.known(key, of: event.identity)
        return .success(try await self.record(event, of: row.message, link: link, closing: closing))
      } catch { return .failure(error) }
    }
  }

  /// Freezes an event as the vendor sends it, and stores it.
  ///
  /// - Returns: why it is not reported; nil where it is durable.
  func record(
    _ event: EngagementEvent, of message: Message, link: EngagementGesture.Link? = nil,
    closing: EngagementGesture.Closing? = nil
  ) async throws(InboxError) -> String? {
    let stamp = try await archive.stamp(of: event.message, for: event.identity)
    let (event, reason) = freeze(event, message, stamp, link: link, closing: closing)
    if let reason {
      logUnsent(event, reason)
      return reason
    }
    // It happened, even if another person reads by now: it is reported under the identity that it was frozen with.
    try await store([event])
    return nil
  }

  /// Makes events durable, and sends what waits.
  func store(_ events: [EngagementEvent]) async throws(InboxError) {
    dropped(
      try await archive.record(
        events, run: run, limit: settings.outboxLimit, sparing: queues[.events].inFlight)
    )
    queued(events)
  }

  private func freeze(
    _ event: EngagementEvent, _ message: Message, _ stamp: MessageStamp?,
    link: EngagementGesture.Link? = nil, closing: EngagementGesture.Closing? = nil
  ) -> (event: EngagementEvent, reason: String?) {
    let gesture = EngagementGesture(
      kind: event.kind, message: message, stamp: stamp, identity: event.identity, session: event.session,
      time: event.time, link: link, closing: closing)
    var event = event
    var reason = settings.withholding
    switch backEnd.freeze(gesture) {
    case .report(let payload): event.payload = payload
    case .withheld(let why): reason = why
    }
    return (event, reason)
  }

  private func logUnsent(_ event: EngagementEvent, _ reason: String) {
    let name = backEnd.eventName == nil ? capabilities.name(of: event.kind) : eventName(of: event)
    log(
      event.journalKind(.suppressed), event.message,
      why: "not sent\(name.map { " as \($0)" } ?? ""): \(reason)")
  }

  /// A delivery as it is sent if the device has the message for the first time, and why it is not.
  typealias FirstSight = (event: EngagementEvent, reason: String?)

  /// The deliveries of a page's messages that no one has read elsewhere (VE-5).
  func firstSights(of page: FetchedPage, for identity: Identity) -> [FirstSight] {
    guard capabilities.deliveries, !settings.isReadOnly else { return [] }
    var seen: Set<MessageKey> = []
    return page.messages.filter { page.read?.contains($0.id) != true && seen.insert($0.key).inserted }
      .map { message in
        var event = event(.delivery, message.key)
        event.identity = identity
        // What has just been fetched is the profile's own.
        event.application = backEnd.application
        return freeze(event, message, page.stamps[message.id])
      }
  }

  /// Messages arrived for the first time: their deliveries are stored with them, and go out.
  func arrived(_ sights: [FirstSight], among messages: [Message]) {
    let new = Set(messages.map(\.key))
    let sights = sights.filter { new.contains($0.event.message) }
    for (event, reason) in sights { if let reason { logUnsent(event, reason) } }
    if settings.withholding != nil { outbox.withheldDeliveries += sights.count { $0.reason != nil } }
    let events = sights.filter { $0.reason == nil }.map(\.event)
    if !events.isEmpty { queued(events) }
  }

  // MARK: Visits

  /// A visit began: rows that are seen from now on count for it.
  func beginVisit() async {
    guard backEnd.visitEvents != nil, !settings.isReadOnly else { return }
    visit.tally = ImpressionTally(at: time.uptime())
    visit.countsAtStart = [:]
    let session = visit.session?.id
    do throws(InboxError) {
      let counts = try await archive.listedCounts(of: identity, at: time.now())
      // Another visit, or another person's, may have begun meanwhile.
      if session == visit.session?.id { visit.countsAtStart = counts }
    } catch { notice(error.description) }
  }

  /// A visit ended: the vendor's events of it are stored behind the caller.
  func endVisit(_ session: Session) {
    guard let events = backEnd.visitEvents, var tally = visit.tally else { return }
    visit.tally = nil
    let (identity, countsAtStart, now) = (identity, visit.countsAtStart, time.uptime())
    // It took as long as it did, also where the date was set back meanwhile.
    let end = max(time.now(), session.began.addingTimeInterval(tally.seconds(at: now)))
    // Rows of a list that another account served are none of this account's.
    let seen = tally.finish(at: now).filter { application(of: $0.message) == backEnd.application }
    inOrder { () async in
      do throws(InboxError) {
        var impressions: [InboxVisit.Impression] = []
        for row in seen {
          guard let message = try await self.archive.message(row.message, of: identity)?.message else {
            continue
          }
          impressions.append(.init(message: message, count: row.count, seconds: row.seconds))
        }
        let counts = try await self.archive.listedCounts(of: identity, at: end)
        let visit = InboxVisit(
          id: session.id, identity: identity, start: session.began, end: end, countsAtStart: countsAtStart,
          countsAtEnd: counts, impressions: impressions)
        await self.store(events(visit), of: visit)
      } catch { await self.notice(error.description) }
    }
  }

  private func store(_ events: [(kind: String, body: JSONValue)], of visit: InboxVisit) {
    if let withholding = trackingWithholding {
      for event in events { log(.tracking(.suppressed), why: "not sent as \(event.kind): \(withholding)") }
      return
    }
    storeBehind(
      events.map {
        VendorEvent(
          id: random.orderedID(), kind: $0.kind, identity: visit.identity, time: visit.end, body: $0.body)
      })
  }
}

extension EngagementEvent {
  /// The journal's kind of what became of it.
  func journalKind(_ verdict: JournalEntry.Verdict) -> JournalEntry.Kind {
    switch kind {
    case .display: .display(verdict)
    case .open: .open(verdict)
    case .click, .close, .delivery: .engagement(kind, verdict)
    }
  }
}
