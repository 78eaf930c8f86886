import Foundation

/// Delivery of engagements: durable, in order, at least once under a stable id (EN-7, EN-8).
extension MessageCenter {
  /// How many events one request carries.
  private static let batch = 100

  /// How many events wait to be sent, as far as this run knows.
  public var waitingEvents: Int { outbox.waiting }

  /// Takes over what other runs left behind; only a front that holds the profile alone may.
  func adoptOutbox() async {
    outbox.runs = [run]
    guard settings.adoptsOutbox else { return }
    do {
      outbox.runs.formUnion(try await archive.waitingRuns())
    } catch {
      note(.note(failed: true), why: error.description)
    }
  }

  /// Delivers what waits; one delivery at a time, a call during one makes it look again.
  ///
  /// - Parameter now: Try at once although a retry is set for later: at the end of a session, or when the back end
  ///   can be reached again.
  func flush(now: Bool = false) {
    guard isConnected, !isStopped, outbox.paused == nil else { return }
    if now { outbox.retryAt = nil }
    let time = time.now()
    // A retry further away than any delay was set while the clock was ahead.
    if let retry = outbox.retryAt, retry > time, retry <= time.addingTimeInterval(RetryPolicy().cap) {
      return
    }
    guard outbox.task == nil else {
      outbox.again = true
      return
    }
    outbox.task = perform { await self.deliver() }
  }

  private func deliver() async {
    outbox.retryAt = nil
    repeat {
      outbox.again = false
      await deliverBatches()
    } while outbox.again && outbox.retryAt == nil && outbox.paused == nil && !Task.isCancelled
    outbox.task = nil
    changed()
    schedule()
  }

  private func deliverBatches() async {
    while !Task.isCancelled {
      do throws(InboxError) {
        let waiting = try await archive.waiting(outbox.runs, 1_000)
        outbox.waiting = waiting.count
        let ready = Array(waiting.filter(mayLeave).prefix(Self.batch))
        guard !ready.isEmpty, try await send(ready) else { return }
      } catch {
        // Our own disk: what was sent is known to the server by its id, and is offered again.
        note(.note(failed: true), why: error.description)
        return retryLater(error)
      }
    }
  }

  /// With delivery at session end, displays of the open session stay until it ends.
  private func mayLeave(_ event: EngagementEvent) -> Bool {
    guard settings.displayDelivery == .atSessionEnd, event.kind == .display else { return true }
    return event.session?.id != sessions.current?.id || sessions.current == nil
  }

  /// - Returns: false when delivery must stop for now.
  /// - Throws: the archive's errors only.
  private func send(_ events: [EngagementEvent]) async throws(InboxError) -> Bool {
    let taken: Set<UUID>
    do {
      taken = try await backEnd.report(events, time.now())
    } catch {
      return try await failed(events, error)
    }
    outbox.isOffline = false
    reached()
    return try await settle(events, taken: taken)
  }

  private func failed(_ events: [EngagementEvent], _ error: InboxError) async throws(InboxError) -> Bool {
    switch RetryPolicy().disposition(of: error) {
    case .retry:
      if error != .cancelled { lost(error) }
      retryLater(error)
      return false
    case .pause:
      outbox.paused = error
      outbox.retryAt = nil
      note(.note(failed: true), why: "The outbox is paused: \(error.description)")
      return false
    case .drop:
      return try await refuse(events, error)
    }
  }

  private func retryLater(_ error: InboxError) {
    outbox.failures += 1
    let delay = RetryPolicy().delay(
      attempt: outbox.failures, jitter: chance.jitter(), retryAfter: error.retryAfter)
    outbox.retryAt = time.now().addingTimeInterval(delay)
    switch error {
    case .noNetwork, .timedOut: outbox.isOffline = true
    default: outbox.isOffline = false
    }
  }

  /// An event that the receipt does not list stays and is offered again: only the server's word ends it.
  private func settle(_ events: [EngagementEvent], taken: Set<UUID>) async throws(InboxError) -> Bool {
    let sent = events.filter { taken.contains($0.id) }
    let left = events.filter { !taken.contains($0.id) }
    try await archive.settle(sent.map(\.id), .sent, time.now())
    outbox.waiting = max(0, outbox.waiting - sent.count)
    for event in sent { tell(event, .sent, "sent: the server has it") }
    guard !left.isEmpty else {
      outbox.failures = 0
      return true
    }
    for event in left {
      tell(event, .queued, "queued: the server's receipt does not list it, it is offered again")
    }
    retryLater(.invalidPayload("the receipt does not list every event"))
    return false
  }

  /// One event that the server will never take must not hold back the others: they are sent one by one.
  private func refuse(_ events: [EngagementEvent], _ error: InboxError) async throws(InboxError) -> Bool {
    guard events.count == 1, let event = events.first else {
      for event in events {
        guard try await send([event]) else { return false }
      }
      return true
    }
    try await archive.settle([event.id], .refused(error.description), time.now())
    outbox.waiting = max(0, outbox.waiting - 1)
    tell(event, .refused, "refused: \(error.description)")
    return true
  }

  private func tell(_ event: EngagementEvent, _ verdict: JournalEntry.Verdict, _ why: String) {
    let kind: JournalEntry.Kind = event.kind == .display ? .display(verdict) : .open(verdict)
    note(kind, event.message, why: why)
  }
}
