/// Bloomreach's tracking server, as one function; a core without one keeps what happens until it has one (UL-13).
public struct CampaignTracker: Sendable {
  /// Uploads one event; returns when the server has taken it, and throws the ``InboxError`` that says what to do.
  public var send: @Sendable (TrackingEvent) async throws(InboxError) -> Void

  /// Makes a port of its function.
  public init(send: @escaping @Sendable (TrackingEvent) async throws(InboxError) -> Void) { self.send = send }
}
