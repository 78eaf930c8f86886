public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// The message centers of one app on one device: the shared core that a front talks to.
///
/// It reads its state, asks a policy, performs the returned actions through its ports and publishes an
/// ``InboxSnapshot``. The identity is captured before every wait and compared after it: a response for a former
/// identity is dropped (MC-12).
public actor MessageCenter {
  let settings: MessageCenterSettings
  let backEnd: BackEnd
  package nonisolated var application: String { backEnd.application }
  /// What the back end has and takes.
  public nonisolated var capabilities: Capabilities { backEnd.capabilities }
  /// How long the vendor's cache keeps a message (MC-6); nil where it has none.
  public nonisolated var retention: RetentionPolicy? {
    capabilities.retentionDays.map { settings.retention ?? RetentionPolicy(days: $0) }
  }
  let archive: any Archive
  let resolver: LinkResolver
  /// What the profile's vendor tracks by itself, and where it is sent; nil for nothing.
  let tracker: EventTracker?
  let time: TimeSource
  /// The virtual clock behind ``time``, where there is one.
  let clock: VirtualClock?
  /// Waits for other programs go by this: a virtual clock does not change their speed.
  let realTime: TimeSource
  let random: RandomSource
  /// Names this run in the outbox.
  let run: UUID

  /// Whose messages are shown.
  public internal(set) var identity: Identity
  /// Whether the feature is on (MC-1, `isMessageCenterEnabled`); known after ``start()``.
  public var isEnabled: Bool { settings.isEnabled && feature.isOn }
  var feature = FeatureState(isOn: true, generation: 0)
  /// The last switch of identity or feature: they happen in call order.
  var switching: Task<Result<Void, InboxError>, Never>?
  /// Counts the persons who read: what began for another one is not for this one.
  var generation = 0
  var life = Life()
  // The parts, each with its state.
  var refreshing = Refreshing()
  var timing: Timing
  var connection = ConnectionMachine()
  var pushes = Pushes()
  var badge = Badge()
  var visit: Visit
  var displays = Displays()
  var opensInFlight: Set<OpenGesture> = []
  var followsInFlight: Set<FollowGesture> = []
  var outbox = Outbox()
  var queues = Queues()
  var tracking = Tracking()
  var rich = Rich()
  var publishing = Publishing()
  var tasks = Tasks()

  /// How far a core has come.
  struct Life {
    var hasStarted = false
    var isConnected = false
    /// Set first when stopping: no session begins any more.
    var isStopping = false
    var isStopped = false
  }

  /// Nothing is read or sent before ``start()``.
  ///
  /// The run names this one in the outbox; pass one of your own only to look at the outbox from outside. A virtual
  /// clock takes the place of the time source (SB-4).
  public init(
    settings: MessageCenterSettings, identity: Identity, backEnd: BackEnd, archive: any Archive,
    resolver: LinkResolver = .offline, tracker: EventTracker? = nil, time: TimeSource = .system,
    clock: VirtualClock? = nil, random: RandomSource = .system, run: UUID = UUID()
  ) {
    self.settings = settings
    visit = Visit(ledger: DisplayLedger(session: nil, isReadOnly: settings.isReadOnly))
    self.identity = backEnd.spelled(identity)
    self.backEnd = backEnd
    self.archive = archive
    self.resolver = resolver
    self.tracker = tracker
    tracking.policy = tracker?.tracking
    queues[.tracking].machine = OutboxMachine(triesRefusedToken: tracker?.name != backEnd.capabilities.vendor)
    self.time = clock?.time ?? time
    self.clock = clock
    realTime = clock == nil ? time : .system
    self.random = random
    self.run = run
    timing = Timing(lastTick: self.time.now())
  }

  /// Reads what the device remembers; no request is made (MC-5).
  ///
  /// Also where the feature is off: then every list is empty and nothing is fetched (MC-1).
  /// - Throws: the archive's errors.
  public func start() async throws(InboxError) {
    feature = try await archive.feature()
    try await respell()
    take(try await memory(of: identity))
    if tracker != nil {
      let session = try await archive.appSession()
      let unsent = settings.ownsAppSession ? try await archive.unsentSessionEvents() : []
      tracking.policy?.session = session
      tracking.policy?.resume(unsent)
    }
    life.hasStarted = true
    await trackEarlyLinks()
    changed()
  }

  /// Moves what is stored under another spelling of a person to the one; where that cannot be written, reads under the
  /// other.
  private func respell() async throws(InboxError) {
    guard let spelling = backEnd.spelling else { return }
    do { return try await archive.respell(spelling) } catch {
      // The next start tries again.
      notice(error.description)
    }
    let (person, people) = (identity, try await archive.people())
    guard person == identity, !people.contains(person) else { return }
    identity = people.first { spelling($0) == person } ?? person
  }

  /// Goes online: sends what an earlier run left, refreshes what is due, listens to the push service, and
  /// keeps doing so.
  ///
  /// Call it after ``start()``; returns at once.
  public func connect() async {
    guard !life.isConnected, !life.isStopping else { return }
    life.isConnected = true
    watchClock()
    flushAll()
    tick()
    listenToPushes()
  }

  /// What the device remembers of an identity.
  struct Memory {
    var fetched: [CenterName: LastFetch]
    var foreign: [MessageKey: String]
    var badge: BadgeEntry?
  }

  func memory(of identity: Identity) async throws(InboxError) -> Memory {
    Memory(
      fetched: try await archive.lastFetches(of: identity),
      foreign: try await archive.foreignMessages(of: identity),
      badge: try await archive.badge(of: identity))
  }

  func take(_ memory: Memory) {
    refreshing.foreign.messages = memory.foreign
    for name in settings.centers {
      let last = memory.fetched[name]?.going(on: backEnd.application)
      // Archives of early versions do not say which one it was.
      let former = last?.application
      refreshing.foreign.lists[name] = former.flatMap { [backEnd.application, ""].contains($0) ? nil : $0 }
      refreshing.machines[name] = RefreshMachine(interval: settings.refreshInterval, last: last)
      if refreshing.foreign.lists[name] != nil { refreshing.machines[name]?.isOutOfDate(at: time.now()) }
    }
    badge.stored = memory.badge
    badge.last = badge.unstored(of: identity) ?? memory.badge
    badge.machine = BadgeMachine(stored: badge.last)
    badge.isFormerAccounts =
      !refreshing.foreign.lists.isEmpty
      && !memory.fetched.values.contains { $0.application == backEnd.application }
    pushes.missed = false
    timing.lastTick = time.now()
  }

  /// Where a list goes on at its next fetch (VE-3); nil where it is requested from its beginning.
  public func cursor(of center: CenterName) -> FetchCursor? { refreshing.machines[center]?.cursor }

  /// When a list was last fetched with success, whichever program fetched it; nil for never.
  public func lastFetch(of center: CenterName) -> Date? { refreshing.machines[center]?.lastSuccess }

  /// When a list was last fetched whole, and not from a cursor, whichever program fetched it; nil where that is not known.
  public func lastWholeFetch(of center: CenterName) async throws(InboxError) -> Date? {
    try await archive.lastFetches(of: identity)[center]?.whole
  }

  /// Records of a center's newest response that could not be read (MC-9), whichever program fetched it.
  public func malformed(in center: CenterName) -> [MalformedMessage] {
    refreshing.machines[center]?.malformed ?? []
  }

  /// Records of a center's list that belong in no list (VE-3), whichever program fetched them.
  public func setAside(in center: CenterName) -> [SetAsideMessage] {
    refreshing.machines[center]?.setAside ?? []
  }
}
