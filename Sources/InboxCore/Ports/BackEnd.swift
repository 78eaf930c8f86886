public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// The message-center back end, as functions that a front replaces as it likes.
///
/// Every function throws the ``InboxError`` that says what a person can do; none retries by itself.
public struct BackEnd: Sendable {
  /// Which application of which account of which vendor this is, such as its URL and its project.
  ///
  /// A cursor of another application is not sent (VE-3), nor is an event or a change that was made for another one.
  public var application = ""
  /// Whether fetches and changes carry a token of the person who reads: then what another person changed waits until
  /// that one reads again.
  public var isSigned = false
  /// Whether reports of events carry one as well.
  public var signsEvents = false
  /// The one spelling of an identity, where several texts name one person (VE-6); nil where each is another one.
  public var spelling: (@Sendable (Identity) -> Identity)?
  /// What this back end has and takes; screens, commands, report and lint ask it.
  public var capabilities: Capabilities
  /// Fetches a list (MC-4): the response as received, and what could be read of it.
  public var fetch: @Sendable (FetchRequest) async throws(InboxError) -> FetchResponse
  /// Fetches rich content from its URL; the back end serves its own only once (MC-17).
  public var richContent: @Sendable (MessageID, String, Identity) async throws(InboxError) -> String
  /// Freezes a gesture when it happens (VE-5); by default it is reported as it is.
  public var freeze: @Sendable (EngagementGesture) -> FrozenEngagement = { _ in .report(nil) }
  /// The vendor's name of an event of a message, where it depends on the list (``Capabilities/eventNames`` else); nil
  /// where it has no such event for it.
  public var eventName: (@Sendable (EngagementEvent.Kind, MessageKey) -> String?)?
  /// The vendor's own events of a visit that ended, as kind and body of a ``VendorEvent``; nil where it counts none.
  public var visitEvents: (@Sendable (InboxVisit) -> [(kind: String, body: JSONValue)])?
  /// Uploads events in order and returns what the receiver says of them (EN-8).
  public var report: @Sendable ([EngagementEvent], Date) async throws(InboxError) -> EngagementReceipt
  /// Makes changes of one identity's messages on the server, in order, and returns the ids of those that it took, the
  /// others are offered again; nil where it takes none (VE-4).
  ///
  /// A change may come again with its id after a response was lost.
  public var change: (@Sendable ([MessageChange]) async throws(InboxError) -> Set<UUID>)?
  /// Sets the badge and returns what the server now holds, which may be capped (BD-1, BD-5).
  public var setBadge: @Sendable (Int, Identity) async throws(InboxError) -> ServerBadge
  /// Asks for the badge that the server holds, where a response to a set was lost (BD-7).
  public var badge: @Sendable (Identity) async throws(InboxError) -> ServerBadge
  /// Asks what the server recorded; nil where it cannot be asked, or where the profile has no key for it (VE-14).
  public var readBack: ReadBack?
  /// What identifies the campaign of a message, where two people get it under ids of their own; nil where nothing does.
  public var campaign: @Sendable (Message) -> String? = { _ in nil }
  /// What the push service delivers, until it breaks or the consumer stops; breaking off throws.
  public var pushes: @Sendable (Identity) -> AsyncThrowingStream<Push, any Error>

  /// Takes its parts as they are; nothing is checked.
  ///
  /// Without the last three it has no badge, and nothing is pushed.
  public init(
    capabilities: Capabilities,
    fetch: @escaping @Sendable (FetchRequest) async throws(InboxError) -> FetchResponse,
    richContent: @escaping @Sendable (MessageID, String, Identity) async throws(InboxError) -> String,
    report: @escaping @Sendable ([EngagementEvent], Date) async throws(InboxError) -> EngagementReceipt,
    setBadge: @escaping @Sendable (Int, Identity) async throws(InboxError) -> ServerBadge = {
      _, _ throws(InboxError) in throw .unsupported("The badge is not to be had here.")
    },
    badge: @escaping @Sendable (Identity) async throws(InboxError) -> ServerBadge = {
      _ throws(InboxError) in throw .unsupported("The badge is not to be had here.")
    },
    pushes: @escaping @Sendable (Identity) -> AsyncThrowingStream<Push, any Error> = { _ in
      AsyncThrowingStream { $0.finish() }
    }
  ) {
    self.capabilities = capabilities
    self.fetch = fetch
    self.richContent = richContent
    self.report = report
    self.setBadge = setBadge
    self.badge = badge
    self.pushes = pushes
  }
}

extension BackEnd {
  /// A person under their one spelling.
  func spelled(_ person: Identity) -> Identity { spelling?(person) ?? person }
}
