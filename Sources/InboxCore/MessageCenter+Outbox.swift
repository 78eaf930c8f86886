import Foundation

/// Delivery of engagements: durable, in order, at least once under a stable id (EN-7, EN-8).
extension MessageCenter {
  /// How many events one request carries.
  private static let batch = 100

  /// Delivers what waits; one delivery at a time, a call during one makes it look again.
  func flush() {
    guard isConnected, !isStopped, outbox.paused == nil else { return }
    guard outbox.task == nil else {
      outbox.again = true
      return
    }
    outbox.task = perform { await self.deliver() }
  }

  private func deliver() async {
    repeat {
      outbox.again = false
      await deliverOnce()
    } while outbox.again && outbox.retryAt == nil && outbox.paused == nil && !Task.isCancelled
    outbox.task = nil
    changed()
    schedule()
  }

  private func deliverOnce() async {
    outbox.retryAt = nil
    while !Task.isCancelled {
      do {
        let waiting = try await archive.waiting(settings.adoptsOutbox ? nil : run, 1_000)
        outbox.waiting = waiting.count
        let ready = Array(waiting.filter(mayLeave).prefix(Self.batch))
        guard !ready.isEmpty else { return }
        guard try await send(ready) else { return }
      } catch {
        note(.note(failed: true), why: error.description)
        return
      }
    }
  }

  /// With delivery at session end, displays of the open session stay until it ends.
  private func mayLeave(_ event: EngagementEvent) -> Bool {
    guard settings.displayDelivery == .atSessionEnd, event.kind == .display else { return true }
    return event.session?.id != sessions.current?.id || sessions.current == nil
  }

  /// - Returns: false when delivery must stop for now.
  private func send(_ events: [EngagementEvent]) async throws(InboxError) -> Bool {
    do {
      let taken = try await backEnd.report(events, time.now())
      outbox.failures = 0
      reached()
      try await settle(events, taken: taken)
      return true
    } catch {
      switch RetryPolicy().disposition(of: error) {
      case .retry:
        outbox.failures += 1
        let delay = RetryPolicy().delay(
          attempt: outbox.failures, jitter: chance.jitter(), retryAfter: error.retryAfter)
        outbox.retryAt = time.now().addingTimeInterval(delay)
        if error != .cancelled { lost(error) }
        return false
      case .pause:
        outbox.paused = error
        note(.note(failed: true), why: "The outbox is paused: \(error.description)")
        return false
      case .drop:
        try await refuse(events, error)
        return true
      }
    }
  }

  private func settle(_ events: [EngagementEvent], taken: Set<String>) async throws(InboxError) {
    let sent = events.filter { taken.contains($0.id.uuidString) }
    let left = events.filter { !taken.contains($0.id.uuidString) }
    try await archive.settle(sent.map(\.id), .sent, time.now())
    for event in sent { tellVerdict(event, .sent, "sent: the server has it") }
    guard !left.isEmpty else { return }
    let reason = "the server's receipt does not list it"
    try await archive.settle(left.map(\.id), .refused(reason), time.now())
    for event in left { tellVerdict(event, .refused, "refused: \(reason)") }
  }

  /// One event that the server will never take must not hold back the others: they are sent one by one.
  private func refuse(_ events: [EngagementEvent], _ error: InboxError) async throws(InboxError) {
    guard events.count == 1, let event = events.first else {
      for event in events {
        guard try await send([event]) else { return }
      }
      return
    }
    try await archive.settle([event.id], .refused(error.description), time.now())
    tellVerdict(event, .refused, "refused: \(error.description)")
  }

  private func tellVerdict(_ event: EngagementEvent, _ verdict: JournalEntry.Verdict, _ why: String) {
    let kind: JournalEntry.Kind = event.kind == .display ? .display(verdict) : .open(verdict)
    note(kind, event.message, why: why)
  }
}
