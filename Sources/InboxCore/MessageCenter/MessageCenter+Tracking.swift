import Foundation
package import InboxModel

/// Events that a vendor's SDK makes of links and of the app's sessions (UL-11…13): stored with the other events, sent
/// to a server of their own.
extension MessageCenter {
  /// What tracking holds between two calls.
  struct Tracking {
    /// What decides; nil where the profile tracks nothing.
    var policy: (any AppTracking)?
    /// Links that were followed before ``MessageCenter/start()`` was done.
    var earlyLinks: [(link: String, time: Date)] = []
    /// Events that the archive could not store yet, in order: they go ahead of the next ones.
    var unstored: [VendorEvent] = []
    /// An event that is stored, and reads otherwise since; the archive does not know yet.
    var unamended: VendorEvent?
    var isUnstored: Bool { !unstored.isEmpty || unamended != nil }
    /// When a session in the background is over.
    var timer: Task<Void, Never>?
    /// Whether what may still change is sent at once: the program is quitting.
    var sendsImmediately = false
    var verdicts = ClickVerdicts()
  }

  /// Tracks a universal link; durable when it returns.
  ///
  /// Before ``start()`` it is queued, with its time, and counted once after it (UL-13).
  ///
  /// - Parameter person: Who followed it; nil for who reads.
  /// - Returns: whether an event is stored for it, and not only a part of a session.
  /// - Throws: ``InboxError/configuration(_:)`` where the profile tracks nothing, and the archive's errors.
  package func track(_ link: String, of person: Identity? = nil) async throws(InboxError) -> Bool {
    guard let policy = tracking.policy else {
      throw .configuration("The profile has no part that tracks links, so none is tracked.")
    }
    if let withholding = trackingWithholding {
      if policy.isEvent(link) { log(.tracking(.suppressed), why: "not sent: \(withholding) · \(link)") }
      return false
    }
    if life.hasStarted {
      try await track([(link, time.now())], of: person ?? identity)
    } else {
      tracking.earlyLinks.append((link, time.now()))
    }
    return policy.isEvent(link)
  }

  /// The app came to the foreground: a session begins, unless the last one can go on (UL-12).
  public func enterForeground() async {
    let context = trackingContext
    guard settings.ownsAppSession, trackingWithholding == nil, !life.isStopping,
      let events = tracking.policy?.enterForeground(context)
    else { return }
    tracking.timer?.cancel()
    storeBehind(events)
  }

  /// The app went to the background, or ends: its session can go on for a while (`sessionTimeout`).
  public func enterBackground() {
    guard settings.ownsAppSession, tracking.policy?.enterBackground(at: time.now()) == true else { return }
    storeBehind([])
    guard let end = tracking.policy?.sessionEnd, !life.isStopping else { return }
    tracking.timer = Task { await self.endAppSession(at: end) }
  }

  private func endAppSession(at end: Date) async {
    while time.now() < end {
      guard await time.sleep(until: end, atMost: Self.longestSleep) else { return }
    }
    guard tracking.policy?.sessionEnd != nil else { return }
    let context = trackingContext
    storeBehind(tracking.policy?.timedOut(context) ?? [])
  }

  private var trackingContext: TrackingContext {
    TrackingContext(
      identity: identity, time: time.now(), id: random.orderedID, ownsSession: settings.ownsAppSession)
  }

  /// Counts what was followed before the start.
  func trackEarlyLinks() async {
    let links = tracking.earlyLinks
    tracking.earlyLinks = []
    guard !links.isEmpty else { return }
    do { try await track(links, of: identity, areEarly: true) } catch { notice(error.description) }
  }

  /// Events and sessions of links, in their order.
  private func track(
    _ links: [(link: String, time: Date)], of person: Identity, areEarly: Bool = false
  ) async throws(InboxError) {
    var all = TrackedLink()
    all.isKept = areEarly
    for (link, moment) in links {
      var context = trackingContext
      // The session is of who reads now.
      if person != identity { (context.identity, context.ownsSession) = (person, false) }
      guard let tracked = tracking.policy?.followed(link, at: moment, context) else { return }
      if context.ownsSession { tracking.timer?.cancel() }
      all.events += tracked.events
      all.amended = tracked.amended ?? all.amended
      if let reason = tracked.suppressed {
        log(.tracking(.suppressed), why: "suppressed: \(reason) · \(link)")
      }
    }
    try await finish(write(all))
  }

  /// Writes events and the session behind the caller, who waits for no disk.
  func storeBehind(_ events: [VendorEvent], isRetry: Bool = false) {
    var tracked = TrackedLink()
    tracked.events = events
    let writing = write(tracked)
    perform {
      do throws(InboxError) { try await self.finish(writing) } catch {
        if !isRetry { await self.notice(error.description) }
      }
    }
  }

  private typealias Written = Result<(TrackedLink, isAmended: Bool, dropped: [VendorEvent]), InboxError>

  /// Writes events behind whatever was written before them, with the session as it is now.
  private func write(_ tracked: TrackedLink) -> Task<Written, Never> {
    let session: AppSessionChange = settings.ownsAppSession ? .save(tracking.policy?.session) : .none
    return inOrder { () async in await self.store(tracked, session) }
  }

  /// How many events of visits, sessions and links the archive could not store yet: they are tried again, and lost with
  /// this run.
  public var unstoredEvents: Int { tracking.unstored.count }

  /// Stores events behind those that could not be stored before.
  ///
  /// A click that cannot be stored is none, as the error says to the caller, and no session's start names it; everything
  /// else happened.
  private func store(_ made: TrackedLink, _ session: AppSessionChange) async -> Written {
    var tracked = made
    for index in tracked.events.indices { tracked.events[index].application = trackingApplication }
    let clicks = made.isKept ? [] : tracked.events.filter { tracking.policy?.clickedLink(of: $0) != nil }
    let rest = tracking.unstored + tracked.events.filter { !clicks.contains($0) }
    tracked.events = tracking.unstored + tracked.events
    // One that is not stored yet is stored whole.
    if let amended = tracked.amended, let index = tracked.events.firstIndex(where: { $0.id == amended.id }) {
      tracked.events[index].body = amended.body
      tracked.amended = nil
    }
    tracked.amended = tracked.amended ?? tracking.unamended
    do throws(InboxError) {
      let (isAmended, dropped) = try await archive.recordTracking(
        tracked.events, amending: tracked.amended, session, run: run, limit: settings.outboxLimit,
        sparing: queues[.tracking].inFlight)
      (tracking.unstored, tracking.unamended) = ([], nil)
      return .success((tracked, isAmended, dropped))
    } catch {
      tracking.unstored = clicks.isEmpty ? tracked.events : unnamed(rest, by: clicks)
      if clicks.isEmpty { tracking.unamended = tracked.amended }
      if tracking.isUnstored { retryUnsaved() }
      return .failure(error)
    }
  }

  /// The events, with a session's start that named one of the clicks as it is without it.
  private func unnamed(_ events: [VendorEvent], by clicks: [VendorEvent]) -> [VendorEvent] {
    var events = events
    for start in clicks.compactMap({ tracking.policy?.lost($0) }) {
      if let index = events.firstIndex(where: { $0.id == start.id }) { events[index].body = start.body }
    }
    return events
  }

  private func finish(_ writing: Task<Written, Never>) async throws(InboxError) {
    let (tracked, isAmended, dropped) = try await writing.value.get()
    queues[.tracking].waiting += tracked.events.count - dropped.count
    for event in tracked.events { publish(event, .queued, "queued") }
    for event in dropped { publish(event, .dropped, "dropped: the outbox is full") }
    if isAmended, let event = tracked.amended {
      publish(event, .queued, "queued: it now names the campaign")
    } else if let event = tracked.amended {
      publish(event, .suppressed, "suppressed: it waits no more, so it does not name the campaign")
    }
    changed()
    flush(.tracking)
  }

  /// Why no such event is sent, nor stored to be; nil where they are.
  var trackingWithholding: String? { settings.withholding ?? tracker?.withholding }

  /// Who takes the events; nil while the profile names no server.
  var trackingApplication: String? { tracker?.send == nil ? nil : tracker?.application }

  /// Which of the events may be sent.
  var trackingScope: OutboxScope {
    OutboxScope(
      runs: outbox.runs, application: trackingApplication,
      person: tracker?.isSigned == true ? identity : nil)
  }

  /// A trail whose click was queued, with what became of it since (UL-11).
  public func settled(_ trail: LinkTrail) -> LinkTrail {
    guard trail.click == .queued, let verdict = tracking.verdicts.verdict(of: trail.link) else {
      return trail
    }
    var trail = trail
    switch verdict {
    case .sent: trail.click = .yes
    case .refused, .dropped: trail.click = .no
    case .queued, .suppressed: return trail
    }
    trail.reason += "; the click was \(verdict.rawValue)"
    return trail
  }
}
