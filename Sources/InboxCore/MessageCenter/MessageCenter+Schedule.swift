import struct Foundation.Date
public import InboxModel

/// Whether the back end responds, and the one timer behind everything that becomes due (MC-3, MC-10).
extension MessageCenter {
  /// The one timer, and what it looks for.
  struct Timing {
    var timer: Task<Void, Never>?
    var clockWatch: Task<Void, Never>?
    var lastTick: Date
    /// When the first message leaves the cache, as far as the timer has looked.
    var retentionEnd: Date?
    var notRetiredBefore = Date.distantPast
    var horizon: Horizon?
  }

  /// When the next message expires and the oldest was fetched, of lists that have not changed since: a server that is
  /// tried again and again changes nothing there, and each question to the archive wakes several threads.
  typealias Horizon = (identity: Identity, revision: Int, expiry: Date?, oldestFetch: Date?)

  /// The back end responded.
  func reached() {
    take(connection.responded())
    askForBadge()
  }

  /// The back end accepted our tokens: what waited for that is tried again (EN-8), under a key of its own perhaps.
  func accepted() {
    let resumed = OutboxQueue.allCases.filter { isForBackEnd($0) && queues[$0].machine.resumed() }
    guard !resumed.isEmpty else { return }
    pushes.refusal = nil
    notice("The back end accepted a request; what it refused before is tried again.", failed: false)
    flushAll()
  }

  /// A request failed; of a queue or line, whose last one is given, a loss after a loss says nothing of others.
  func lost(_ error: InboxError, after last: InboxError? = nil) {
    var own = ConnectionMachine()
    if let last, own.failed(with: last) == .disconnected, own.failed(with: error) != .reconnected { return }
    take(connection.failed(with: error))
  }

  private func take(_ change: ConnectionMachine.Change) {
    if change == .reconnected { notice("The back end responds again.", failed: false) }
    if connection.state == .online {
      for queue in OutboxQueue.allCases where isForBackEnd(queue) && queues[queue].machine.isOffline {
        flush(queue, .urgent)
      }
    }
    if change == .reconnected, pushes.isUnreached { listenToPushes() }
    if change != .none { changed() }
  }

  /// The centers that wait for the schedule; of those that could not be reached one, as they have one server.
  private var scheduled: [(center: CenterName, machine: RefreshMachine)] {
    guard isEnabled, settings.refreshesBySchedule else { return [] }
    let idle = settings.centers.compactMap { center in
      refreshing.machines[center].map { (center: center, machine: $0) }
    }.filter { refreshing.fetches[$0.center] == nil && !$0.machine.isFetching }
    guard case .offline(.noNetwork) = connection.state else { return idle }
    let unreached = refreshing.fetches.isEmpty ? idle.filter(\.machine.isUnreached) : []
    let tried = unreached.min { $0.machine.ticket < $1.machine.ticket }?.center
    return idle.filter { !$0.machine.isUnreached || $0.center == tried }
  }

  /// Whether the schedule tries, for every request, whether the server can be reached again.
  var isServerTried: Bool {
    guard isEnabled, settings.refreshesBySchedule, case .offline(.noNetwork) = connection.state else {
      return false
    }
    return refreshing.machines.values.contains(where: \.triesServer)
  }

  /// Does what is due now: rows that expire leave the list, due centers are fetched, the outbox tries again.
  func tick() {
    let now = time.now()
    let since = timing.lastTick
    timing.lastTick = now
    if since < now, knownHorizon == nil { perform { await self.expire(since: since, until: now) } }
    // What had expired by a clock that was ahead has not.
    if now < since { changed(lists: true) }
    if let end = timing.retentionEnd, end <= now { perform { await self.retire(at: now) } }
    guard life.isConnected else { return schedule() }
    let due = scheduled.filter { $0.machine.due(at: now) <= now }.map(\.center)
    if !due.isEmpty { perform { _ = await self.refresh(due, .schedule) } }
    for queue in OutboxQueue.allCases {
      if let retry = deliveryDue(of: queue, at: now), retry <= now { flush(queue) }
    }
    schedule()
  }

  private func expire(since: Date, until now: Date) async {
    let reader = identity
    do {
      let keys = try await archive.expired(of: reader, after: since, upTo: now)
      guard !keys.isEmpty, reader == identity else { return }
      for key in keys { log(.gone, key, why: "expired") }
      rowsLeft(keys)
    } catch { notice(error.description) }
    // Also where it cannot be said which: they are in no list any more.
    changed(lists: true)
  }

  /// The cache drops what it should have dropped by now, also where no timer runs, as in a command, before it says what
  /// the cache holds.
  public func retireDue() async throws(InboxError) {
    let now = time.now()
    guard let retention, let oldest = try await horizon().oldestFetch, retention.end(of: oldest) <= now else {
      return
    }
    await retire(at: now)
  }

  /// The cache drops what was fetched too long ago (MC-6); the archive keeps it.
  private func retire(at now: Date) async {
    guard let retention else { return }
    let pause = 60.0
    // Further away than the pause: set while the clock was ahead.
    guard now >= timing.notRetiredBefore || timing.notRetiredBefore > now.addingTimeInterval(pause) else {
      return
    }
    // A disk that fails is not asked again at once.
    timing.notRetiredBefore = now.addingTimeInterval(pause)
    do {
      let identity = identity
      var count = 0
      var last: MessageKey?
      while true {
        let keys = try await archive.retire(
          of: identity, fetchedUpTo: retention.limit(at: now), at: now)
        guard !keys.isEmpty else { break }
        count += keys.count
        last = keys.last
      }
      // Where there was nothing, rounding made it due a moment early: not again at once.
      timing.horizon = nil
      guard count > 0 else { return schedule() }
      timing.notRetiredBefore = .distantPast
      guard identity == self.identity else { return schedule() }
      let why = "\(Removal.Reason.retention.words); kept in the archive"
      log(.gone, count == 1 ? last : nil, why: count == 1 ? why : "\(count.counted("message")): \(why)")
      changed(lists: true)
      schedule()
    } catch { notice(error.description) }
  }

  private var knownHorizon: Horizon? {
    guard let known = timing.horizon, known.identity == identity, known.revision == publishing.revision,
      known.expiry ?? .distantFuture > timing.lastTick
    else { return nil }
    return known
  }

  private func horizon() async throws(InboxError) -> Horizon {
    if let knownHorizon { return knownHorizon }
    var horizon: Horizon = (identity, publishing.revision, nil, nil)
    horizon.expiry = try await archive.earliestExpiry(of: horizon.identity, after: timing.lastTick)
    if retention != nil { horizon.oldestFetch = try await archive.oldestFetch(of: horizon.identity) }
    timing.horizon = horizon
    return horizon
  }

  /// Seconds after which the timer looks again whatever it waits for: the date may have been set back meanwhile.
  static let longestSleep = 300.0

  /// Sets the one timer to the earliest moment at which something is due.
  func schedule() {
    guard !life.isStopping else { return }
    timing.timer?.cancel()
    timing.timer = Task { await self.sleepUntilDue() }
  }

  private func sleepUntilDue() async {
    let now = time.now()
    var moments: [Date] = []
    if life.isConnected {
      moments = scheduled.map { $0.machine.due(at: now) }
      moments += OutboxQueue.allCases.compactMap { deliveryDue(of: $0, at: now) }
    }
    do {
      let horizon = try await horizon()
      if let expiry = horizon.expiry { moments.append(expiry) }
      if let retention { timing.retentionEnd = horizon.oldestFetch.map(retention.end) }
      if let end = timing.retentionEnd { moments.append(max(end, timing.notRetiredBefore)) }
    } catch {
      if error != .cancelled { notice(error.description) }
      // Whatever it would have reported is checked again.
      moments.append(now.addingTimeInterval(Self.longestSleep))
    }
    guard let next = moments.min(), !Task.isCancelled else { return }
    if next > now { guard await time.sleep(until: next, atMost: Self.longestSleep) else { return } }
    tick()
  }
}
