import struct Foundation.Date
public import InboxModel

/// The badge: set on the server first, and the ledger of its changes (BD).
extension MessageCenter {
  /// The badge, and who waits for the server's word on it.
  struct Badge {
    var machine = BadgeMachine(stored: nil)
    var callers: [Int: CheckedContinuation<Result<Int, InboxError>, Never>] = [:]
    /// The last change that this run has read or made, stored or not; any other behind it is another program's.
    var last: BadgeEntry?
    /// The last line of the ledger that this run has read or written.
    var stored: BadgeEntry?
    /// How many lines this run has written.
    var written = 0
    /// Whether the server is being asked for its number.
    var isAsking = false
    /// Changes that the archive does not have yet, in order; where there are any, what it holds is older.
    var unstored: [(entry: BadgeEntry, person: Identity)] = []
    /// How often it has refused the first of them, and why the last time.
    var failures = 0
    var trouble: InboxError?
    /// Whether another account's server said its number, and this one's has said nothing yet.
    var isFormerAccounts = false

    /// The last change of a person that the archive does not have yet.
    func unstored(of person: Identity) -> BadgeEntry? { unstored.last { $0.person == person }?.entry }
  }

  /// The local value, with no request (BD-4, `getBadgeCount`).
  public var badgeState: BadgeState { badge.machine.state }

  /// Sets the badge on the server first and here on success (BD-1, `setBadgeCount:completionHandler:`).
  ///
  /// - Returns: what the server now holds, which may be capped.
  /// - Throws: ``InboxError/negativeBadge(_:)`` before any request; any other error leaves the local value.
  public func setBadge(_ count: Int) async throws(InboxError) -> Int {
    try requireWritable("the badge is held by the server, of which they say nothing")
    try capabilities.require(.badge)
    if let withholding = settings.withholding { throw .readsOnly("The badge is not set: \(withholding).") }
    let (ticket, next) = try badge.machine.set(count)
    let result = await withCheckedContinuation { caller in
      badge.callers[ticket] = caller
      send(next)
      changed()
    }
    return try result.get()
  }

  /// Takes over what another program on this profile, such as `inbox badge set`, has set meanwhile.
  public func rereadBadge() async {
    if !badge.machine.isSending { await adoptStored(isIdle: true) }
  }

  /// Takes over what the archive holds, if that is another number.
  ///
  /// - Parameter isIdle: Whether a set that has begun meanwhile counts as newer.
  private func adoptStored(isIdle: Bool) async {
    let (identity, last) = (identity, badge.last)
    do {
      guard badge.unstored.isEmpty, let stored = try await archive.badge(of: identity) else { return }
      // Whatever changed here meanwhile is newer than what was read.
      guard identity == self.identity, badge.unstored.isEmpty, !(isIdle && badge.machine.isSending),
        badge.last == last, stored != last
      else { return }
      (badge.last, badge.stored) = (stored, stored)
      let before = badge.machine.state
      let clearsNotifications = badge.machine.adopt(stored)
      if life.isConnected { askForBadge() }
      guard stored.state != before || clearsNotifications else { return }
      if clearsNotifications { pushes.banners = [] }
      log(.badge(stored.state, failed: stored.isInDoubt), why: stored.cause + JournalEntry.byAnother)
      changed()
    } catch { notice(error.description) }
  }

  /// `setBadge(0)` (BD-2, `resetBadgeCountWithCompletionHandler:`).
  public func resetBadge() async throws(InboxError) -> Int { try await setBadge(0) }

  /// The newest lines of the ledger, oldest first (BD-7).
  public func badgeLedger(limit: Int = 100) async throws(InboxError) -> [BadgeEntry] {
    try await archive.badgeLedger(of: identity, limit: limit)
  }

  private func send(_ request: BadgeMachine.Request?) {
    guard let request else { return }
    let (identity, generation) = (identity, generation)
    perform { await self.send(request, for: identity, generation: generation) }
  }

  private func send(_ request: BadgeMachine.Request, for identity: Identity, generation: Int) async {
    let (before, written) = (badge.last, badge.written)
    let outcome: Result<ServerBadge, InboxError>
    do {
      outcome = .success(try await backEnd.setBadge(request.count, identity))
    } catch {
      outcome = .failure(error)
    }
    guard generation == self.generation else { return await respondedLate(request, outcome, identity) }
    // A set that fails leaves what another program has set since.
    if case .failure = outcome { await adoptStored(isIdle: false) }
    guard generation == self.generation else { return await respondedLate(request, outcome, identity) }
    let (change, next): (BadgeMachine.Change, BadgeMachine.Request?)
    switch outcome {
    case .success(let response):
      (change, next) = badge.machine.accepted(request, response)
      badge.isFormerAccounts = false
      reached()
      accepted()
    case .failure(let error):
      (change, next) = badge.machine.failed(request, with: error)
      if RetryPolicy().disposition(of: error) == .retry { lost(error) }
    }
    await apply(change, error: outcome.failure, for: identity)
    // Meanwhile the identity may have changed: what is queued was for the former one.
    guard generation == self.generation else { return }
    if case .success = outcome { await checkOthers(after: before, written, identity) }
    guard generation == self.generation else { return }
    badge.callers.removeValue(forKey: request.ticket)?.resume(returning: outcome.map(\.count))
    send(next)
    // What was in doubt before a refused set still is, and the server responds.
    if case .failure(.refused) = outcome { askForBadge() }
    changed()
  }

  /// Asks for the server's number where another program on this profile set the badge while this one did (BD-6).
  ///
  /// - Parameters:
  ///   - before: The last line of the ledger that is known from before this set.
  ///   - written: How many lines this run had written then.
  private func checkOthers(after before: BadgeEntry?, _ written: Int, _ identity: Identity) async {
    let isAlone = await inOrder { () async in await self.isAlone(since: before, written, identity) }.value
    guard !isAlone, identity == self.identity else { return }
    crossed()
    await inOrder { () async in await self.storeBadges() }.value
  }

  private func crossed() {
    notice("Another program set the badge meanwhile; the server is asked for its number.", failed: false)
    retain(badge.machine.crossed(), of: identity)
    askForBadge()
    changed()
  }

  /// Whether this run alone has written the lines of the ledger since one of them: that of its set, and those of what
  /// was pushed meanwhile.
  private func isAlone(since before: BadgeEntry?, _ written: Int, _ identity: Identity) async -> Bool {
    // A ledger that lacks what this one did says nothing of others; what has only just happened is stored behind this.
    guard badge.failures == 0 else { return true }
    let (last, pending) = (badge.last, badge.unstored.count { $0.person == identity })
    let own = badge.written - written - pending
    let newest: [BadgeEntry]
    do { newest = try await archive.badgeLedger(of: identity, limit: own + 1) } catch { return true }
    return newest.dropLast(own) == [before].compactMap(\.self)[...] && (pending > 0 || newest.last == last)
  }

  /// What another account's server said of the badge says nothing of this one's (VE-3).
  func doubtFormerBadge() async {
    guard badge.isFormerAccounts, !badge.machine.isSending else { return }
    badge.isFormerAccounts = false
    guard capabilities.badge == .server, let change = badge.machine.accountChanged() else { return }
    await apply(change, error: nil, for: identity)
    askForBadge()
    changed()
  }

  /// Asks for the server's number where the response to a set was lost (BD-7).
  func askForBadge() {
    guard capabilities.badge == .server, badge.machine.isInDoubt, !badge.machine.isSending, !badge.isAsking,
      !life.isStopping
    else { return }
    badge.isAsking = true
    let (identity, generation) = (identity, generation)
    perform { await self.askForBadge(of: identity, generation: generation) }
  }

  private func askForBadge(of identity: Identity, generation: Int) async {
    let response: Result<ServerBadge, InboxError>
    do { response = .success(try await backEnd.badge(identity)) } catch { response = .failure(error) }
    badge.isAsking = false
    // For another identity it says nothing, and who reads now could not ask meanwhile.
    guard generation == self.generation else { return askForBadge() }
    // A set that was made meanwhile is newer.
    guard badge.machine.isInDoubt, !badge.machine.isSending else { return }
    switch response {
    case .success(let held):
      if let change = badge.machine.serverChanged(to: held, cause: "the server reports \(held.count)") {
        await apply(change, error: nil, for: identity)
      }
    case .failure(let error):
      if RetryPolicy().disposition(of: error) == .retry {
        log(
          .badge(badge.machine.state, failed: true),
          why: "the server's number is still unknown: \(error.numbered)",
          error: error)
      } else {
        await apply(badge.machine.refusedToSay(), error: error, for: identity)
      }
    }
    changed()
  }

  /// The response to a set of a former identity: it holds for that identity, and is in its ledger (BD-7).
  private func respondedLate(
    _ request: BadgeMachine.Request, _ outcome: Result<ServerBadge, InboxError>, _ identity: Identity
  ) async {
    do {
      let stored = try await archive.badge(of: identity)
      var machine = BadgeMachine(stored: badge.unstored(of: identity) ?? stored)
      if identity == self.identity {
        guard let change = badge.machine.respondedLate(request, outcome) else { return }
        await apply(change, error: outcome.failure, for: identity)
        return changed()
      }
      guard let change = machine.respondedLate(request, outcome) else { return }
      await save(change, of: identity)
    } catch { notice("The badge could not be remembered: \(error.description)") }
  }

  /// Every caller learns that its identity is gone.
  func failBadgeCallers() {
    for caller in badge.callers.values { caller.resume(returning: .failure(.cancelled)) }
    badge.callers = [:]
  }

  func apply(_ change: BadgeMachine.Change, error: InboxError?, for identity: Identity) async {
    if change.clearsNotifications { pushes.banners = [] }
    let suffix = change.clearsNotifications ? "; notifications cleared" : ""
    let why = error.map { "\(change.cause): \($0.numbered)" } ?? change.cause + suffix
    log(.badge(change.state, failed: error != nil), why: why, error: error)
    await save(change, of: identity)
  }

  /// How many changes of the badge the archive could not store yet: they are tried again, and lost with this run.
  public var unstoredBadges: Int { badge.unstored.count }

  /// Why they are not stored; nil where all are.
  public var badgeTrouble: InboxError? { badge.trouble }

  /// Stores a change behind those that the archive has not taken yet.
  private func save(_ change: BadgeMachine.Change, of person: Identity) async {
    retain(change, of: person)
    await inOrder { () async in await self.storeBadges() }.value
  }

  private func retain(_ change: BadgeMachine.Change, of person: Identity) {
    // Equal to what the archive returns of it, where a date is less fine.
    let now = Date(timeIntervalSince1970: time.now().timeIntervalSince1970)
    let entry = BadgeEntry(time: now, cause: change.cause, state: change.state)
    if person == identity { (badge.last, badge.written) = (entry, badge.written + 1) }
    badge.unstored.append((entry, person))
  }

  /// Stores what the archive has not taken yet, one call after another (``inOrder(_:)``).
  func storeBadges() async {
    while let (entry, person) = badge.unstored.first {
      do { try await archive.saveBadge(entry, of: person) } catch {
        if badge.failures == 0 { notice("The badge could not be remembered; retrying: \(error.description)") }
        badge.failures += 1
        badge.trouble = error
        return retryUnsaved()
      }
      badge.unstored.removeFirst()
      // Another program may have set it meanwhile: its line stands before this one then.
      if badge.failures > 0, await !stands(entry, behind: badge.stored, of: person), person == identity {
        // One such line behind all that wait is enough, also where the ledger cannot be read.
        badge.failures = 0
        crossed()
      }
      if person == identity { badge.stored = entry }
      if badge.unstored.isEmpty { (badge.failures, badge.trouble) = (0, nil) }
    }
  }

  private func stands(_ entry: BadgeEntry, behind last: BadgeEntry?, of person: Identity) async -> Bool {
    let end = [last, entry].compactMap(\.self)
    do { return try await archive.badgeLedger(of: person, limit: 2) == end } catch { return false }
  }
}

extension Result {
  /// The error of a failure.
  package var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
