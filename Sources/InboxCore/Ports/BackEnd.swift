public import struct Foundation.Date

/// The message-center back end, as functions that a front replaces as it likes.
///
/// Every function throws the ``InboxError`` that says what a person can do; none retries by itself.
public struct BackEnd: Sendable {
  /// Fetches the newest messages of a center for an identity (MC-4); the core reads the bytes.
  public var fetch: @Sendable (CenterName, Identity) async throws(InboxError) -> RawAnswer
  /// Fetches rich content from its URL; the back end serves its own only once (MC-17).
  public var richContent: @Sendable (MessageID, String, Identity) async throws(InboxError) -> String
  /// Uploads events in order and returns what the receiver says of them (EN-8).
  public var report: @Sendable ([EngagementEvent], Date) async throws(InboxError) -> EngagementReceipt
  /// Sets the badge and returns what the server now holds, which may be capped (BD-1, BD-5).
  public var setBadge: @Sendable (Int, Identity) async throws(InboxError) -> ServerBadge
  /// Asks for the badge that the server holds, where a response to a set was lost (BD-7).
  public var badge: @Sendable (Identity) async throws(InboxError) -> ServerBadge
  /// What the push service delivers, until it breaks or the consumer stops; breaking off throws.
  public var pushes: @Sendable (Identity) -> AsyncThrowingStream<Push, any Error>

  /// Makes a back end of its functions.
  public init(
    fetch: @escaping @Sendable (CenterName, Identity) async throws(InboxError) -> RawAnswer,
    richContent: @escaping @Sendable (MessageID, String, Identity) async throws(InboxError) -> String,
    report: @escaping @Sendable ([EngagementEvent], Date) async throws(InboxError) -> EngagementReceipt,
    setBadge: @escaping @Sendable (Int, Identity) async throws(InboxError) -> ServerBadge,
    badge: @escaping @Sendable (Identity) async throws(InboxError) -> ServerBadge,
    pushes: @escaping @Sendable (Identity) -> AsyncThrowingStream<Push, any Error>
  ) {
    self.fetch = fetch
    self.richContent = richContent
    self.report = report
    self.setBadge = setBadge
    self.badge = badge
    self.pushes = pushes
  }
}
