public import struct Foundation.UUID
import InboxModel

/// Displays: decided at once, written behind the caller in order (EN-1, EN-4, EN-7).
extension MessageCenter {
  /// Displays on their way into the archive.
  struct Displays {
    /// Displays that wait until those before them are written.
    var displayBatches = DisplayBatches()
    /// Displays that the archive could not store yet, and the timer that tries again to store whatever it could not.
    var unsaved = UnsavedDisplays()
    var retryTimer: Task<Void, Never>?
    /// Whether the archive has stored them and the spill file still exists.
    var hasSpillFile = false
    /// Attempts that were not reported and wait to be stored (EN-9), whether a write of them is due, and why the last
    /// one failed.
    var suppressions = SuppressionLog()
    var areSuppressionsDue = false
    var tallyError: InboxError?
  }

  /// Reports which rows are on the screen now (`trackMessageCenterDisplayEngagement` for each that came into view).
  ///
  /// Costs the caller no wait: deciding is immediate, writing goes on behind it in order (EN-4, EN-7). Name the session
  /// of the snapshot that the rows were drawn from: rows of a session that is over are not reported, and never under
  /// another identity (EN-10). Without one they count for the session that is open now.
  public func setVisibleRows(_ rows: [VisibleRow], in session: UUID? = nil) {
    if session == nil || session == visit.session?.id {
      // Rows that are shown outside a session are none of the next one's.
      visit.rows = visit.session == nil ? [] : rows
      visit.tally?.setVisibleRows(rows, at: time.uptime())
      logGestures(of: rows, session: visit.session?.number)
    }
    // What the vendor has no word for is not an attempt either (VE-2).
    guard capabilities.displays else { return }
    if let session, session != visit.session?.id { return tooLate(rows, session) }
    var displayed: [EngagementEvent] = []
    for decision in visit.ledger.setVisibleRows(rows) {
      switch decision {
      case .report(let key): displayed.append(event(.display, key))
      case .suppress(let key, let reason):
        suppress(.display, key, reason, in: visit.stamp, of: identity)
      }
    }
    if let withholding = settings.withholding {
      return log(displayed, .suppressed) { _ in "not sent: \(withholding)" }
    }
    guard !displayed.isEmpty else { return }
    write(displayed)
  }

  /// What has left its list has no row from now on, whenever the front draws that.
  func rowsLeft(_ keys: some Collection<MessageKey>) {
    let rows = visit.rows.filter { !keys.contains($0.message) }
    // What is only looked at stays.
    if !settings.isReadOnly, rows.count < visit.rows.count { setVisibleRows(rows) }
  }

  private func tooLate(_ rows: [VisibleRow], _ session: UUID) {
    let former = visit.former[session]
    let owner = former?.identity ?? identity
    let reason: Suppression = owner == identity ? .noSession : .identityChanged
    // What was in view at its end is no attempt; of a session before that one it is not known any more.
    var ledger = visit.ended[session] ?? DisplayLedger(session: nil)
    for decision in ledger.setVisibleRows(rows) {
      switch decision {
      case .report(let key), .suppress(let key, _):
        suppress(
          .display, key, reason, in: former.map { .init(id: session, number: $0.number) }, of: owner)
      }
    }
    visit.ended = [session: ledger]
  }

  /// Logs why an attempt is not reported, and stores it without holding up the caller (EN-4, EN-9).
  func suppress(
    _ kind: EngagementEvent.Kind, _ key: MessageKey, _ reason: Suppression,
    in session: EngagementEvent.SessionStamp?, of identity: Identity
  ) {
    log(
      kind == .display ? .display(.suppressed) : .open(.suppressed), key,
      why: "suppressed: \(reason.words(in: session?.number))")
    guard capabilities.lack(of: kind) == nil else { return }
    displays.suppressions.add(
      EngagementPlace(identity: identity, session: session?.number, message: key, kind: kind),
      in: session?.id, reason, at: time.now())
    saveSuppressions()
  }

  /// Stores what has gathered, together with whatever gathers until its turn comes.
  func saveSuppressions() {
    guard !displays.suppressions.isEmpty, !displays.areSuppressionsDue, !life.isStopped else { return }
    displays.areSuppressionsDue = true
    inOrder { () async in await self.writeSuppressions() }
  }

  private func writeSuppressions() async {
    displays.areSuppressionsDue = false
    let attempts = displays.suppressions.take()
    guard !attempts.isEmpty, !life.isStopped else { return }
    do {
      try await archive.suppress(attempts)
      displays.tallyError = nil
    } catch {
      // Kept for the next attempt, or the end of the session.
      displays.suppressions.giveBack(attempts)
      if displays.tallyError != error {
        notice("Reasons for suppressed attempts could not be stored; retrying: \(error.description)")
      }
      displays.tallyError = error
    }
  }

  /// Writes displays behind the caller.
  ///
  /// Those that come while others are being written go into one transaction together: each of them ends with a wait for
  /// the disk.
  private func write(_ events: [EngagementEvent]) {
    for part in displays.displayBatches.add(events) { inOrder { () async in await self.record(part: part) } }
  }

  /// Writes a part of what was gathered, behind what the archive has not taken before; with nil only that.
  private func record(part: Int?) async {
    let events = displays.unsaved.take() + (part.map { displays.displayBatches.take($0) } ?? [])
    guard !events.isEmpty else { return }
    do { try await store(events) } catch { return await spillUnsaved(events, error) }
    // They are in the archive; the spill file holds the same, and is removed by the next delivery that can.
    if displays.unsaved.saved() { displays.hasSpillFile = true }
  }

  /// Tries once more to store what the archive has not taken.
  func storeUnsaved() {
    if !displays.unsaved.events.isEmpty { inOrder { () async in await self.record(part: nil) } }
    if !badge.unstored.isEmpty { inOrder { () async in await self.storeBadges() } }
    if tracking.isUnstored { storeBehind([], isRetry: true) }
  }

  /// They happened, so they are held with their time and session, and stored as soon as possible.
  private func spillUnsaved(_ events: [EngagementEvent], _ error: InboxError) async {
    let isFirst = displays.unsaved.failures == 0
    displays.unsaved.refused(events)
    var place = "beside the archive"
    let new = displays.unsaved.volatile
    do throws(InboxError) {
      if !new.isEmpty { try await archive.setAside(new, run: run) }
      displays.unsaved.spilled(new)
    } catch { place = "in memory only, as nothing beside the archive can be written" }
    if isFirst {
      let what = events.count.counted("display")
      notice("\(what) could not be stored; kept \(place) and retried: \(error.description)")
    }
    changed()
    retryUnsaved()
  }

  func retryUnsaved() {
    displays.retryTimer?.cancel()
    guard !life.isStopping else { return }
    var retry = RetryPolicy()
    retry.cap = 5
    let failures = max(displays.unsaved.failures, badge.failures, tracking.isUnstored ? 4 : 0)
    let delay = retry.delay(attempt: failures, jitter: random.jitter())
    displays.retryTimer = Task {
      guard await realTime.sleep(delay), !life.isStopping else { return }
      storeUnsaved()
    }
  }

  func queued(_ events: [EngagementEvent]) {
    let held = events.count { $0.application != backEnd.application }
    queues[.events].waiting += events.count - held
    outbox.held += held
    log(events, .queued) { event in
      let session = event.session.map { " in session \($0.number)" } ?? ", no session needed"
      let what =
        switch event.kind {
        case .display: "first display"
        case .open: "opened"
        case .click: "a link was followed"
        case .close: "closed"
        case .delivery: "first delivery"
        }
      let name = eventName(of: event).map { ", as \($0)" } ?? ""
      return "queued: \(what)\(session)\(name)\(heldWords(event.application))"
    }
    changed()
    flush(.events)
  }

  /// What the vendor calls an event; nil where it has no name, or no such event, for its message.
  func eventName(of event: EngagementEvent) -> String? {
    guard let name = backEnd.eventName else { return capabilities.eventNames[event.kind.rawValue] }
    return name(event.kind, event.message)
  }

  func event(_ kind: EngagementEvent.Kind, _ key: MessageKey) -> EngagementEvent {
    EngagementEvent(
      id: random.orderedID(), kind: kind, identity: identity,
      session: visit.stamp, message: key,
      time: time.now(), application: application(of: key))
  }

  /// How many displays the archive could not store yet; they are tried again, and count among ``waitingEvents``.
  public var unstoredDisplays: Int { displays.unsaved.events.count }

  /// How many displays are lost with this run: neither the archive nor anything beside it could be written.
  public var lostDisplays: Int { displays.unsaved.volatile.count }
}
