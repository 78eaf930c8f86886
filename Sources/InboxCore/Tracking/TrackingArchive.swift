public import struct Foundation.UUID
public import InboxModel

/// The part of the outbox that is for a vendor's own events, and the app's session (UL-11…13).
///
/// The events lie in the same table as displays and opens, are settled by ``Archive/settle``, and survive a crash like
/// them.
public struct TrackingArchive: Sendable {
  /// What happens to the stored session of the app.
  public enum SessionChange: Hashable, Sendable {
    /// It stays as it is: it belongs to another run.
    case none
    /// The new session; nil for none.
    case save(AppSession?)
  }

  /// The app's session, as the last run left it.
  public var session: @Sendable () async throws(InboxError) -> AppSession?
  /// Stores events of a run and the session after them, at once; returns the events that were dropped because the
  /// outbox was full.
  public var record:
    @Sendable ([VendorEvent], SessionChange, UUID, OutboxLimit) async throws(InboxError)
      -> [VendorEvent]
  /// Writes an event again if it still waits; returns whether it did.
  public var amend: @Sendable (VendorEvent) async throws(InboxError) -> Bool
  /// The oldest events that wait and may be sent, at most this many, and how many wait in all.
  public var waiting: @Sendable (OutboxScope, Int) async throws(InboxError) -> ([VendorEvent], total: Int)

  /// Takes its parts as they are; nothing is checked.
  public init(
    session: @escaping @Sendable () async throws(InboxError) -> AppSession?,
    record:
      @escaping @Sendable (
        [VendorEvent], SessionChange, UUID, OutboxLimit
      ) async throws(InboxError) -> [VendorEvent],
    amend: @escaping @Sendable (VendorEvent) async throws(InboxError) -> Bool,
    waiting:
      @escaping @Sendable (OutboxScope, Int) async throws(InboxError) -> ([VendorEvent], total: Int)
  ) {
    self.session = session
    self.record = record
    self.amend = amend
    self.waiting = waiting
  }
}
