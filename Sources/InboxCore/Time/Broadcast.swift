import struct Foundation.UUID

/// Tells the same to everybody who listens, each at a pace of their own.
struct Broadcast<Element: Sendable> {
  private var listeners: [UUID: AsyncStream<Element>.Continuation] = [:]

  /// Everything that is told from now on, in order.
  mutating func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    listeners[UUID()] = continuation
    return stream
  }

  /// Tells something; who has stopped listening is forgotten.
  mutating func publish(_ element: Element) {
    for (id, listener) in listeners {
      if case .terminated = listener.yield(element) { listeners[id] = nil }
    }
  }

  /// Ends every stream.
  mutating func finish() {
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }
}
