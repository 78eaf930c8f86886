import InboxModel

/// Delivery of a vendor's events: durable, in order, to a server of their own (UL-11…13).
extension MessageCenter {
  /// How many events one read of the outbox returns.
  private static let batch = 50

  /// Sends a page of the vendor's own events, one after the other.
  func deliverTracking() async throws(InboxError) -> Bool {
    let page = try await archive.waitingTracking(trackingScope, limit: Self.batch)
    queues[.tracking].waiting = page.total
    // An event that may still change waits, and what came after it with it: the order is kept.
    let ready = page.items.prefix { !isHeld($0) }
    queues[.tracking].inFlight = Set(ready.map(\.id))
    for event in ready where queues[.tracking].machine.mayGoOn { try await send(event) }
    return !ready.isEmpty
  }

  /// Events that wait for a server; one that may still change is not counted: it waits for that alone.
  var pendingTracking: Int {
    let mayChange = tracking.policy?.held.map { $0.during.contains(time.now()) } ?? false
    return max(0, queues[.tracking].waiting - (mayChange ? 1 : 0))
  }

  private func isHeld(_ event: VendorEvent) -> Bool {
    guard !life.isStopping, !tracking.sendsImmediately, let held = tracking.policy?.held else { return false }
    return held.event == event.id && held.during.contains(time.now())
  }

  /// - Throws: the archive's errors only.
  private func send(_ event: VendorEvent) async throws(InboxError) {
    guard let sendEvent = tracker?.send else { return }
    // As with displays: an event whose response never arrives must not look like one that was never sent.
    try await archive.tried([event.id])
    tracking.policy?.sends(event)
    do {
      try await sendEvent(event)
    } catch {
      switch queues[.tracking].machine.failed(with: error, at: time.now(), jitter: random.jitter()) {
      case .later:
        guard error != .cancelled else { return }
        if case .noNetwork = error { try await archive.untried([event.id]) }
        publish(event, .queued, "queued: \(error.description)")
      case .pause:
        if case .readsOnly = error { try await archive.untried([event.id]) }
        log(.note(failed: true), why: "Campaign events wait: \(error.description)", delivering: .tracking)
      case .refuse:
        try await archive.settle([event.id], as: .refused(error.description), at: time.now())
        queues[.tracking].settled(1)
        publish(event, .refused, "refused: \(error.description)")
      }
      return
    }
    try await archive.settle([event.id], as: .sent(generation: nil), at: time.now())
    queues[.tracking].settled(1)
    queues[.tracking].machine.accepted(isComplete: true, at: time.now(), jitter: random.jitter())
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
