public import struct Foundation.UUID

/// Sessions, displays and opens (EN).
extension MessageCenter {
  /// *View will appear* (`messageCenterViewWillAppear`): begins a session unless one is open, or the feature is off.
  public func appear() async {
    isInView = true
    await beginSession()
  }

  /// *View will disappear* (`messageCenterViewWillDisappear`): ends the session and flushes its displays.
  public func disappear() {
    isInView = false
    endSession()
  }

  /// So many sessions that are over are remembered.
  static let rememberedSessions = 100

  /// The open session, if any (EN-3).
  public var session: Session? { sessions.current }

  func beginSession() async {
    guard mayBeginSession else { return }
    do {
      // Only read: the number is kept with the first thing told in the session, and at the latest with its end.
      let last = try await archive.lastSessionNumber()
      guard mayBeginSession else { return }
      lastSession = max(last, lastSession) + 1
      guard case .begin(let session) = sessions.appear(id: chance.id(), number: lastSession, at: time.now())
      else { return }
      ledger = DisplayLedger(session: session.number, isReadOnly: settings.isReadOnly)
      note(.session, why: "session \(session.number) begins")
      changed()
    } catch {
      note(.note(failed: true), why: error.description)
    }
  }

  private var mayBeginSession: Bool { sessions.current == nil && isInView && isEnabled && !isStopping }

  func endSession() {
    guard case .end(let session) = sessions.disappear() else { return }
    formerSessions[session.id] = (session.number, identity)
    // Rows that were drawn in a session are told right after its end, or never.
    if formerSessions.count > Self.rememberedSessions {
      let oldest = formerSessions.min { $0.value.number < $1.value.number }
      if let oldest { formerSessions[oldest.key] = nil }
    }
    ledger = DisplayLedger(session: nil, isReadOnly: settings.isReadOnly)
    let flushed = settings.isReadOnly ? "" : ", its displays are flushed"
    note(.session, why: "session \(session.number) ends\(flushed)")
    inOrder { () async in await self.keep(session) }
    keepTally()
    flush(.urgent)
    changed()
  }

  private func keep(_ session: Session) async {
    do { try await archive.keepSession(session.number) } catch {
      note(
        .note(failed: true),
        why: "The number of session \(session.number) could not be stored: \(error.description)")
    }
  }

  /// Tells which rows are on the screen now (`trackMessageCenterDisplayEngagement` for each that came into view).
  ///
  /// Costs the caller no wait: deciding is immediate, writing goes on behind it in order (EN-4, EN-7).
  /// Name the session of the snapshot that the rows were drawn from: rows of a session that is over are not reported,
  /// and never in the name of somebody else (EN-10). Without one they count for the session that is open now.
  public func look(at rows: [VisibleRow], in session: UUID? = nil) {
    if let session, session != sessions.current?.id { return tooLate(rows, session) }
    var displayed: [EngagementEvent] = []
    for decision in ledger.look(at: rows) {
      switch decision {
      case .report(let key): displayed.append(event(.display, key))
      case .suppress(let key, let reason):
        suppress(.display, key, reason, session: sessions.current?.number, of: identity)
      }
    }
    guard !displayed.isEmpty else { return }
    write(displayed)
  }

  private func tooLate(_ rows: [VisibleRow], _ session: UUID) {
    let former = formerSessions[session]
    let owner = former?.identity ?? identity
    let reason: Suppression = owner == identity ? .noSession : .identityChanged
    for row in rows { suppress(.display, row.message, reason, session: former?.number, of: owner) }
  }

  /// Tells why an attempt is not reported, and has it stored behind the caller (EN-4, EN-9).
  private func suppress(
    _ kind: EngagementEvent.Kind, _ key: MessageKey, _ reason: Suppression, session: Int?,
    of identity: Identity
  ) {
    note(
      kind == .display ? .display(.suppressed) : .open(.suppressed), key,
      why: "suppressed: \(reason.reason)")
    tally.add(
      EngagementPlace(identity: identity, session: session, message: key, kind: kind), reason.cause,
      at: time.now())
    keepTally()
  }

  /// Stores what has gathered, together with whatever gathers until its turn comes.
  func keepTally() {
    guard !tally.isEmpty, !isTallyDue, !isStopped else { return }
    isTallyDue = true
    inOrder { () async in await self.storeTally() }
  }

  private func storeTally() async {
    isTallyDue = false
    let attempts = tally.take()
    guard !attempts.isEmpty, !isStopped else { return }
    do {
      try await archive.suppress(attempts)
      tallyTrouble = nil
    } catch {
      // Kept for the next attempt, or the end of the session.
      tally.giveBack(attempts)
      if tallyTrouble != error {
        note(
          .note(failed: true),
          why: "Why attempts were suppressed could not be stored, which is tried again: \(error.description)")
      }
      tallyTrouble = error
    }
  }

  /// Opens a message: reports the open, marks it read, and tells what to show (EN-5, MC-19).
  ///
  /// It is the person's message, or with nil that of whoever reads now.
  ///
  /// - Returns: the message, or nil when this is the same gesture as an open in flight, or somebody else reads by now.
  /// - Throws: ``InboxError/unknownMessage(_:)``, ``InboxError/disabled(byProfile:)`` and the archive's errors, and
  ///   ``InboxError/cancelled`` when another than the person reads already; then nothing is reported.
  public func open(_ key: MessageKey, of person: Identity? = nil) async throws(InboxError) -> ArchivedMessage?
  {
    try requireEnabled()
    try require(person)
    guard !settings.isReadOnly else { return try await lookInside(key) }
    let gesture = OpenGesture(person: identity, message: key.id)
    guard gate.begin(gesture) else {
      suppress(.open, key, .openInFlight, session: sessions.current?.number, of: identity)
      return nil
    }
    defer { gate.finished(gesture) }
    let event = event(.open, key)
    let generation = fetchGeneration
    // Behind the displays that came before it, and ahead of those that come after it.
    gathering.close()
    let recording = inOrder { () async -> Result<ArchivedMessage, InboxError> in
      await self.recordOpen(event)
    }
    var row = try await recording.value.get()
    if row.read == nil {
      do {
        queued(
          try await archive.setRead(
            [key], of: event.identity, at: event.time, queuing: changeOrigin), [key])
        row.read = event.time
        changed(lists: true)
      } catch {
        // The open is durable and counts; only the mark is missing.
        note(.note(failed: true), key, why: "It could not be marked read: \(error.description)")
      }
    }
    // It happened and is reported, but whoever reads now is shown nothing of it.
    guard generation == fetchGeneration else { return nil }
    if settings.sessionEndsOnOpen, event.session?.id == sessions.current?.id { disappear() }
    return row
  }

  /// A captured message is shown and stays what it is: it was not sent to whoever looks at it now.
  private func lookInside(_ key: MessageKey) async throws(InboxError) -> ArchivedMessage {
    guard let row = try await archive.message(key, of: identity) else {
      throw .unknownMessage(key.id.rawValue)
    }
    note(.open(.suppressed), key, why: "suppressed: \(Suppression.captured.reason)")
    return row
  }

  /// Whether an open of a message is in flight.
  package func isOpening(_ message: MessageID) -> Bool {
    gate.isOpen(OpenGesture(person: identity, message: message))
  }

  private func recordOpen(_ event: EngagementEvent) async -> Result<ArchivedMessage, InboxError> {
    do throws(InboxError) {
      guard let row = try await archive.message(event.message, of: event.identity) else {
        throw .unknownMessage(event.message.id.rawValue)
      }
      // It happened, whoever reads by now: it is reported under the identity that it was frozen with.
      dropped(try await archive.record([event], run: run, limit: settings.outboxLimit, sparing: inFlight))
      queued([event])
      return .success(row)
    } catch {
      return .failure(error)
    }
  }

  private func event(_ kind: EngagementEvent.Kind, _ key: MessageKey) -> EngagementEvent {
    EngagementEvent(
      id: chance.id(), kind: kind, identity: identity,
      session: sessions.current.map { .init(id: $0.id, number: $0.number) }, message: key, time: time.now())
  }

  /// Writes displays behind the caller.
  ///
  /// Those that come while others are being written go into one transaction together: each of them ends with a wait for
  /// the disk.
  private func write(_ events: [EngagementEvent]) {
    for part in gathering.add(events) { inOrder { () async in await self.record(part: part) } }
  }

  /// Writes of events happen one after another, in the order in which they happened.
  @discardableResult
  func inOrder<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) -> Task<Value, Never> {
    let previous = writer
    let task = perform {
      await previous?.value
      return await work()
    }
    writer = Task { _ = await task.value }
    return task
  }

  /// Writes a part of what was gathered, behind what the archive has not taken before; with nil only that.
  private func record(part: Int?) async {
    let events = untaken.take() + (part.map { gathering.take($0) } ?? [])
    guard !events.isEmpty else { return }
    do {
      dropped(try await archive.record(events, run: run, limit: settings.outboxLimit, sparing: inFlight))
    } catch { return await keepUntaken(events, error) }
    // They are in the archive; what lies beside it is the same, and goes with the next delivery that can take it back.
    if untaken.taken() { liesBeside = true }
    queued(events)
  }

  /// Tries once more to store what the archive has not taken.
  func storeUntaken() {
    guard !untaken.events.isEmpty else { return }
    inOrder { () async in await self.record(part: nil) }
  }

  /// They happened, so they are kept with their time and session, and stored as soon as it is possible.
  private func keepUntaken(_ events: [EngagementEvent], _ error: InboxError) async {
    let isFirst = untaken.failures == 0
    untaken.refused(events)
    var place = "kept beside the archive"
    let new = untaken.volatile
    do throws(InboxError) {
      if !new.isEmpty { try await archive.setAside(new, run: run) }
      untaken.kept(new)
    } catch { place = "kept in memory alone, as nothing beside the archive can be written" }
    if isFirst {
      note(
        .note(failed: true),
        why:
          "\(events.count) displays could not be stored; they are \(place), which is tried again: \(error.description)"
      )
    }
    changed()
    retryUntaken()
  }

  private func retryUntaken() {
    untakenTimer?.cancel()
    guard !isStopping else { return }
    var retry = RetryPolicy()
    retry.cap = 5
    let delay = retry.delay(attempt: untaken.failures, jitter: chance.jitter())
    untakenTimer = Task {
      guard await patience.sleep(delay), !isStopping else { return }
      storeUntaken()
    }
  }

  private func queued(_ events: [EngagementEvent]) {
    waitingCount += events.count
    for event in events {
      let session = event.session.map { " in session \($0.number)" } ?? ", no session needed"
      switch event.kind {
      case .display: note(.display(.queued), event.message, why: "queued: first display\(session)")
      case .open: note(.open(.queued), event.message, why: "queued: opened\(session)")
      }
    }
    changed()
    flush()
  }
}
