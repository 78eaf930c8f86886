public import struct Foundation.Date
public import struct Foundation.UUID

/// The device's own storage (MC-5, MC-7, EN-7), as functions over one identity at a time.
///
/// Every write is durable when the call returns. Every function throws ``InboxError/storeUnavailable(path:reason:)``
/// when the storage fails: an outage never looks like an empty inbox.
public struct Archive: Sendable {
  /// Totals and unread of each center at a moment.
  public var counts: @Sendable (Identity, Date) async throws(InboxError) -> [CenterName: CenterCounts]
  /// A part of a center's list (newest first).
  public var window: @Sendable (WindowRequest) async throws(InboxError) -> ListWindow
  /// Which messages a list has, from its newest on, whatever the request's anchor.
  public var keys: @Sendable (WindowRequest) async throws(InboxError) -> [ListedKey]
  /// One message, deleted or expired ones included; nil when unknown.
  public var message: @Sendable (Identity, MessageKey) async throws(InboxError) -> ArchivedMessage?
  /// The keys of all messages with an id, over all centers.
  public var find: @Sendable (Identity, MessageID) async throws(InboxError) -> [MessageKey]
  /// The earliest expiry after a moment among the rows that are shown.
  public var earliestExpiry: @Sendable (Identity, Date) async throws(InboxError) -> Date?
  /// Rows of the list whose expiry lies in (after, upTo]: they leave it now.
  public var expired: @Sendable (Identity, Date, Date) async throws(InboxError) -> [MessageKey]
  /// Messages of a center that are gone at a moment, the latest departure first; at most so many (MC-11).
  public var gone: @Sendable (Identity, CenterName, Date, Int) async throws(InboxError) -> [GoneMessage]
  /// Drops from the cache what was last fetched at a moment or earlier (MC-6), and returns it; the second moment is
  /// now.
  public var retire: @Sendable (Identity, Date, Date) async throws(InboxError) -> [MessageKey]
  /// The earliest last fetch among the messages that the cache still holds.
  public var oldestFetch: @Sendable (Identity) async throws(InboxError) -> Date?
  /// Whether the feature is on (MC-1).
  public var feature: @Sendable () async throws(InboxError) -> FeatureState
  /// Switches the feature; off removes every message of every identity from its list and forgets when it was
  /// fetched, in one transaction.
  public var setFeature: @Sendable (Bool, Date) async throws(InboxError) -> FeatureState
  /// Merges an answer by ``MessageMerge`` in one transaction and notes the successful fetch.
  ///
  /// Throws ``InboxError/cancelled`` and stores nothing when the feature was switched since it was asked for (MC-1).
  public var merge: @Sendable (MergeRequest) async throws(InboxError) -> MessageMerge.Plan
  /// When each center was last fetched with success, and what of that answer could not be read.
  public var lastFetches: @Sendable (Identity) async throws(InboxError) -> [CenterName: LastFetch]
  /// Marks messages read at a time, or unread with nil, in one transaction (MC-18).
  public var setRead: @Sendable (Identity, [MessageKey], Date?) async throws(InboxError) -> Void
  /// Deletes messages at a time, or brings them back with nil, in one transaction (MC-18).
  public var setDeleted: @Sendable (Identity, [MessageKey], Date?) async throws(InboxError) -> Void
  /// The stored rich content of a message.
  public var richContent: @Sendable (Identity, MessageKey) async throws(InboxError) -> String?
  /// Stores rich content, or with nil that it is lost (MC-17).
  public var saveRichContent: @Sendable (Identity, MessageKey, String?, Date) async throws(InboxError) -> Void
  /// Writes events into the outbox of a run (EN-7), and returns those that had to go for them (``OutboxLimit``), never
  /// one of those that are being sent.
  public var record:
    @Sendable ([EngagementEvent], UUID, OutboxLimit, Set<UUID>) async throws(InboxError) -> [EngagementEvent]
  /// Writes events of a run beside the storage, which could not take them: durable when it returns (EN-7).
  public var setAside: @Sendable ([EngagementEvent], UUID) async throws(InboxError) -> Void
  /// Takes in what lies beside the storage, once however often it is tried, and returns how many events that were.
  public var takeBack: @Sendable (OutboxLimit) async throws(InboxError) -> Int
  /// Whether whoever reads or writes waits while another program has the storage locked; true at first.
  ///
  /// With false also those fail at once who wait already.
  public var setPatience: @Sendable (Bool) -> Void
  /// Counts that events are handed to the network, before they are.
  public var tried: @Sendable ([UUID]) async throws(InboxError) -> Void
  /// Adds to what is known of attempts that were not reported (EN-9), in one transaction.
  public var suppress: @Sendable ([SuppressedAttempts]) async throws(InboxError) -> Void
  /// Every attempt of the device that was not reported, in the order of the first ones.
  public var suppressed: @Sendable () async throws(InboxError) -> [SuppressedAttempts]
  /// The head of the outbox of some runs without the displays of a session that is still open; at most so many.
  public var waiting: @Sendable (Set<UUID>, UUID?, Int) async throws(InboxError) -> OutboxPage
  /// The runs that have events waiting.
  public var waitingRuns: @Sendable () async throws(InboxError) -> Set<UUID>
  /// Settles events: taken by the server, or refused for good with a reason.
  public var settle: @Sendable ([UUID], Settlement, Date) async throws(InboxError) -> Void
  /// The remembered badge of an identity.
  public var badge: @Sendable (Identity) async throws(InboxError) -> BadgeState?
  /// Stores a badge and its ledger line in one transaction (BD-7).
  public var saveBadge: @Sendable (Identity, BadgeEntry) async throws(InboxError) -> Void
  /// The newest ledger lines, oldest first; at most so many.
  public var badgeLedger: @Sendable (Identity, Int) async throws(InboxError) -> [BadgeEntry]
  /// The number of the last session of this device that is kept; 0 before the first.
  public var lastSessionNumber: @Sendable () async throws(InboxError) -> Int
  /// Keeps the number of a session, if it is not kept with what was recorded in it already.
  public var keepSession: @Sendable (Int) async throws(InboxError) -> Void
  /// A message and what happened to it, read together.
  public var detail: @Sendable (Identity, MessageKey) async throws(InboxError) -> MessageDetail
  /// Every display and open of the device, in order.
  public var deliveries: @Sendable () async throws(InboxError) -> [Delivery]
  /// Writes down a click, or what became of the one with its id (UL-5).
  public var saveClick: @Sendable (LinkClick) async throws(InboxError) -> Void
  /// Every click of the device, in order.
  public var clicks: @Sendable () async throws(InboxError) -> [LinkClick]

  /// The part of the outbox that is for Bloomreach.
  public var tracking: TrackingArchive

  /// Makes an archive of its functions.
  public init(
    counts: @escaping @Sendable (Identity, Date) async throws(InboxError) -> [CenterName: CenterCounts],
    window: @escaping @Sendable (WindowRequest) async throws(InboxError) -> ListWindow,
    keys: @escaping @Sendable (WindowRequest) async throws(InboxError) -> [ListedKey],
    message: @escaping @Sendable (Identity, MessageKey) async throws(InboxError) -> ArchivedMessage?,
    find: @escaping @Sendable (Identity, MessageID) async throws(InboxError) -> [MessageKey],
    earliestExpiry: @escaping @Sendable (Identity, Date) async throws(InboxError) -> Date?,
    expired: @escaping @Sendable (Identity, Date, Date) async throws(InboxError) -> [MessageKey],
    gone: @escaping @Sendable (Identity, CenterName, Date, Int) async throws(InboxError) -> [GoneMessage],
    retire: @escaping @Sendable (Identity, Date, Date) async throws(InboxError) -> [MessageKey],
    oldestFetch: @escaping @Sendable (Identity) async throws(InboxError) -> Date?,
    feature: @escaping @Sendable () async throws(InboxError) -> FeatureState,
    setFeature: @escaping @Sendable (Bool, Date) async throws(InboxError) -> FeatureState,
    merge: @escaping @Sendable (MergeRequest) async throws(InboxError) -> MessageMerge.Plan,
    lastFetches: @escaping @Sendable (Identity) async throws(InboxError) -> [CenterName: LastFetch],
    setRead: @escaping @Sendable (Identity, [MessageKey], Date?) async throws(InboxError) -> Void,
    setDeleted: @escaping @Sendable (Identity, [MessageKey], Date?) async throws(InboxError) -> Void,
    richContent: @escaping @Sendable (Identity, MessageKey) async throws(InboxError) -> String?,
    saveRichContent:
      @escaping @Sendable (Identity, MessageKey, String?, Date) async throws(InboxError) -> Void,
    record:
      @escaping @Sendable ([EngagementEvent], UUID, OutboxLimit, Set<UUID>) async throws(InboxError)
      -> [EngagementEvent],
    setAside: @escaping @Sendable ([EngagementEvent], UUID) async throws(InboxError) -> Void,
    takeBack: @escaping @Sendable (OutboxLimit) async throws(InboxError) -> Int,
    setPatience: @escaping @Sendable (Bool) -> Void,
    tried: @escaping @Sendable ([UUID]) async throws(InboxError) -> Void,
    suppress: @escaping @Sendable ([SuppressedAttempts]) async throws(InboxError) -> Void,
    suppressed: @escaping @Sendable () async throws(InboxError) -> [SuppressedAttempts],
    waiting: @escaping @Sendable (Set<UUID>, UUID?, Int) async throws(InboxError) -> OutboxPage,
    waitingRuns: @escaping @Sendable () async throws(InboxError) -> Set<UUID>,
    settle: @escaping @Sendable ([UUID], Settlement, Date) async throws(InboxError) -> Void,
    badge: @escaping @Sendable (Identity) async throws(InboxError) -> BadgeState?,
    saveBadge: @escaping @Sendable (Identity, BadgeEntry) async throws(InboxError) -> Void,
    badgeLedger: @escaping @Sendable (Identity, Int) async throws(InboxError) -> [BadgeEntry],
    lastSessionNumber: @escaping @Sendable () async throws(InboxError) -> Int,
    keepSession: @escaping @Sendable (Int) async throws(InboxError) -> Void,
    detail: @escaping @Sendable (Identity, MessageKey) async throws(InboxError) -> MessageDetail,
    deliveries: @escaping @Sendable () async throws(InboxError) -> [Delivery],
    saveClick: @escaping @Sendable (LinkClick) async throws(InboxError) -> Void,
    clicks: @escaping @Sendable () async throws(InboxError) -> [LinkClick],
    tracking: TrackingArchive
  ) {
    self.counts = counts
    self.window = window
    self.keys = keys
    self.message = message
    self.find = find
    self.earliestExpiry = earliestExpiry
    self.expired = expired
    self.gone = gone
    self.retire = retire
    self.oldestFetch = oldestFetch
    self.feature = feature
    self.setFeature = setFeature
    self.merge = merge
    self.lastFetches = lastFetches
    self.setRead = setRead
    self.setDeleted = setDeleted
    self.richContent = richContent
    self.saveRichContent = saveRichContent
    self.record = record
    self.setAside = setAside
    self.takeBack = takeBack
    self.setPatience = setPatience
    self.tried = tried
    self.suppress = suppress
    self.suppressed = suppressed
    self.waiting = waiting
    self.waitingRuns = waitingRuns
    self.settle = settle
    self.badge = badge
    self.saveBadge = saveBadge
    self.badgeLedger = badgeLedger
    self.lastSessionNumber = lastSessionNumber
    self.keepSession = keepSession
    self.detail = detail
    self.deliveries = deliveries
    self.saveClick = saveClick
    self.clicks = clicks
    self.tracking = tracking
  }

  /// How an event left the outbox.
  public enum Settlement: Hashable, Sendable {
    /// The server has it, in that generation of its receipts if it tells one (SB-5).
    case sent(generation: Int?)
    /// The server will never take it, and why.
    case refused(String)
  }
}
