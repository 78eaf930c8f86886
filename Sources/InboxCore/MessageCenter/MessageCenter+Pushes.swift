import InboxModel

/// The push service (BD-5).
extension MessageCenter {
  /// The line to the push service, and what came on it.
  struct Pushes {
    var line: Task<Void, Never>?
    /// Nothing listened when the line was to be opened, and it waits for its next try.
    var isUnreached = false
    /// What broke it last, until something comes on it.
    var failure: InboxError?
    /// Why the server refuses the line, until it takes it.
    var refusal: InboxError?
    /// The line was up and went down: what was announced meanwhile is not known.
    var missed = false
    /// When that was asked for last.
    var lastCatchUp: Double?
    /// How much came on the line since it was opened, and who waits for more.
    var count = 0
    var callers: [(count: Int, caller: CheckedContinuation<Void, Never>)] = []
    /// The notification list, the oldest first.
    var banners: [MessageKey] = []
  }

  /// Keeps a line to the push service, again and again until stopped; nothing where the vendor has none.
  func listenToPushes() {
    pushes.line?.cancel()
    (pushes.isUnreached, pushes.refusal, pushes.count) = (false, nil, 0)
    guard settings.receivesPushes, capabilities.liveLine, !life.isStopping else { return }
    let identity = identity
    pushes.line = Task { await self.maintainPushLine(for: identity) }
  }

  private func maintainPushLine(for identity: Identity) async {
    var failures = 0
    while !Task.isCancelled, identity == self.identity {
      var wasUp = false
      var failure: InboxError?
      do {
        badge.machine.lineOpened()
        pushes.count = 0
        for try await push in backEnd.pushes(identity) {
          guard identity == self.identity, !Task.isCancelled else { return }
          wasUp = true
          failures = 0
          (pushes.failure, pushes.refusal) = (nil, nil)
          await perform { await self.received(push, for: identity) }.value
          // The next line counts what comes on it.
          guard identity == self.identity, !Task.isCancelled else { return }
          countPush()
        }
      } catch {
        guard !Task.isCancelled else { return }
        failure = error as? InboxError
      }
      // A line that was cancelled missed nothing: another is there, for which others wait.
      guard !Task.isCancelled, identity == self.identity else { return }
      if let failure { failed(failure) }
      stopWaitingForPushes()
      if wasUp { pushes.missed = true }
      failures += 1
      let policy = RetryPolicy()
      // What a fetch tries for all needs no tries of the line's own.
      let delay = isServerTried ? policy.cap : policy.delay(attempt: failures + 1, jitter: random.jitter())
      if case .noNetwork? = failure { pushes.isUnreached = true }
      guard await realTime.sleep(delay) else { return }
      pushes.isUnreached = false
    }
  }

  /// A server that refuses the line responds all the same: that nothing is pushed is said once.
  private func failed(_ error: InboxError) {
    lost(error, after: pushes.failure)
    pushes.failure = error
    guard RetryPolicy().disposition(of: error) != .retry, pushes.refusal != error else { return }
    pushes.refusal = error
    log(.note(failed: true), why: "Nothing is pushed: \(error.description)", error: error)
  }

  /// Whether what a line missed may be requested: a line that breaks off every second does not fetch every second.
  private func mayCatchUp() -> Bool {
    let now = realTime.uptime()
    if let last = pushes.lastCatchUp, now - last < 30 { return false }
    pushes.lastCatchUp = now
    return true
  }

  /// More notifications than any phone keeps; the oldest leave the list.
  private static let mostBanners = 1_000

  private func received(_ push: Push, for identity: Identity) async {
    // Another person may have signed in since it came.
    guard identity == self.identity else { return }
    switch push {
    case .keepAlive:
      reached()
      await fetchMissed()
    case .aside: break
    case .changed(let list):
      log(.push, why: "push: \(list.map(capabilities.name(of:)) ?? capabilities.everyList) changed")
      await fetchChanged(list.map { [$0] } ?? Array(settings.centers))
    case .state(let count, let version):
      let failed = settings.centers.filter { refreshing.machines[$0]?.lastError != nil }
      reached()
      accepted()
      await badgeChanged(.init(count: count, cause: "server set", version: version), isSet: false)
      if !(await fetchMissed()), !failed.isEmpty { await refresh(failed, .asked) }
    case .badge(let change): await badgeChanged(change)
    case .message(let pushed, let alert, let change, let attachment):
      let key = MessageKey(center: settings.centers.spelled(pushed.center), id: pushed.id)
      log(.push, key, why: "push banner: \(alert)")
      // The badge first: a 0 clears the banners that were there, not the one that comes with it.
      if let change { await badgeChanged(change) }
      guard identity == self.identity else { return }
      pushes.banners.append(key)
      if pushes.banners.count > Self.mostBanners { pushes.banners.removeFirst() }
      await fetchAnnounced(key)
      guard identity == self.identity else { return }
      publish(.banner(key, alert: alert, attachment: attachment))
      changed()
    }
  }

  /// Fetches every list after a line was down, for what was announced meanwhile; returns whether it did.
  @discardableResult
  private func fetchMissed() async -> Bool {
    guard pushes.missed, mayCatchUp() else { return false }
    pushes.missed = false
    await refresh(Array(settings.centers), .asked)
    return true
  }

  /// A fetch that was under way before the push may not hold what changed: then it is requested once more.
  private func fetchChanged(_ lists: [CenterName]) async {
    let lists = lists.filter { refreshing.machines[$0] != nil }
    let identity = identity
    let joined = lists.filter { refreshing.fetches[$0] != nil }
    await refresh(lists, .asked)
    if !joined.isEmpty, identity == self.identity { await refresh(joined, .asked) }
  }

  /// A fetch that was under way before the push may not hold the message: then it is requested once more.
  private func fetchAnnounced(_ key: MessageKey) async {
    guard refreshing.machines[key.center] != nil else { return }
    let identity = identity
    let joins = refreshing.fetches[key.center] != nil
    await refresh([key.center], .asked)
    guard joins, identity == self.identity else { return }
    do {
      if try await archive.message(key, of: identity) == nil { await refresh([key.center], .asked) }
    } catch { notice(error.description) }
  }

  /// - Parameter isSet: Whether it was set now; a line that opens says what it is.
  private func badgeChanged(_ push: Push.BadgeChange, isSet: Bool = true) async {
    guard capabilities.badge == .server else { return }
    let pushed = ServerBadge(count: push.count, version: push.version)
    // Also where the badge was 0 already (BD-3), but not for news of yesterday.
    if isSet, push.count == 0, !badge.machine.isOld(push.version) { pushes.banners = [] }
    guard let change = badge.machine.serverChanged(to: pushed, cause: push.cause) else { return changed() }
    await apply(change, error: nil, for: identity)
    changed()
  }

  /// Returns when the push line has said so much since it was opened, or breaks; at once where the vendor has none.
  ///
  /// It waits for five seconds of real time at most: a push that cannot be read is never counted.
  package func receivedPushes(_ count: Int) async {
    guard capabilities.liveLine, pushes.count < count else { return }
    await wait(for: Task { await self.waitForPushes(count) }, atMost: .seconds(5))
  }

  private func waitForPushes(_ count: Int) async {
    guard pushes.count < count, !life.isStopped else { return }
    await withCheckedContinuation { pushes.callers.append((count, $0)) }
  }

  /// The line broke: nothing more comes on it.
  func stopWaitingForPushes() {
    for one in pushes.callers { one.caller.resume() }
    pushes.callers = []
  }

  func countPush() {
    pushes.count += 1
    let count = pushes.count
    let there = pushes.callers.filter { $0.count <= count }
    pushes.callers.removeAll { $0.count <= count }
    for one in there { one.caller.resume() }
  }
}
