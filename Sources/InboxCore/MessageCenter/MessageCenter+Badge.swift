/// The badge and the push service that changes it (BD).
extension MessageCenter {
  /// The local value, with no request (BD-4, `getBadgeCount`).
  public var badgeState: BadgeState { badge.state }

  /// How many calls wait for the server's answer.
  package var badgeCallsInLine: Int { badgeCallers.count }

  /// Sets the badge on the server first and here on success (BD-1, `setBadgeCount:completionHandler:`).
  ///
  /// - Returns: what the server now holds, which may be capped.
  /// - Throws: ``InboxError/negativeBadge(_:)`` before any request; any other error leaves the local value.
  public func setBadge(_ count: Int) async throws(InboxError) -> Int {
    try capabilities.require(.badge)
    try requireWritable("the badge is held by the server, of which they say nothing")
    let (ticket, action) = try badge.set(count)
    let result = await withCheckedContinuation { caller in
      badgeCallers[ticket] = caller
      carryOut(action)
      changed()
    }
    return try result.get()
  }

  /// Takes over what another program on this profile, such as `inbox badge set`, has set meanwhile.
  public func rereadBadge() async {
    let identity = identity
    let before = badge.state
    do {
      guard badgeSaves == 0, let stored = try await archive.badge(identity) else { return }
      // Whatever changed here meanwhile is newer than what was read.
      guard identity == self.identity, badgeSaves == 0, !badge.isSending, badge.state == before,
        stored != before
      else { return }
      badge.adopt(stored)
      note(.badge(stored, failed: false), why: "set by another program on this profile")
      changed()
    } catch {
      note(.note(failed: true), why: error.description)
    }
  }

  /// `setBadge(0)` (BD-2, `resetBadgeCountWithCompletionHandler:`).
  public func resetBadge() async throws(InboxError) -> Int { try await setBadge(0) }

  /// The newest lines of the ledger, oldest first (BD-7).
  public func badgeLedger(limit: Int = 100) async throws(InboxError) -> [BadgeEntry] {
    try await archive.badgeLedger(identity, limit)
  }

  private func carryOut(_ action: BadgeMachine.Action) {
    guard case .send(let request) = action else { return }
    let identity = identity
    let generation = generation
    perform { await self.send(request, for: identity, generation: generation) }
  }

  private func send(_ request: BadgeMachine.Request, for identity: Identity, generation: Int) async {
    let outcome: Result<ServerBadge, InboxError>
    do {
      outcome = .success(try await backEnd.setBadge(request.count, identity))
    } catch {
      outcome = .failure(error)
    }
    guard generation == self.generation else { return await answeredLate(request, outcome, identity) }
    let (change, next): (BadgeMachine.Change, BadgeMachine.Action)
    switch outcome {
    case .success(let answer):
      (change, next) = badge.accepted(request, answer)
      reached()
      accepted()
    case .failure(let error):
      (change, next) = badge.failed(request, with: error)
      if RetryPolicy().disposition(of: error) == .retry { lost(error) }
    }
    await apply(change, error: outcome.failure, for: identity)
    // Meanwhile somebody else may have come: what waits in line was for the former identity.
    guard generation == self.generation else { return }
    badgeCallers.removeValue(forKey: request.ticket)?.resume(returning: outcome.map(\.count))
    carryOut(next)
    changed()
  }

  /// Asks for the server's number where a response to a set was lost: it answers again (BD-7).
  func askForBadge() {
    guard capabilities.badge == .server, badge.isInDoubt, !badge.isSending, !isAskingForBadge, !isStopping
    else { return }
    isAskingForBadge = true
    let (identity, generation) = (identity, generation)
    perform { await self.askForBadge(of: identity, generation: generation) }
  }

  private func askForBadge(of identity: Identity, generation: Int) async {
    let answer: Result<ServerBadge, InboxError>
    do { answer = .success(try await backEnd.badge(identity)) } catch { answer = .failure(error) }
    isAskingForBadge = false
    // A set that was made meanwhile knows better, and for somebody else it says nothing.
    guard generation == self.generation, badge.isInDoubt, !badge.isSending else { return }
    switch answer {
    case .success(let held):
      if let change = badge.serverChanged(to: held, cause: "the server was asked: \(held.count)") {
        await apply(change, error: nil, for: identity)
      }
    case .failure(let error):
      if RetryPolicy().disposition(of: error) != .retry { badge.refusedToSay() }
      note(
        .badge(badge.state, failed: true), why: "the server's number is still not known: \(error.numbered)",
        error: error)
    }
    changed()
  }

  /// The server took a set of somebody who has gone: it holds for them, and their ledger says so (BD-7).
  private func answeredLate(
    _ request: BadgeMachine.Request, _ outcome: Result<ServerBadge, InboxError>, _ identity: Identity
  ) async {
    guard case .success(let answer) = outcome else { return }
    let cause = "app set \(request.count), answered after a log-in of somebody else"
    if identity == self.identity {
      guard let change = badge.serverChanged(to: answer, cause: cause) else { return }
      await apply(change, error: nil, for: identity)
      return changed()
    }
    let state = BadgeState(local: answer.count, server: answer.count)
    do {
      try await archive.saveBadge(identity, BadgeEntry(time: time.now(), cause: cause, state: state))
    } catch {
      note(.note(failed: true), why: "The badge could not be remembered: \(error.description)")
    }
  }

  /// Every caller learns that its identity is gone.
  func failBadgeCallers() {
    for caller in badgeCallers.values { caller.resume(returning: .failure(.cancelled)) }
    badgeCallers = [:]
  }

  private func apply(_ change: BadgeMachine.Change, error: InboxError?, for identity: Identity) async {
    if change.clearsNotifications { banners = [] }
    let suffix = change.clearsNotifications ? "; notifications cleared" : ""
    let why = error.map { "\(change.cause): \($0.numbered)" } ?? change.cause + suffix
    note(.badge(change.state, failed: error != nil), why: why, error: error)
    let entry = BadgeEntry(time: time.now(), cause: change.cause, state: change.state)
    badgeSaves += 1
    defer { badgeSaves -= 1 }
    do {
      try await archive.saveBadge(identity, entry)
    } catch {
      // What could not be stored must not be taken back by reading the store.
      badgeSaves += 1
      note(.note(failed: true), why: "The badge could not be remembered: \(error.description)")
    }
  }

  // MARK: - Pushes

  /// Keeps a line to the push service, again and again until stopped.
  func listenToPushes() {
    pushLine?.cancel()
    guard !isStopping else { return }
    let identity = identity
    pushLine = Task { await self.keepLine(for: identity) }
  }

  private func keepLine(for identity: Identity) async {
    var failures = 0
    while !Task.isCancelled, identity == self.identity {
      var wasUp = false
      do {
        badge.lineOpened()
        pushes = 0
        for try await push in backEnd.pushes(identity) {
          guard identity == self.identity, !Task.isCancelled else { return }
          wasUp = true
          failures = 0
          await perform { await self.received(push) }.value
          countPush()
        }
      } catch {
        guard !Task.isCancelled else { return }
        if let error = error as? InboxError { lost(error) }
      }
      stopWaitingForPushes()
      // A line that was called off missed nothing: another is there.
      guard !Task.isCancelled, identity == self.identity else { return }
      if wasUp { missedPushes = true }
      failures += 1
      let delay = RetryPolicy().delay(attempt: failures + 1, jitter: chance.jitter())
      guard await patience.sleep(delay) else { return }
    }
  }

  /// Whether what a line missed may be asked for: a line that breaks off every second does not fetch every second.
  private func mayCatchUp() -> Bool {
    let now = ContinuousClock.now
    if let last = lastCatchUp, now - last < .seconds(30) { return false }
    lastCatchUp = now
    return true
  }

  /// More notifications than any phone keeps; the oldest leave the list.
  private static let mostBanners = 1_000

  private func received(_ push: Push) async {
    let identity = identity
    switch push {
    case .keepAlive: reached()
    case .clock(let reading): follow(reading)
    case .faults(let words): took(faults: words)
    case .state(let count, let version):
      let catchesUp = missedPushes && mayCatchUp()
      if catchesUp { missedPushes = false }
      let missed = settings.centers.filter { catchesUp || refreshes[$0]?.lastError != nil }
      reached()
      accepted()
      await badgeChanged(.init(count: count, cause: "server set", version: version))
      if !missed.isEmpty { await refresh(missed, .asked) }
    case .badge(let change): await badgeChanged(change)
    case .message(let key, let alert, let change):
      note(.push, key, why: "push banner: \(alert)")
      // The badge first: a 0 clears the banners that were there, not the one that comes with it.
      if let change { await badgeChanged(change) }
      guard identity == self.identity else { return }
      banners.append(key)
      if banners.count > Self.mostBanners { banners.removeFirst() }
      await fetchAnnounced(key)
      guard identity == self.identity else { return }
      tell(.banner(key, alert: alert))
      changed()
    }
  }

  /// A fetch that was under way before the push may not hold the message: then it is asked for once more.
  private func fetchAnnounced(_ key: MessageKey) async {
    guard refreshes[key.center] != nil else { return }
    let identity = identity
    let joins = fetches[key.center] != nil
    await refresh([key.center], .asked)
    guard joins, identity == self.identity else { return }
    do {
      if try await archive.message(identity, key) == nil { await refresh([key.center], .asked) }
    } catch {
      note(.note(failed: true), why: error.description)
    }
  }

  private func badgeChanged(_ push: Push.BadgeChange) async {
    guard capabilities.badge == .server else { return }
    let said = ServerBadge(count: push.count, version: push.version)
    // Also where the badge was 0 already (BD-3), but not for news of yesterday.
    if push.count == 0, !badge.isOld(push.version) { banners = [] }
    guard let change = badge.serverChanged(to: said, cause: push.cause) else { return changed() }
    await apply(change, error: nil, for: identity)
    changed()
  }
}

extension Result {
  /// The error of a failure.
  package var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
