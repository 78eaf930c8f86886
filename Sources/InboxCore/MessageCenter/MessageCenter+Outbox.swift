public import Foundation
public import InboxModel

/// Delivery of engagements: durable, in order, at least once under a stable id (EN-7, EN-8).
extension MessageCenter {
  /// Whose events and changes are delivered.
  struct Outbox {
    /// The runs whose events are delivered: this one, and those that have ended and left some.
    var runs: Set<UUID> = []
    /// Whether those of earlier runs are among them, if this run may send them.
    var hasAdopted = false
    /// How many deliveries of this run are not sent, as nothing is written to the account (VE-8).
    var withheldDeliveries = 0
    /// Whether it was said that what lies beside the archive cannot be taken into it.
    var leavesSpillFile = false
    /// How many events and changes were found to wait for another account.
    var held = 0
  }

  /// How many events wait to be sent, as far as this run knows.
  public var waitingEvents: Int {
    queues[.events].waiting + queues[.changes].waiting + pendingTracking + displays.unsaved.events.count
  }

  /// How many deliveries of this run are not sent, as nothing is written to the account (VE-8).
  public var withheldDeliveries: Int { outbox.withheldDeliveries }

  /// Which events may be sent: those that were made for this application, and where reports are signed for this person.
  var scope: OutboxScope {
    OutboxScope(
      runs: outbox.runs, application: backEnd.application, person: backEnd.signsEvents ? identity : nil)
  }

  /// Which changes may be sent.
  var changeScope: OutboxScope {
    OutboxScope(
      runs: outbox.runs, application: backEnd.application, person: backEnd.isSigned ? identity : nil)
  }

  /// What waits for another account than the profile's: it is never sent to this one.
  public func held() async throws(InboxError) -> [HeldRows] {
    try await archive.held(events: scope, changes: changeScope, tracking: trackingScope)
  }

  /// Decides on what waits for another account: from now on it goes to the profile's, or it is dropped.
  ///
  /// What waits for another person of the profile's account is left alone, and a change that this account takes none of
  /// stays held unless it is dropped.
  ///
  /// - Returns: the ids of these events and changes.
  public func settleHeld(_ fate: HeldFate) async throws(InboxError) -> [UUID] {
    let ids = try await archive.settleHeld(
      fate, application: backEnd.application, takes: capabilities.changes, tracking: trackingApplication,
      run: run, at: time.now())
    if fate == .send { refreshing.foreign = ForeignMessages() }
    guard !ids.isEmpty else { return [] }
    let words = fate == .send ? "to be sent to the account that the profile names now" : "dropped"
    let what = ids.count.counted("event or change", "events and changes")
    notice("\(what) held for another account: \(words)", failed: false)
    outbox.held = try await held().reduce(0) { $0 + $1.count }
    flushAll()
    changed()
    return ids
  }

  /// Says what waits for another account.
  func sayHeld() async throws(InboxError) {
    let (held, before) = (try await held(), outbox.held)
    outbox.held = held.reduce(0) { $0 + $1.count }
    if outbox.held != before { for rows in held { notice(rows.description) } }
  }

  /// Why events wait, as far as this run knows: what the last delivery met, until one succeeds.
  public var deliveryTrouble: InboxError? { queues[.events].trouble }

  /// Why anything waits: also changes, and what only a vendor understands.
  public var outboxTrouble: InboxError? { queues.all.lazy.compactMap(\.trouble).first }

  /// Takes over what other runs left behind; only a front that holds the profile alone may.
  func adoptOutbox() async throws(InboxError) {
    if outbox.hasAdopted, displays.hasSpillFile { await takeBack() }
    guard !outbox.hasAdopted else { return }
    outbox.runs = [run]
    // What a run left beside the archive is one of them.
    await takeBack()
    if settings.adoptsOutbox {
      try await archive.claim(application: backEnd.application, tracking: trackingApplication)
      outbox.runs.formUnion(try await archive.endedRuns())
    }
    // Another delivery may have come here meanwhile.
    guard !outbox.hasAdopted else { return }
    outbox.hasAdopted = true
    var earlier = scope
    earlier.runs.remove(run)
    let left = try await archive.waiting(earlier, without: nil, limit: 0).total
    if left > 0 { notice("Sending \(left.counted("event")) of earlier runs", failed: false) }
    queues[.tracking].waiting = try await archive.waitingTracking(trackingScope, limit: 0).total
    try await sayHeld()
  }

  /// Takes what lies beside the archive into it; where that cannot be now, everything else is delivered all the same, and
  /// the next delivery tries again.
  private func takeBack() async {
    guard settings.adoptsOutbox else { return }
    do throws(InboxError) {
      dropped(try await archive.takeBack(limit: settings.outboxLimit))
      (displays.hasSpillFile, outbox.leavesSpillFile) = (false, false)
    } catch {
      if !outbox.leavesSpillFile { notice(error.description) }
      (displays.hasSpillFile, outbox.leavesSpillFile) = (true, true)
    }
  }

  /// Counts what waits for who reads now.
  func countWaiting() async throws(InboxError) {
    let reader = identity
    let events = try await archive.waiting(scope, without: nil, limit: 0).total
    let marks = try await archive.waitingChanges(changeScope, limit: 0).total
    let others = try await archive.waitingTracking(trackingScope, limit: 0).total
    // Who reads by then counts again.
    guard reader == identity else { return }
    (queues[.events].waiting, queues[.changes].waiting, queues[.tracking].waiting) = (events, marks, others)
  }

  /// Takes over what other programs on this profile have left behind since the start, where this run may send it.
  ///
  /// What a program leaves waits until it has ended: two that send the same would report it twice.
  public func adoptEndedRuns() async {
    guard outbox.hasAdopted, settings.adoptsOutbox, !life.isStopping else { return }
    // Until then a run that could only write beside the archive is in none of its rows.
    await takeBack()
    do {
      let ended = try await archive.endedRuns()
      guard outbox.held > 0 || !ended.isSubset(of: outbox.runs) else { return }
      // A run that has nothing left to send is left out.
      outbox.runs = ended.union([run])
      try await countWaiting()
      try await sayHeld()
    } catch { notice(error.description) }
    changed()
    flushAll()
  }

  /// Sends a page of displays, opens and other events.
  func deliverEvents() async throws(InboxError) -> Bool {
    let page = try await archive.waiting(scope, without: heldSession, limit: capabilities.batch)
    queues[.events].waiting = page.total
    guard !page.items.isEmpty else { return false }
    queues[.events].inFlight = Set(page.items.map(\.id))
    try await send(page.items)
    return true
  }

  /// With delivery at session end, displays of the open session stay until it ends.
  private var heldSession: UUID? {
    settings.displayDelivery == .atSessionEnd ? visit.session?.id : nil
  }

  /// - Throws: the archive's errors only.
  private func send(_ events: [EngagementEvent]) async throws(InboxError) {
    // First of all: an event whose response never arrives must not look like one that was never sent.
    let tried = { @Sendable [archive, ids = events.map(\.id)] () async throws(InboxError) in
      try await archive.tried(ids)
    }
    try await tried()
    let result = await EngagementReceipt.$willRepeat.withValue(tried) { await report(events) }
    switch result {
    case .success(let receipt):
      try await settle(events, receipt)
      reached()
    case .failure(let error): try await failed(events, error)
    }
  }

  private func report(_ events: [EngagementEvent]) async -> Result<EngagementReceipt, InboxError> {
    do throws(InboxError) { return .success(try await backEnd.report(events, time.now())) } catch {
      return .failure(error)
    }
  }

  private func failed(_ events: [EngagementEvent], _ error: InboxError) async throws(InboxError) {
    let last = queues[.events].machine.lastError
    switch queues[.events].machine.failed(with: error, at: time.now(), jitter: random.jitter()) {
    case .later:
      guard error != .cancelled else { return }
      if case .noNetwork = error { try await archive.untried(events.map(\.id)) }
      lost(error, after: last)
      log(
        .note(failed: true), why: "\(events.count.counted("event")) waiting: \(error.numbered)", error: error,
        delivering: .events)
    case .pause:
      log(
        .note(failed: true), why: "The outbox is paused: \(error.numbered)", error: error, delivering: .events
      )
    case .refuse: try await refuse(events, error)
    }
  }

  /// An event that the receipt does not list stays and is offered again: only the server's word ends it.
  private func settle(
    _ events: [EngagementEvent], _ receipt: EngagementReceipt
  ) async throws(InboxError) {
    let sent = events.filter { receipt.accepted.contains($0.id) }
    let left = events.filter { !receipt.accepted.contains($0.id) }
    let late = sent.filter { receipt.late.contains($0.id) }
    for part in [sent.filter { !receipt.late.contains($0.id) }, late] {
      guard let first = part.first else { continue }
      try await archive.settle(
        part.map(\.id), as: .sent(generation: receipt.generation(of: first.id)), at: time.now())
    }
    queues[.events].settled(sent.count)
    log(sent, .sent) { "acknowledged" + owner($0) }
    log(left, .queued) { "queued: not in the server's receipt; it will be sent again" + owner($0) }
    queues[.events].machine.accepted(isComplete: left.isEmpty, at: time.now(), jitter: random.jitter())
  }

  /// One event that the server will never take must not hold back the others: they are sent one by one.
  private func refuse(_ events: [EngagementEvent], _ error: InboxError) async throws(InboxError) {
    guard events.count == 1, let event = events.first else {
      for event in events where queues[.events].machine.mayGoOn { try await send([event]) }
      return
    }
    try await archive.settle([event.id], as: .refused(error.description), at: time.now())
    queues[.events].settled(1)
    log(events, .refused) { "refused: \(error.description)" + owner($0) }
  }

  /// The outbox was full: logs every event that was dropped.
  func dropped(_ events: [EngagementEvent]) {
    queues[.events].settled(events.count)
    log(events, .dropped) {
      "dropped: the outbox is full, it holds \(settings.outboxLimit.events) events" + owner($0)
    }
  }

  /// What does not belong to the session on the screen says whose it is.
  private func owner(_ event: EngagementEvent) -> String {
    let isHere = event.session?.id == visit.session?.id || event.session == nil
    guard event.identity != identity || !isHere else { return "" }
    let session = event.session.map { "session \($0.number) of " } ?? ""
    return " (\(session)\(event.identity.label))"
  }
}
