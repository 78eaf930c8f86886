import InboxCore

/// Somebody on the open answer that stands for the push service.
struct Subscriber: Sendable {
  var identity: Identity
  var continuation: AsyncStream<Push>.Continuation
  /// How much was said on the line.
  var said = 0
}
