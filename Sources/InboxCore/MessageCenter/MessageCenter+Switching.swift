public import InboxModel

/// Another person, or no message centers at all (MC-1, MC-12): one switch after another, in call order.
extension MessageCenter {
  /// Shows the messages of another person (MC-12, EN-10, `registerUserID:`): ends the session, drops responses on their
  /// way, reads the other archive and refreshes what is due there.
  ///
  /// - Throws: the archive's errors; then nothing has changed.
  public func switchIdentity(to next: Identity) async throws(InboxError) {
    try requireWritable("they do not say whose they are, and there are no others here")
    try await follow(person: next)
  }

  /// Shows the messages of the person whom an app elsewhere was seen to be (QA-4): the person at the screen cannot
  /// choose one there.
  ///
  /// - Throws: as ``switchIdentity(to:)``.
  public func follow(person: Identity) async throws(InboxError) {
    try await inOrder { () async throws(InboxError) in
      try await self.become(self.backEnd.spelled(person))
    }
  }

  /// Switches the feature on or off (MC-1, `setMessageCenterEnabled:`); remembered over restarts.
  ///
  /// Off ends the session, removes every fetched message of every center from its list, for every identity, and drops
  /// responses that are on their way. What the person did and rich content that is served only once are kept: a message
  /// that is listed again after switching on is what it was.
  /// - Throws: ``InboxError/disabled(byProfile:)`` for switching on what the profile has off, and the archive's
  ///   errors; then nothing has changed.
  /// - Returns: whether it was the other way before.
  @discardableResult
  public func setEnabled(_ isOn: Bool) async throws(InboxError) -> Bool {
    try capabilities.require(.offSwitch)
    guard settings.isEnabled || !isOn else { throw .disabled(byProfile: true) }
    try requireWritable("message centers are on or off in an app")
    let before = feature.generation
    try await inOrder { () async throws(InboxError) in try await self.turn(isOn) }
    return feature.generation != before
  }

  /// - Throws: ``InboxError/disabled(byProfile:)`` while the feature is off: for commands that need it.
  public func requireEnabled() throws(InboxError) {
    guard isEnabled else { throw .disabled(byProfile: !settings.isEnabled) }
  }

  private func inOrder(
    _ work: @escaping @Sendable () async throws(InboxError) -> Void
  ) async throws(InboxError) {
    let previous = switching
    let task: Task<Result<Void, InboxError>, Never> = perform {
      _ = await previous?.value
      do throws(InboxError) {
        try await work()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    switching = task
    try await task.value.get()
  }

  private func become(_ next: Identity) async throws(InboxError) {
    guard next != identity else { return }
    var memory = try await memory(of: next)
    // A vendor's app forgets where its increments go on when it gets another person (wires.md 1.2).
    if capabilities.paging == .increment {
      for name in memory.fetched.keys { memory.fetched[name]?.cursor = nil }
    }
    // From here on everything changes in one step: no snapshot has one person's badge beside another's messages.
    let interrupted = Array(refreshing.fetches.keys)
    endSession()
    dropFetches()
    generation += 1
    // Rich content on its way goes on: it is served once, and stored for the identity that asked for it.
    pushes.line?.cancel()
    failBadgeCallers()
    pushes.banners = []
    identity = next
    logGesture(.personChanged)
    take(memory)
    changed(lists: true)
    await resume()
    await sendOwn()
    // A response that was dropped is requested again, for the new person, whether or not it is due (MC-12).
    if life.isConnected, !interrupted.isEmpty { perform { _ = await self.refresh(interrupted, .asked) } }
    if life.isConnected { listenToPushes() }
  }

  private func turn(_ isOn: Bool) async throws(InboxError) {
    guard isOn != feature.isOn else { return }
    await take(try await archive.setFeature(isOn, at: time.now()), "")
  }

  /// Takes over what another program on this profile has switched since (MC-1).
  func adoptFeature() async {
    do throws(InboxError) {
      try await inOrder { () async throws(InboxError) in
        let stored = try await self.archive.feature()
        if await stored != self.feature { await self.take(stored, JournalEntry.byAnother) }
      }
    } catch { notice(error.description) }
  }

  private func take(_ next: FeatureState, _ byWhom: String) async {
    feature = next
    dropFetches()
    if !next.isOn { endSession() }
    for name in settings.centers {
      refreshing.machines[name] = RefreshMachine(interval: settings.refreshInterval, lastSuccess: nil)
    }
    let what = next.isOn ? "enabled: every center is fetched" : "disabled: every fetched message is removed"
    notice("message centers are \(what)\(byWhom)", failed: false)
    changed(lists: true)
    await resume()
  }

  /// What waited for the person who reads now goes on, where requests are signed for one.
  private func sendOwn() async {
    guard backEnd.isSigned || backEnd.signsEvents || tracker?.isSigned == true, outbox.hasAdopted else {
      return
    }
    do throws(InboxError) { try await adoptOwn() } catch { notice(error.description) }
  }

  private func adoptOwn() async throws(InboxError) {
    // What waits for the person before is held from now on.
    try await countWaiting()
    flushAll()
    try await sayHeld()
  }

  /// Begins a session if the list is on the screen, and does what is due.
  private func resume() async {
    await beginSession()
    tick()
  }

  /// Cancels the fetches that are under way: what was known stays, and waiting callers get ``InboxError/cancelled``.
  ///
  /// A fetch changes nothing on the back end, so nothing is lost; the schedule tries again after the interval.
  public func cancelFetches() {
    for fetch in refreshing.fetches.values { fetch.cancel() }
  }

  /// Responses that are on their way are dropped.
  private func dropFetches() {
    refreshing.generation += 1
    cancelFetches()
    refreshing.fetches = [:]
  }
}
