public import InboxModel

/// What the core publishes: snapshots, the journal and what fronts ask to hear (MC-13, MC-14).
extension MessageCenter {
  /// What is published, and to whom.
  struct Publishing {
    /// How many updates were published so far.
    var count = 0
    var updates = Broadcast<InboxUpdate>()
    var responses = Broadcast<RawResponse>()
    var gestures = Broadcast<InboxGesture>()
    /// Why the archive could not be read, until it can.
    var storeError: InboxError?
    /// Changes whenever a list must be read again.
    var revision = 0
    /// What was counted last, and for which list: nothing else changes the counts.
    var counted: (identity: Identity, revision: Int, counts: Counts)?
    var journalNumber = 0
    /// Whether the next snapshot would differ.
    var isDirty = false
    var isPublishing = false
  }

  /// What the centers of an identity hold.
  struct Counts {
    var centers: [CenterName: CenterCounts] = [:]
    /// What a badge that is counted here shows.
    var listedUnread: Int?
  }

  /// How many updates were published so far.
  package var updateCount: Int { publishing.count }

  /// Everything that happens from now on, in order.
  ///
  /// The first element is a snapshot.
  public func updates() -> AsyncStream<InboxUpdate> { countedUpdates().stream }

  /// The bytes of every response to a fetch with its request URL, readable or not (MC-14,
  /// `PIOMCRawResponseCaptureNotification`).
  public func rawResponses() -> AsyncStream<RawResponse> { publishing.responses.stream() }

  /// ``updates()`` together with ``updateCount`` at its start, for a front that must know when it has seen all.
  package func countedUpdates() -> (stream: AsyncStream<InboxUpdate>, count: Int) {
    let stream = publishing.updates.stream()
    changed()
    return (stream, publishing.count)
  }

  func publish(_ update: InboxUpdate) {
    publishing.count += 1
    publishing.updates.publish(update)
  }

  func publish(raw response: RawResponse) { publishing.responses.publish(response) }

  /// Ends every stream.
  func finishListeners() {
    publishing.updates.finish()
    publishing.gestures.finish()
    publishing.responses.finish()
  }

  /// Puts a sentence into the journal that is about no event, also one of the program around the core: it is logged
  /// where everything else is.
  public func notice(_ sentence: String, _ message: MessageKey? = nil, failed: Bool = true) {
    log(.note(failed: failed), message, why: sentence)
  }

  /// Puts what an app elsewhere was seen to do into the journal (QA-4): nothing of it was done here.
  public func observed(_ kind: JournalEntry.Kind, _ message: MessageKey? = nil, why: String) {
    log(kind, message, why: why)
  }

  func log(
    _ kind: JournalEntry.Kind, _ message: MessageKey? = nil, of person: Identity? = nil, why: String,
    error: InboxError? = nil, body: String? = nil, link: String? = nil, delivering queue: OutboxQueue? = nil
  ) {
    var entry = entry(kind, message, person, why, error, body)
    entry.queue = queue
    entry.link = link.map { settings.secrets.mask.known(in: $0) }
    publish(.journal([entry]))
  }

  /// Logs events that share a fate, each with its own reason.
  func log(
    _ events: [EngagementEvent], _ verdict: JournalEntry.Verdict, why: (EngagementEvent) -> String
  ) {
    guard !events.isEmpty else { return }
    publish(
      .journal(
        JournalLines(events.map { entry($0.journalKind(verdict), $0.message, $0.identity, why($0)) })))
  }

  private func entry(
    _ kind: JournalEntry.Kind, _ message: MessageKey?, _ person: Identity?, _ why: String,
    _ error: InboxError? = nil, _ body: String? = nil
  ) -> JournalEntry {
    publishing.journalNumber += 1
    let mask = settings.secrets.mask
    var entry = JournalEntry(
      number: publishing.journalNumber, time: time.now(), kind: kind, message: message,
      why: mask.known(in: why), code: error?.code, body: body.map { mask.known(in: $0) })
    entry.person = person
    return entry
  }

  /// Publishes a new snapshot soon; with `lists`, fronts read their lists again.
  func changed(lists: Bool = false) {
    if lists { publishing.revision += 1 }
    publishing.isDirty = true
    guard !publishing.isPublishing else { return }
    publishing.isPublishing = true
    perform { await self.publish() }
  }

  /// Another program has changed the archive, or has ended: fronts read their lists again, those that it has fetched are
  /// fresh, the badge is what it has set, and what it left waiting is sent.
  public func othersWrote() async {
    await adoptFetches()
    await rereadAll()
    await adoptFeature()
    await adoptEndedRuns()
    // What that one has fetched expires, and is fetched again, at moments of its own.
    schedule()
  }

  /// A person who refreshes wants to see what is, also what another program on this profile has changed.
  func rereadAll() async {
    await rereadBadge()
    changed(lists: true)
  }

  private func publish() async {
    while publishing.isDirty {
      publishing.isDirty = false
      let identity = identity
      let revision = publishing.revision
      do {
        let counts = try await counts(of: identity, at: revision)
        publishing.storeError = nil
        if identity == self.identity { publish(.snapshot(snapshot(counts, revision: revision))) }
      } catch {
        // Logged once, and shown until it is over.
        if publishing.storeError != error { notice(error.description) }
        publishing.storeError = error
        if identity == self.identity { publish(.snapshot(snapshot(Counts(), revision: revision))) }
      }
    }
    publishing.isPublishing = false
  }

  private func snapshot(_ counts: Counts, revision: Int) -> InboxSnapshot {
    let idle = RefreshMachine(interval: settings.refreshInterval, lastSuccess: nil)
    return InboxSnapshot(
      identity: identity, disabled: isEnabled ? nil : .disabled(byProfile: !settings.isEnabled),
      storeTrouble: publishing.storeError,
      centers: settings.centers.map {
        .init(name: $0, counts: counts.centers[$0] ?? .zero, refresh: refreshing.machines[$0] ?? idle)
      },
      badge: badge.machine.state, banners: pushes.banners.count,
      session: visit.session, connection: connection.state,
      outbox: .init(
        waiting: waitingEvents,
        paused: queues.all.lazy.compactMap(\.machine.paused).first,
        failure: queues.all.lazy.compactMap(\.machine.lastError).first,
        held: outbox.held == 0 ? nil : outbox.held),
      revision: revision, listedUnread: counts.listedUnread, clock: clock?.reading, time: time.now())
  }

  /// What the centers of an identity hold; asked of the archive once for each revision of the lists, because every
  /// display makes a snapshot.
  func counts(
    of identity: Identity, at revision: Int
  ) async throws(InboxError) -> Counts {
    if let counted = publishing.counted, counted.identity == identity, counted.revision == revision {
      return counted.counts
    }
    var counts = Counts(centers: try await count(identity))
    if capabilities.badge == .unread { counts.listedUnread = try await listedUnread(of: identity) }
    publishing.counted = (identity, revision, counts)
    return counts
  }

  private func count(_ identity: Identity) async throws(InboxError) -> [CenterName: CenterCounts] {
    let counts = try await archive.counts(of: identity, at: time.now())
    guard settings.isReadOnly else { return counts }
    return try await archive.counts(of: identity, at: listMoment).reduce(into: [:]) { result, all in
      // What is expired is shown, and is not unread.
      result[all.key] = CenterCounts(total: all.value.total, unread: counts[all.key]?.unread ?? 0)
    }
  }
}
