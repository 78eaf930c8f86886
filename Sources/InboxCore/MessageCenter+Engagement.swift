import struct Foundation.Date

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

  func beginSession() async {
    guard mayBeginSession else { return }
    do {
      let number = try await archive.nextSessionNumber()
      guard mayBeginSession,
        case .begin(let session) = sessions.appear(id: chance.id(), number: number, at: time.now())
      else { return }
      ledger = DisplayLedger(session: session.number)
      note(.session, why: "session \(session.number) begins")
      changed()
    } catch {
      note(.note(failed: true), why: error.description)
    }
  }

  private var mayBeginSession: Bool { sessions.current == nil && isInView && isEnabled && !isStopping }

  func endSession() {
    guard case .end(let session) = sessions.disappear() else { return }
    ledger = DisplayLedger(session: nil)
    note(.session, why: "session \(session.number) ends, its displays are flushed")
    flush(.urgent)
    changed()
  }

  /// Tells which rows are on the screen now (`trackMessageCenterDisplayEngagement` for each that came into view).
  ///
  /// Costs the caller no wait: deciding is immediate, writing goes on behind it in order (EN-4, EN-7).
  public func look(at rows: [VisibleRow]) {
    var displayed: [EngagementEvent] = []
    for decision in ledger.look(at: rows) {
      switch decision {
      case .report(let key): displayed.append(event(.display, key))
      case .suppress(let key, let reason):
        note(.display(.suppressed), key, why: "suppressed: \(reason.reason)")
      }
    }
    guard !displayed.isEmpty else { return }
    write(displayed)
  }

  /// Opens a message: reports the open, marks it read, and tells what to show (EN-5, MC-19).
  ///
  /// - Returns: the message, or nil when this is the same gesture as an open in flight.
  /// - Throws: ``InboxError/unknownMessage(_:)``, ``InboxError/disabled(byProfile:)`` and the archive's errors; then
  ///   nothing is reported.
  public func open(_ key: MessageKey) async throws(InboxError) -> ArchivedMessage? {
    try requireEnabled()
    guard gate.begin(key) else {
      note(.open(.suppressed), key, why: "suppressed: \(Suppression.openInFlight.reason)")
      return nil
    }
    defer { gate.finished(key) }
    let identity = identity
    let event = event(.open, key)
    guard var row = try await archive.message(identity, key) else { throw .unknownMessage(key.id.rawValue) }
    guard identity == self.identity else {
      note(.open(.suppressed), key, why: "suppressed: \(Suppression.identityChanged.reason)")
      return nil
    }
    dropped(try await archive.record([event], run, settings.outboxLimit))
    queued([event])
    if row.read == nil {
      do {
        try await archive.setRead(identity, key, event.time)
        row.read = event.time
        changed(lists: true)
      } catch {
        // The open is durable and counts; only the mark is missing.
        note(.note(failed: true), key, why: "It could not be marked read: \(error.description)")
      }
    }
    if settings.sessionEndsOnOpen { disappear() }
    return row
  }

  private func event(_ kind: EngagementEvent.Kind, _ key: MessageKey) -> EngagementEvent {
    EngagementEvent(
      id: chance.id(), kind: kind, identity: identity,
      session: sessions.current.map { .init(id: $0.id, number: $0.number) }, message: key, time: time.now())
  }

  /// Writes displays behind the caller, one batch after another.
  private func write(_ events: [EngagementEvent]) {
    let previous = writer
    writer = perform {
      await previous?.value
      await self.record(events)
    }
  }

  private func record(_ events: [EngagementEvent]) async {
    do {
      dropped(try await archive.record(events, run, settings.outboxLimit))
      queued(events)
    } catch {
      // Not durable, so not displayed: the reservation is given back and the next look tries again.
      ledger.release(events.map(\.message), session: events.first?.session?.number)
      note(.note(failed: true), why: "\(events.count) displays could not be stored: \(error.description)")
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
