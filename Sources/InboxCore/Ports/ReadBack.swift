public import struct Foundation.Date
public import InboxModel

/// How a back end is asked what it recorded (VE-14); nothing is written there.
public struct ReadBack: Sendable {
  /// What a server returned for one person.
  public struct Page: Hashable, Sendable {
    /// The events of the kinds that a message has, in any order; one that is there twice is listed twice.
    public var events: [RecordedEvent]
    /// How many events of other kinds were in the response: nothing is said of them.
    public var otherCount: Int
    /// From when on the response holds everything; nil where it reaches back to the first event.
    public var since: Date?
    /// Which generation of a sandbox's receipts it is, beside the time from when on it holds everything; nil elsewhere.
    package var generation: ReceiptGeneration?
    /// How many are gone of what the server received since then: it lets the oldest go first, in the order in which
    /// they came.
    public var expiredCount: Int
    /// Why it does not reach back further, as the end of a sentence: “Iterable returns the newest 200 events”.
    public var limit: String?

    /// Takes its parts as they are; nothing is checked.
    public init(
      events: [RecordedEvent], otherCount: Int = 0, since: Date? = nil, expiredCount: Int = 0,
      limit: String? = nil
    ) {
      self.events = events
      self.otherCount = otherCount
      self.since = since
      self.expiredCount = expiredCount
      self.limit = limit
    }
  }

  /// Seconds after which the server lists an event that it has taken.
  public var settling: Double
  /// Seconds to which the vendor's events say when they happened.
  public var resolution: Double
  /// What the events that this device sends name as their device; nil where they name none.
  public var device: String?
  /// Asks for the events of a person, at least those that happened after a date.
  ///
  /// Throws ``InboxError/credentialsRefused(_:)`` for a key that cannot read events.
  public var events: @Sendable (Identity, _ since: Date) async throws(InboxError) -> Page

  /// The kinds of events that the server returns: of others nothing is said.
  public var kinds: Set<RecordedEvent.Kind>
  /// What the server makes of an event that only the vendor understands, such as a visit and the rows that were seen in
  /// it.
  public var visits: @Sendable (VendorEvent) -> [RecordedEvent] = { _ in [] }
  /// The link that an event of a click names, by what was frozen for its request.
  public var link: @Sendable (JSONValue) -> String? = { _ in nil }
  /// What it makes of a change of a message; nil where it has no event for that.
  public var changes: @Sendable (MessageChange) -> RecordedEvent? = { _ in nil }

  /// Takes its parts as they are; nothing is checked.
  public init(
    _ kinds: Set<RecordedEvent.Kind>, settling: Double, resolution: Double, device: String? = nil,
    events: @escaping @Sendable (Identity, Date) async throws(InboxError) -> Page
  ) {
    self.kinds = kinds
    self.settling = settling
    self.resolution = resolution
    self.device = device
    self.events = events
  }
}
