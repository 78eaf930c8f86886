public import InboxCore
public import InboxModel

/// How a vendor's requests reach its servers, as functions that a front replaces as it likes.
///
/// No redirect is followed, nothing is cached, no cookie is kept, nothing is tried again.
public struct WirePort: Sendable {
  /// Sends a request and returns the whole response, whatever its status; throws what kept one from coming.
  public var send: @Sendable (WireRequest) async throws(InboxError) -> WireResponse
  /// Opens a response that goes on, and reads pushes from its lines until it breaks or the consumer stops; breaking off
  /// throws.
  public var listen: @Sendable (WireRequest, PushReader) -> AsyncThrowingStream<Push, any Error>

  /// Takes its parts as they are; nothing is checked.
  public init(
    send: @escaping @Sendable (WireRequest) async throws(InboxError) -> WireResponse,
    listen: @escaping @Sendable (WireRequest, PushReader) -> AsyncThrowingStream<Push, any Error>
  ) {
    self.send = send
    self.listen = listen
  }
}
