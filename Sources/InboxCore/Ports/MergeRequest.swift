public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// A response to be merged into the archive.
public struct MergeRequest: Hashable, Sendable {
  /// The person whose list was fetched.
  public var identity: Identity
  /// The center that was fetched.
  public var center: CenterName
  /// What the back end said.
  public var page: FetchedPage
  /// When it arrived.
  public var now: Date
  /// The ``FeatureState/generation`` under which it was requested.
  public var generation: Int
  /// Of which application the response is (``BackEnd/application``).
  public var application = ""

  /// How many changes were settled when it was requested: what it says of a message that was changed since is old
  /// (VE-4).
  public var settledChanges = 0
  /// When the list had been fetched last as it was requested, the distant past for never: where it has been fetched since,
  /// nothing is merged, as the response may be older than that one; nil merges it all the same.
  public var lastFetch: Date?
  /// Whether an open that was made here is why the server calls its message read (``Capabilities/opensMarkRead``).
  public var opensMarkRead = false
  /// Whether the rich content that first came with a message stays (MC-7), as where it is served once.
  public var keepsRichContent = false
  /// Whether the list shows what has expired, as that of captured responses does (MC-10).
  public var listsExpired = false
  /// Whether it goes on where the page before it ended (VE-3).
  public var continues = false
  /// What of the list cannot be read after it (MC-9).
  public var malformed: [MalformedMessage]
  /// What of the list is set aside after it (VE-3).
  public var setAside: [SetAsideMessage]

  /// The deliveries of its messages: those that the device has for the first time become events in the same
  /// transaction, so that no first sight is lost (EN-7, VE-5).
  public var deliveries: [EngagementEvent] = []
  /// The run that sends them.
  public var run = UUID()

  /// Takes its parts; see the properties for what is left out.
  public init(
    identity: Identity, center: CenterName, page: FetchedPage, now: Date, generation: Int = 0
  ) {
    self.identity = identity
    self.center = center
    self.page = page
    self.now = now
    self.generation = generation
    malformed = page.malformed
    setAside = page.setAside
  }
}

/// Whether message centers are switched on for this device (MC-1), as the archive remembers it.
public struct FeatureState: Hashable, Sendable {
  /// Whether the person has them on.
  public var isOn: Bool
  /// Counts the times it was switched: a response that was requested under another count is dropped.
  public var generation: Int

  /// Takes its parts as they are; nothing is checked.
  public init(isOn: Bool, generation: Int) {
    self.isOn = isOn
    self.generation = generation
  }
}
