public import struct Foundation.Date
public import struct Foundation.UUID

/// The message centers of one app on one device: the shared core that a front talks to.
///
/// It reads its state, asks a policy, performs the returned actions through its ports and publishes an
/// ``InboxSnapshot``. The identity is captured before every wait and compared after it: an answer for a former
/// identity is dropped (MC-12).
public actor MessageCenter {
  let settings: MessageCenterSettings
  let backEnd: BackEnd
  /// What the back end has and takes.
  public nonisolated var capabilities: Capabilities { backEnd.capabilities }
  let archive: any Archive
  let resolver: LinkResolver
  /// What the profile's vendor tracks by itself, and where it is sent; nil for nothing.
  let tracker: EventTracker?
  let time: TimeSource
  /// The virtual clock behind ``time``, where there is one.
  let clock: VirtualClock?
  /// What waits for other programs waits by this: they are no faster or slower where the clock is virtual.
  let patience: TimeSource
  let chance: Chance
  /// Names this run in the outbox.
  let run: UUID

  /// Whose messages are shown.
  public internal(set) var identity: Identity
  /// Whether the feature is on (MC-1, `isMessageCenterEnabled`); known after ``start()``.
  public var isEnabled: Bool { settings.isEnabled && feature.isOn }
  var feature = FeatureState(isOn: true, generation: 0)
  /// Whether a front shows the message centers: then a session is open unless something forbids it.
  var isInView = false
  /// The last switch of identity or feature: they happen in call order.
  var switching: Task<Result<Void, InboxError>, Never>?
  /// Counts the persons who read: what began for another one is not for this one.
  var generation = 0
  /// Counts the moments at which every fetch under way lost its purpose: another person, or the feature's switch.
  var fetchGeneration = 0
  var isConnected = false
  var isStopped = false
  /// Set first when stopping: no session begins any more.
  var isStopping = false
  /// Nothing is waited for any more.
  var hurries = false
  /// The push line was up and went down: what was announced meanwhile is not known.
  var missedPushes = false
  /// When that was asked for last.
  var lastCatchUp: ContinuousClock.Instant?
  var refreshes: [CenterName: RefreshMachine] = [:]
  var fetches: [CenterName: Task<Result<MessageMerge.Plan, InboxError>, Never>] = [:]
  var badge = BadgeMachine(state: BadgeState(local: 0, server: nil))
  var badgeCallers: [Int: CheckedContinuation<Result<Int, InboxError>, Never>] = [:]
  var isAskingForBadge = false
  /// Badge changes that are being stored, or could not be.
  var badgeSaves = 0
  var banners: [MessageKey] = []
  var sessions = SessionMachine()
  /// The sessions of this run that are over, and whose they were: rows drawn in one may still be told.
  var formerSessions: [UUID: (number: Int, identity: Identity)] = [:]
  /// Attempts that were not reported and wait to be stored (EN-9), whether somebody is about to, and what kept the last
  /// from it.
  var tally = SuppressionTally()
  var isTallyDue = false
  var tallyTrouble: InboxError?
  var ledger: DisplayLedger
  /// Displays that wait until those before them are written.
  var gathering = DisplayGathering()
  /// Displays that the archive has not taken, and what tries it again.
  var untaken = UntakenDisplays()
  var untakenTimer: Task<Void, Never>?
  /// Whether the archive has taken them, and the file beside it has not been taken back yet.
  var liesBeside = false
  var gate = GestureGate<OpenGesture>()
  var linkGate = GestureGate<FollowGesture>()
  var outbox = OutboxMachine()
  /// What a person did to messages, on its way to the server.
  var changes = StateChanges()
  /// The delivery under way, and the events that it has sent and has no receipt for.
  var delivery: Task<Void, Never>?
  var inFlight: Set<UUID> = []
  /// The runs whose events are delivered: this one, and those that had left some when it started.
  var outboxRuns: Set<UUID> = []
  /// Whether those of earlier runs are among them, if this run may send them.
  var hasAdopted = false
  /// Events known to wait.
  var waitingCount = 0
  /// At most one for each message, also when the person changes and comes back meanwhile.
  var richFetches: [Identity: [MessageKey: Task<Result<String, InboxError>, Never>]] = [:]
  /// When hosts were asked for the pictures of messages in this run.
  var pictureRequests: [Identity: [MessageKey: [MessageHistory.Line]]] = [:]
  /// Rich content that was served and could not be stored: it will not be served again (MC-17).
  var unstored: [Identity: [MessageKey: String]] = [:]
  var connection = ConnectionMachine()
  var hasStarted = false
  var tracking = Tracking()
  var writer: Task<Void, Never>?
  /// The number of the last session that began in this run.
  var lastSession = 0
  var timer: Task<Void, Never>?
  var pushLine: Task<Void, Never>?
  var clockWatch: Task<Void, Never>?
  /// The faults that are on in the sandbox.
  var faults: [String] = []
  /// How much the push line has said since it was opened, and who waits for more.
  var pushes = 0
  var waitingForPushes: [(count: Int, caller: CheckedContinuation<Void, Never>)] = []
  var lastTick: Date
  /// When the first message leaves the cache, as far as the timer has looked.
  var retentionEnd: Date?
  var notRetiredBefore = Date.distantPast
  /// How many updates were told so far.
  package private(set) var updateCount = 0
  private var listeners = Broadcast<InboxUpdate>()
  private var centerListeners = Broadcast<[CenterName]>()
  private var answerListeners = Broadcast<RawAnswer>()
  var noticeListeners = Broadcast<JSONValue>()
  private var storeTrouble: InboxError?
  private var revision = 0
  /// What was counted last, and for which list: nothing else changes the counts.
  var counted: (identity: Identity, revision: Int, counts: [CenterName: CenterCounts])?
  private var journalNumber = 0
  private var isDirty = false
  private var isPublishing = false
  private var busy = 0
  var waits: [Int: AsyncStream<Void>.Continuation] = [:]
  var waitNumber = 0
  private var waitingForQuiet: [CheckedContinuation<Void, Never>] = []

  /// Makes a core; nothing is read or sent before ``start()``.
  ///
  /// The run names this one in the outbox; pass one of your own only to look at the outbox from outside. A virtual clock
  /// takes the place of the time source (SB-4).
  public init(
    settings: MessageCenterSettings, identity: Identity, backEnd: BackEnd, archive: any Archive,
    resolver: LinkResolver = .offline, tracker: EventTracker? = nil, time: TimeSource = .system,
    clock: VirtualClock? = nil, chance: Chance = .system, run: UUID = UUID()
  ) {
    self.settings = settings
    ledger = DisplayLedger(session: nil, isReadOnly: settings.isReadOnly)
    self.identity = identity
    self.backEnd = backEnd
    self.archive = archive
    self.resolver = resolver
    self.tracker = tracker
    tracking.policy = tracker?.tracking
    self.time = clock?.time ?? time
    self.clock = clock
    patience = clock == nil ? time : .system
    self.chance = chance
    self.run = run
    lastTick = self.time.now()
  }

  // MARK: - Life

  /// Reads what the device remembers; no request is made (MC-5).
  ///
  /// Also where the feature is off: then every list is empty and nothing is fetched (MC-1).
  /// - Throws: the archive's errors.
  public func start() async throws(InboxError) {
    feature = try await archive.feature()
    take(try await memory(of: identity))
    if tracker != nil { tracking.policy?.session = try await archive.tracking.session() }
    hasStarted = true
    await trackEarlyLinks()
    changed()
  }

  /// Goes online: sends what an earlier run left, refreshes what is due, listens to the push service, and
  /// keeps doing so.
  ///
  /// Call it after ``start()``; returns at once.
  public func connect() async {
    guard !isConnected, !isStopping else { return }
    isConnected = true
    watchClock()
    flush()
    flushChanges()
    flushTracking()
    tick()
    if settings.receivesPushes { listenToPushes() }
  }

  /// What the device remembers of an identity.
  struct Memory {
    var fetched: [CenterName: LastFetch]
    var badge: BadgeState?
  }

  func memory(of identity: Identity) async throws(InboxError) -> Memory {
    Memory(fetched: try await archive.lastFetches(of: identity), badge: try await archive.badge(of: identity))
  }

  func take(_ memory: Memory) {
    for name in settings.centers {
      var last = memory.fetched[name]
      // Another back end would not know the cursor, or take it for another (VE-3).
      if last?.application != backEnd.application { last?.cursor = nil }
      refreshes[name] = RefreshMachine(interval: settings.refreshInterval, last: last)
    }
    badge = BadgeMachine(state: memory.badge ?? BadgeState(local: 0, server: nil))
    missedPushes = false
    lastTick = time.now()
  }

  /// Records of a center's newest answer that could not be read (MC-9), whoever fetched it.
  public func malformed(in center: CenterName) -> [MalformedMessage] { refreshes[center]?.malformed ?? [] }

  // MARK: - Telling the front

  /// Everything that happens from now on, in order.
  ///
  /// The first element is a snapshot.
  public func updates() -> AsyncStream<InboxUpdate> { countedUpdates().stream }

  /// Which centers brought something new, once for each fetch that did; the store has changed already (MC-13,
  /// `PIOMessageCenterUpdateNotification`).
  public func centerUpdates() -> AsyncStream<[CenterName]> { centerListeners.stream() }

  /// The bytes of every answer to a fetch with its request URL, readable or not (MC-14,
  /// `PIOMCRawResponseCaptureNotification`).
  public func rawAnswers() -> AsyncStream<RawAnswer> { answerListeners.stream() }

  /// ``updates()`` together with ``updateCount`` at its start, for a front that must know when it has seen all.
  package func countedUpdates() -> (stream: AsyncStream<InboxUpdate>, count: Int) {
    let stream = listeners.stream()
    changed()
    return (stream, updateCount)
  }

  func tell(_ update: InboxUpdate) {
    updateCount += 1
    listeners.tell(update)
    switch update {
    case .updated(let news): centerListeners.tell(news.map(\.name))
    case .linkNoticed(let notice): noticeListeners.tell(notice)
    default: break
    }
  }

  /// Nothing more is told to anybody.
  func finishListeners() {
    listeners.finish()
    centerListeners.finish()
    noticeListeners.finish()
    answerListeners.finish()
  }

  func tell(raw answer: RawAnswer) { answerListeners.tell(answer) }

  /// Puts a problem of the program around the core into the journal, so that it is told where everything else is.
  public func notice(_ problem: String) { note(.note(failed: true), why: problem) }

  func note(
    _ kind: JournalEntry.Kind, _ message: MessageKey? = nil, why: String, error: InboxError? = nil,
    body: String? = nil
  ) {
    journalNumber += 1
    let mask = settings.mask
    tell(
      .journal(
        JournalEntry(
          number: journalNumber, time: time.now(), kind: kind, message: message, why: mask.known(in: why),
          code: error?.code, body: body.map { mask.known(in: $0) })))
  }

  /// Publishes a new snapshot soon; with `lists`, fronts read their lists again.
  func changed(lists: Bool = false) {
    if lists { revision += 1 }
    isDirty = true
    guard !isPublishing else { return }
    isPublishing = true
    perform { await self.publish() }
  }

  private func publish() async {
    while isDirty {
      isDirty = false
      let identity = identity
      let revision = revision
      do {
        let counts = try await counts(of: identity, at: revision)
        storeTrouble = nil
        if identity == self.identity { tell(.snapshot(snapshot(counts, revision: revision))) }
      } catch {
        // Told once, and shown until it is over.
        if storeTrouble != error { note(.note(failed: true), why: error.description) }
        storeTrouble = error
        if identity == self.identity { tell(.snapshot(snapshot([:], revision: revision))) }
      }
    }
    isPublishing = false
  }

  private func snapshot(_ counts: [CenterName: CenterCounts], revision: Int) -> InboxSnapshot {
    let idle = RefreshMachine(interval: settings.refreshInterval, lastSuccess: nil)
    return InboxSnapshot(
      identity: identity, disabled: isEnabled ? nil : .disabled(byProfile: !settings.isEnabled),
      storeTrouble: storeTrouble,
      centers: settings.centers.map {
        .init(name: $0, counts: counts[$0] ?? .zero, refresh: refreshes[$0] ?? idle)
      },
      badge: badge.state, isSettingBadge: badge.isSending, banners: banners.count,
      session: sessions.current, connection: connection.state,
      outbox: .init(
        waiting: waitingEvents,
        paused: outbox.paused ?? changes.outbox.paused ?? tracking.outbox.paused,
        failure: outbox.lastError ?? changes.outbox.lastError ?? tracking.outbox.lastError),
      revision: revision, clock: clock?.reading, faults: faults,
      time: time.now())
  }

  // MARK: - Work that a quiet moment waits for

  /// Runs work of the core; ``quiet()`` waits for all of it.
  @discardableResult
  func perform<Value: Sendable>(
    _ work: sending @escaping @isolated(any) () async -> Value
  ) -> Task<Value, Never> {
    busy += 1
    return Task {
      let value = await work()
      self.finishedWork()
      return value
    }
  }

  private func finishedWork() {
    busy -= 1
    guard busy == 0 else { return }
    let waiting = waitingForQuiet
    waitingForQuiet = []
    for caller in waiting { caller.resume() }
  }

  /// Whether nothing is being fetched, written, sent or published.
  public var isQuiet: Bool { busy == 0 }

  /// ``updateCount`` if nothing is under way, in one look; nil while something is.
  package var countWhenQuiet: Int? { busy == 0 ? updateCount : nil }

  /// Returns when nothing is being fetched, written, sent or published.
  public func quiet() async {
    while busy > 0 {
      await withCheckedContinuation { waitingForQuiet.append($0) }
    }
  }
}
