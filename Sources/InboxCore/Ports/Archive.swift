public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// The device's own storage (MC-5, MC-7, EN-7), of one identity at a time.
///
/// Every write is durable when the call returns. Every method throws ``InboxError/storeUnavailable(path:reason:)``
/// when the storage fails: an outage never looks like an empty inbox.
public protocol Archive: Sendable {
  // MARK: Lists

  /// Totals and unread of each center at a moment.
  func counts(of identity: Identity, at now: Date) async throws(InboxError) -> [CenterName: CenterCounts]
  /// The same of what the newest response lists alone: what the vendor's own app would count.
  func listedCounts(of identity: Identity, at now: Date) async throws(InboxError) -> [CenterName:
    CenterCounts]
  /// A part of a center's list (newest first).
  func window(_ request: WindowRequest) async throws(InboxError) -> ListWindow
  /// Which messages a list has, from its newest on, whatever the request's anchor.
  func keys(_ request: WindowRequest) async throws(InboxError) -> [ListedKey]
  /// The earliest expiry after a moment among the rows that are shown.
  func earliestExpiry(of identity: Identity, after now: Date) async throws(InboxError) -> Date?
  /// Rows of the list whose expiry lies in (start, end]: they leave it now.
  func expired(of identity: Identity, after start: Date, upTo end: Date) async throws(InboxError)
    -> [MessageKey]
  /// Messages of a center that are gone at a moment, the latest first (MC-11).
  func gone(from center: CenterName, of identity: Identity, at now: Date, limit: Int) async throws(InboxError)
    -> [GoneMessage]

  // MARK: Fetching

  /// Whether the feature is on (MC-1).
  func feature() async throws(InboxError) -> FeatureState
  /// Switches the feature; off removes every message of every identity from its list and forgets when it was
  /// fetched, in one transaction.
  func setFeature(_ isOn: Bool, at now: Date) async throws(InboxError) -> FeatureState
  /// The messages that another application served (``BackEnd/application``) and the one that their list was fetched
  /// from last does not list, each with the application that did.
  func foreignMessages(of identity: Identity) async throws(InboxError) -> [MessageKey: String]
  /// Merges a response by ``MessageMerge`` in one transaction and records the successful fetch.
  ///
  /// Throws ``InboxError/cancelled`` and stores nothing when the feature was switched since it was asked for (MC-1); stores
  /// nothing either where another response has overtaken it (``MergeRequest/lastFetch``).
  func merge(_ request: MergeRequest) async throws(InboxError) -> MessageMerge.Plan
  /// Forgets where a list goes on: the server does not know it any more.
  func dropCursor(of center: CenterName, for identity: Identity) async throws(InboxError)
  /// When each center was last fetched with success, and what of that response could not be read.
  func lastFetches(of identity: Identity) async throws(InboxError) -> [CenterName: LastFetch]
  /// Drops from the cache what was last fetched at a moment or earlier (MC-6), and returns it.
  ///
  /// A page that goes on where the one before ended fetches with it all that its list holds: it names what changed
  /// alone.
  func retire(of identity: Identity, fetchedUpTo limit: Date, at now: Date) async throws(InboxError)
    -> [MessageKey]
  /// The earliest last fetch, counted likewise, among the messages that the cache still holds.
  func oldestFetch(of identity: Identity) async throws(InboxError) -> Date?

  // MARK: Messages

  /// One message, deleted or expired ones included; nil when unknown.
  func message(_ key: MessageKey, of identity: Identity) async throws(InboxError) -> ArchivedMessage?
  /// What the back end stamped a message with when it was fetched last (VE-6); nil where it stamps nothing.
  func stamp(of key: MessageKey, for identity: Identity) async throws(InboxError) -> MessageStamp?
  /// The keys of all messages with an id, over all centers.
  func find(_ id: MessageID, of identity: Identity) async throws(InboxError) -> [MessageKey]
  /// A message and what happened to it, read together.
  func detail(of key: MessageKey, for identity: Identity) async throws(InboxError) -> MessageDetail
  /// Marks messages read at a time, or unread with nil, and queues what the server takes of it, in one transaction
  /// (MC-18, VE-4).
  ///
  /// - Returns: what that means for the server, for each message that is known; nothing without an origin.
  func setRead(
    _ keys: [MessageKey], of identity: Identity, at time: Date?, queuing origin: ChangeOrigin?
  ) async throws(InboxError) -> [MessageKey: ChangeDecision]
  /// Deletes messages at a time, or restores them with nil, likewise.
  func setDeleted(
    _ keys: [MessageKey], of identity: Identity, at time: Date?, queuing origin: ChangeOrigin?
  ) async throws(InboxError) -> [MessageKey: ChangeDecision]
  /// The stored rich content of a message.
  func richContent(of key: MessageKey, for identity: Identity) async throws(InboxError) -> String?
  /// Says that the rich content of a message is being requested from now on, until ``releaseRichContent(of:for:)`` or
  /// the end of the process; false while another program on the profile requests it (MC-17).
  func claimRichContent(of key: MessageKey, for identity: Identity) -> Bool
  /// Ends what ``claimRichContent(of:for:)`` began.
  func releaseRichContent(of key: MessageKey, for identity: Identity)
  /// Stores rich content, or with nil that it is lost (MC-17).
  func saveRichContent(_ html: String?, of key: MessageKey, for identity: Identity, at now: Date)
    async throws(InboxError)

  // MARK: Changes for the server

  /// The oldest changes that wait and may be sent: those of one identity, as far as they follow one another.
  func waitingChanges(_ scope: OutboxScope, limit: Int) async throws(InboxError) -> OutboxPage<MessageChange>
  /// Counts that changes are handed to the network, before they are, and returns the ids of those that still wait.
  func triedChanges(_ ids: [UUID]) async throws(InboxError) -> Set<UUID>
  /// Takes a try of each back that certainly reached no server.
  func untriedChanges(_ ids: [UUID]) async throws(InboxError)
  /// Settles changes that wait: taken by the server, or refused for good with a reason.
  func settleChanges(_ ids: [UUID], as settlement: Settlement, at now: Date)
    async throws(InboxError)
  /// Every change of the device that was ever handed to the network or waits for it, in order.
  func queuedChanges() async throws(InboxError) -> [OutboxRecord<MessageChange>]
  /// How many changes are settled: a number that grows with each.
  func settledChanges() async throws(InboxError) -> Int

  // MARK: Displays and opens

  /// Writes events into the outbox of a run (EN-7), and returns those that had to go for them, never one of those in
  /// flight.
  func record(
    _ events: [EngagementEvent], run: UUID, limit: OutboxLimit, sparing inFlight: Set<UUID>
  ) async throws(InboxError) -> [EngagementEvent]
  /// Writes events of a run beside the storage, which could not take them: durable when it returns (EN-7).
  func setAside(_ events: [EngagementEvent], run: UUID) async throws(InboxError)
  /// Imports the spill file, once however often it is tried, and returns those that had to go for them.
  func takeBack(limit: OutboxLimit) async throws(InboxError) -> [EngagementEvent]
  /// The head of what waits and may be sent, without the displays of a session that is still open.
  func waiting(_ scope: OutboxScope, without session: UUID?, limit: Int) async throws(InboxError)
    -> OutboxPage<EngagementEvent>
  /// Gives rows that wait and do not say for which application they were made to those of the profile; without a
  /// tracking application the vendor's own events go on waiting for one (UL-13).
  func claim(application: String, tracking: String?) async throws(InboxError)
  /// What waits for another application or person than those of the scopes.
  func held(
    events: OutboxScope, changes: OutboxScope, tracking: OutboxScope
  ) async throws(InboxError) -> [HeldRows]
  /// Gives what waits for another application than these to these and to this run, but for changes of kinds that it does
  /// not take; or settles all of it as dropped. Returns its ids.
  func settleHeld(
    _ fate: HeldFate, application: String, takes: Set<MessageChange.Kind>, tracking: String?, run: UUID,
    at now: Date
  ) async throws(InboxError) -> [UUID]
  /// The runs that have events or changes waiting, but for those that another program goes on with.
  func endedRuns() async throws(InboxError) -> Set<UUID>
  /// Counts that events are handed to the network, before they are.
  func tried(_ ids: [UUID]) async throws(InboxError)
  /// Takes the last count back: they certainly reached no server.
  func untried(_ ids: [UUID]) async throws(InboxError)
  /// Settles events: taken by the server, or refused for good with a reason.
  func settle(_ ids: [UUID], as settlement: Settlement, at now: Date) async throws(InboxError)
  /// Adds to what is known of attempts that were not reported (EN-9), in one transaction.
  func suppress(_ attempts: [SuppressedAttempts]) async throws(InboxError)
  /// Every attempt of the device that was not reported, in the order of the first ones.
  func suppressed() async throws(InboxError) -> [SuppressedAttempts]
  /// Every event of the device about a message, in order.
  func deliveries() async throws(InboxError) -> [Delivery]
  /// When damage last took events, clicks or changes with it, by the machine's clock; nil where it never did.
  func lastLoss() async throws(InboxError) -> Date?
  /// Every event of the device that only a vendor understands, such as a visit, in order.
  func vendorEvents() async throws(InboxError) -> [OutboxRecord<VendorEvent>]
  /// The last event of a kind of a message in a run, and what became of it; nil for none.
  func lastDelivery(
    of kind: EngagementEvent.Kind, _ key: MessageKey, for identity: Identity, in run: UUID
  ) async throws(InboxError) -> Delivery?
  /// The number of the last session of this device that is stored; 0 before the first.
  func lastSessionNumber() async throws(InboxError) -> Int
  /// Stores the number of a session, unless it is stored with its reports already.
  func saveSession(_ number: Int) async throws(InboxError)

  // MARK: Badge and links

  /// The newest ledger line of an identity, with its badge; nil where none was ever stored.
  func badge(of identity: Identity) async throws(InboxError) -> BadgeEntry?
  /// Stores a badge and its ledger line in one transaction (BD-7).
  func saveBadge(_ entry: BadgeEntry, of identity: Identity) async throws(InboxError)
  /// The newest ledger lines, oldest first.
  func badgeLedger(of identity: Identity, limit: Int) async throws(InboxError) -> [BadgeEntry]
  /// Writes down a click, or what became of the one with its id (UL-5).
  func saveClick(_ click: LinkClick) async throws(InboxError)
  /// Every click of the device, in order.
  func clicks() async throws(InboxError) -> [LinkClick]

  // MARK: A vendor's own events (UL-11…13, VE-5)

  /// The app's session, as the last run left it.
  func appSession() async throws(InboxError) -> AppSession?
  /// The events of the moment in which that session began that wait and were never sent.
  func unsentSessionEvents() async throws(InboxError) -> [VendorEvent]
  /// Writes events of a run and the session after them, and another one again if it still waits: all of it, or nothing.
  ///
  /// - Returns: whether that one still waited, and the events that had to go because the outbox was full, never one of
  ///   those in flight.
  func recordTracking(
    _ events: [VendorEvent], amending amended: VendorEvent?, _ session: AppSessionChange, run: UUID,
    limit: OutboxLimit, sparing inFlight: Set<UUID>
  ) async throws(InboxError) -> (isAmended: Bool, dropped: [VendorEvent])
  /// The oldest events that wait and may be sent, at most this many, and how many wait in all.
  func waitingTracking(_ scope: OutboxScope, limit: Int) async throws(InboxError) -> OutboxPage<VendorEvent>

  // MARK: The rest

  /// The people who have messages, or for whom a list was fetched.
  func people() async throws(InboxError) -> [Identity]
  /// Gives what is stored of a person under another spelling to the one that a function has for it (VE-6).
  func respell(_ spelling: @escaping @Sendable (Identity) -> Identity) async throws(InboxError)
  /// Whether a caller waits while another program has the storage locked; true at first.
  ///
  /// With false also those fail at once who wait already.
  func setWaitsForLocks(_ waits: Bool)
}
