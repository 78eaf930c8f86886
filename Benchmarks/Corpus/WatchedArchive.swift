package import Foundation
package import InboxCore
package import InboxModel
package import InboxStore

/// An archive that lets a test or a benchmark see, hold or refuse some calls before they reach the real one.
package struct WatchedArchive: Archive {
  /// The calls that are seen.
  package enum Call: Hashable, Sendable {
    case message
    case setRead
    case record([EngagementEvent])
    case recordTracking([VendorEvent])
    case waitingTracking
    case suppress([SuppressedAttempts])
    case tried
    case settle
    case badge(Identity)
    /// When messages leave, or which have.
    case leaving
  }

  private let inner: InboxDatabase
  private let watch: @Sendable (Call) async throws(InboxError) -> Void

  /// - Parameter watch: Runs before each call; what it throws is thrown in the place of the call.
  package init(
    _ inner: InboxDatabase, _ watch: @escaping @Sendable (Call) async throws(InboxError) -> Void
  ) {
    self.inner = inner
    self.watch = watch
  }

  // MARK: - Watched

  package func message(_ key: MessageKey, of identity: Identity) async throws(InboxError) -> ArchivedMessage?
  {
    try await watch(.message)
    return try await inner.message(key, of: identity)
  }

  package func setRead(
    _ keys: [MessageKey], of identity: Identity, at time: Date?, queuing origin: ChangeOrigin?
  ) async throws(InboxError) -> [MessageKey: ChangeDecision] {
    try await watch(.setRead)
    return try await inner.setRead(keys, of: identity, at: time, queuing: origin)
  }

  package func settleChanges(
    _ ids: [UUID], as settlement: Settlement, at now: Date
  ) async throws(InboxError) {
    try await watch(.settle)
    try await inner.settleChanges(ids, as: settlement, at: now)
  }

  package func record(
    _ events: [EngagementEvent], run: UUID, limit: OutboxLimit, sparing inFlight: Set<UUID>
  ) async throws(InboxError) -> [EngagementEvent] {
    try await watch(.record(events))
    return try await inner.record(events, run: run, limit: limit, sparing: inFlight)
  }

  package func suppress(_ attempts: [SuppressedAttempts]) async throws(InboxError) {
    try await watch(.suppress(attempts))
    try await inner.suppress(attempts)
  }

  package func tried(_ ids: [UUID]) async throws(InboxError) {
    try await watch(.tried)
    try await inner.tried(ids)
  }

  package func untried(_ ids: [UUID]) async throws(InboxError) { try await inner.untried(ids) }

  package func settle(
    _ ids: [UUID], as settlement: Settlement, at now: Date
  ) async throws(InboxError) {
    try await watch(.settle)
    try await inner.settle(ids, as: settlement, at: now)
  }

  package func badge(of identity: Identity) async throws(InboxError) -> BadgeEntry? {
    try await watch(.badge(identity))
    return try await inner.badge(of: identity)
  }

  package func waitingTracking(
    _ scope: OutboxScope, limit: Int
  ) async throws(InboxError) -> OutboxPage<VendorEvent> {
    try await watch(.waitingTracking)
    return try await inner.waitingTracking(scope, limit: limit)
  }

  package func recordTracking(
    _ events: [VendorEvent], amending amended: VendorEvent?, _ session: AppSessionChange, run: UUID,
    limit: OutboxLimit, sparing inFlight: Set<UUID>
  ) async throws(InboxError) -> (isAmended: Bool, dropped: [VendorEvent]) {
    try await watch(.recordTracking(events))
    return try await inner.recordTracking(
      events, amending: amended, session, run: run, limit: limit, sparing: inFlight)
  }

  // MARK: - Passed on

  package func appSession() async throws(InboxError) -> AppSession? { try await inner.appSession() }

  package func unsentSessionEvents() async throws(InboxError) -> [VendorEvent] {
    try await inner.unsentSessionEvents()
  }

  package func counts(of identity: Identity, at now: Date) async throws(InboxError)
    -> [CenterName: CenterCounts]
  { try await inner.counts(of: identity, at: now) }

  package func listedCounts(of identity: Identity, at now: Date) async throws(InboxError)
    -> [CenterName: CenterCounts]
  { try await inner.listedCounts(of: identity, at: now) }

  package func window(_ request: WindowRequest) async throws(InboxError) -> ListWindow {
    try await inner.window(request)
  }

  package func keys(_ request: WindowRequest) async throws(InboxError) -> [ListedKey] {
    try await inner.keys(request)
  }

  package func earliestExpiry(of identity: Identity, after now: Date) async throws(InboxError) -> Date? {
    try await watch(.leaving)
    return try await inner.earliestExpiry(of: identity, after: now)
  }

  package func expired(
    of identity: Identity, after start: Date, upTo end: Date
  ) async throws(InboxError) -> [MessageKey] {
    try await watch(.leaving)
    return try await inner.expired(of: identity, after: start, upTo: end)
  }

  package func gone(
    from center: CenterName, of identity: Identity, at now: Date, limit: Int
  ) async throws(InboxError) -> [GoneMessage] {
    try await inner.gone(from: center, of: identity, at: now, limit: limit)
  }

  package func feature() async throws(InboxError) -> FeatureState { try await inner.feature() }

  package func setFeature(_ isOn: Bool, at now: Date) async throws(InboxError) -> FeatureState {
    try await inner.setFeature(isOn, at: now)
  }

  package func merge(_ request: MergeRequest) async throws(InboxError) -> MessageMerge.Plan {
    try await inner.merge(request)
  }

  package func untriedChanges(_ ids: [UUID]) async throws(InboxError) {
    try await inner.untriedChanges(ids)
  }

  package func foreignMessages(of identity: Identity) async throws(InboxError) -> [MessageKey: String] {
    try await inner.foreignMessages(of: identity)
  }

  package func lastFetches(of identity: Identity) async throws(InboxError) -> [CenterName: LastFetch] {
    try await inner.lastFetches(of: identity)
  }

  package func retire(
    of identity: Identity, fetchedUpTo limit: Date, at now: Date
  ) async throws(InboxError) -> [MessageKey] {
    try await inner.retire(of: identity, fetchedUpTo: limit, at: now)
  }

  package func oldestFetch(of identity: Identity) async throws(InboxError) -> Date? {
    try await watch(.leaving)
    return try await inner.oldestFetch(of: identity)
  }

  package func stamp(of key: MessageKey, for identity: Identity) async throws(InboxError) -> MessageStamp? {
    try await inner.stamp(of: key, for: identity)
  }

  package func find(_ id: MessageID, of identity: Identity) async throws(InboxError) -> [MessageKey] {
    try await inner.find(id, of: identity)
  }

  package func detail(of key: MessageKey, for identity: Identity) async throws(InboxError) -> MessageDetail {
    try await inner.detail(of: key, for: identity)
  }

  package func setDeleted(
    _ keys: [MessageKey], of identity: Identity, at time: Date?, queuing origin: ChangeOrigin?
  ) async throws(InboxError) -> [MessageKey: ChangeDecision] {
    try await inner.setDeleted(keys, of: identity, at: time, queuing: origin)
  }

  package func waitingChanges(
    _ scope: OutboxScope, limit: Int
  ) async throws(InboxError) -> OutboxPage<MessageChange> {
    try await inner.waitingChanges(scope, limit: limit)
  }

  package func triedChanges(_ ids: [UUID]) async throws(InboxError) -> Set<UUID> {
    try await inner.triedChanges(ids)
  }

  package func queuedChanges() async throws(InboxError) -> [OutboxRecord<MessageChange>] {
    try await inner.queuedChanges()
  }

  package func settledChanges() async throws(InboxError) -> Int { try await inner.settledChanges() }

  package func richContent(of key: MessageKey, for identity: Identity) async throws(InboxError) -> String? {
    try await inner.richContent(of: key, for: identity)
  }

  package func claimRichContent(of key: MessageKey, for identity: Identity) -> Bool {
    inner.claimRichContent(of: key, for: identity)
  }

  package func releaseRichContent(of key: MessageKey, for identity: Identity) {
    inner.releaseRichContent(of: key, for: identity)
  }

  package func saveRichContent(
    _ html: String?, of key: MessageKey, for identity: Identity, at now: Date
  ) async throws(InboxError) {
    try await inner.saveRichContent(html, of: key, for: identity, at: now)
  }

  package func setAside(_ events: [EngagementEvent], run: UUID) async throws(InboxError) {
    try await inner.setAside(events, run: run)
  }

  package func takeBack(limit: OutboxLimit) async throws(InboxError) -> [EngagementEvent] {
    try await inner.takeBack(limit: limit)
  }

  package func waiting(
    _ scope: OutboxScope, without session: UUID?, limit: Int
  ) async throws(InboxError) -> OutboxPage<EngagementEvent> {
    try await inner.waiting(scope, without: session, limit: limit)
  }

  package func dropCursor(of center: CenterName, for identity: Identity) async throws(InboxError) {
    try await inner.dropCursor(of: center, for: identity)
  }

  package func lastDelivery(
    of kind: EngagementEvent.Kind, _ key: MessageKey, for identity: Identity, in run: UUID
  ) async throws(InboxError) -> Delivery? {
    try await inner.lastDelivery(of: kind, key, for: identity, in: run)
  }

  package func claim(application: String, tracking: String?) async throws(InboxError) {
    try await inner.claim(application: application, tracking: tracking)
  }

  package func held(
    events: OutboxScope, changes: OutboxScope, tracking: OutboxScope
  ) async throws(InboxError) -> [HeldRows] {
    try await inner.held(events: events, changes: changes, tracking: tracking)
  }

  package func settleHeld(
    _ fate: HeldFate, application: String, takes: Set<MessageChange.Kind>, tracking: String?, run: UUID,
    at now: Date
  ) async throws(InboxError) -> [UUID] {
    try await inner.settleHeld(
      fate, application: application, takes: takes, tracking: tracking, run: run, at: now)
  }

  package func endedRuns() async throws(InboxError) -> Set<UUID> { try await inner.endedRuns() }

  package func suppressed() async throws(InboxError) -> [SuppressedAttempts] { try await inner.suppressed() }

  package func deliveries() async throws(InboxError) -> [Delivery] { try await inner.deliveries() }

  package func lastLoss() async throws(InboxError) -> Date? { try await inner.lastLoss() }

  package func vendorEvents() async throws(InboxError) -> [OutboxRecord<VendorEvent>] {
    try await inner.vendorEvents()
  }

  package func lastSessionNumber() async throws(InboxError) -> Int { try await inner.lastSessionNumber() }

  package func saveSession(_ number: Int) async throws(InboxError) { try await inner.saveSession(number) }

  package func saveBadge(_ entry: BadgeEntry, of identity: Identity) async throws(InboxError) {
    try await inner.saveBadge(entry, of: identity)
  }

  package func badgeLedger(of identity: Identity, limit: Int) async throws(InboxError) -> [BadgeEntry] {
    try await inner.badgeLedger(of: identity, limit: limit)
  }

  package func saveClick(_ click: LinkClick) async throws(InboxError) { try await inner.saveClick(click) }

  package func clicks() async throws(InboxError) -> [LinkClick] { try await inner.clicks() }

  package func people() async throws(InboxError) -> [Identity] { try await inner.people() }

  package func respell(
    _ spelling: @escaping @Sendable (Identity) -> Identity
  ) async throws(InboxError) { try await inner.respell(spelling) }

  package func setWaitsForLocks(_ isPatient: Bool) { inner.setWaitsForLocks(isPatient) }
}
