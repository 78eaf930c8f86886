import InboxModel

/// Delivery of a vendor's events: durable, in order, to a server of their own (UL-11…13).
extension MessageCenter {
  /// How many events one read of the outbox returns.
  private static let batch = 50

  /// Delivers events of the vendor's; a failure of its server never holds up displays and opens, nor the other way
  /// round.
  func flushTracking(_ reason: OutboxMachine.Reason = .due) {
    guard sendEvent != nil, settings.withholding == nil, life.isConnected, !life.isStopped,
      tracking.outbox.wanted(reason, at: time.now()) == .deliver
    else { return }
    tracking.delivery = perform { await self.deliverTracking() }
  }

  private func deliverTracking() async {
    repeat {
      await deliverTrackingBatches()
    } while tracking.outbox.ended() == .deliver && !Task.isCancelled
    tracking.delivery = nil
    changed()
    schedule()
  }

  private func deliverTrackingBatches() async {
    while !Task.isCancelled, tracking.outbox.mayGoOn {
      do throws(InboxError) {
        try await adoptOutbox()
        let (events, total) = try await archive.waitingTracking(trackingScope, limit: Self.batch)
        tracking.waiting = total
        // An event that may still change waits, and what came after it with it: the order is kept.
        let ready = events.prefix { !isHeld($0) }
        guard !ready.isEmpty else { return }
        tracking.inFlight = Set(ready.map(\.id))
        defer { tracking.inFlight = [] }
        for event in ready where tracking.outbox.mayGoOn { try await send(event) }
      } catch {
        log(.note(failed: true), why: error.description)
        _ = tracking.outbox.failed(with: error, at: time.now(), jitter: random.jitter())
        return
      }
    }
  }

  private func isHeld(_ event: VendorEvent) -> Bool {
    guard !life.isStopping, !tracking.sendsImmediately, let held = tracking.policy?.held else { return false }
    return held.event == event.id && held.during.contains(time.now())
  }

  /// - Throws: the archive's errors only.
  private func send(_ event: VendorEvent) async throws(InboxError) {
    guard let sendEvent else { return }
    // As with displays: an event whose response never arrives must not look like one that was never sent.
    try await archive.tried([event.id])
    tracking.policy?.sends(event)
    do {
      try await sendEvent(event)
    } catch {
      switch tracking.outbox.failed(with: error, at: time.now(), jitter: random.jitter()) {
      case .later:
        if case .noNetwork = error { try await archive.untried([event.id]) }
        publish(event, .queued, "queued: \(error.description)")
      case .pause: log(.note(failed: true), why: "Campaign events wait: \(error.description)")
      case .refuse:
        try await archive.settle([event.id], as: .refused(error.description), at: time.now())
        tracking.waiting = max(0, tracking.waiting - 1)
        publish(event, .refused, "refused: \(error.description)")
      }
      return
    }
    try await archive.settle([event.id], as: .sent(generation: nil), at: time.now())
    tracking.waiting = max(0, tracking.waiting - 1)
    tracking.outbox.accepted(isComplete: true, at: time.now(), jitter: random.jitter())
    publish(event, .sent, "acknowledged by \(tracker?.name ?? "the server")")
  }

  /// Publishes what became of an event, and keeps what became of a click (UL-11).
  func publish(_ event: VendorEvent, _ verdict: JournalEntry.Verdict, _ why: String) {
    if let link = tracking.policy?.clickedLink(of: event) { tracking.verdicts.record(verdict, of: link) }
    let owner = event.identity == identity ? "" : " (\(event.identity.label))"
    log(
      .tracking(verdict), of: event.identity,
      why: "\(event.kind) \(why)\(owner)\(tracking.policy?.subject(of: event) ?? "")")
  }
}
