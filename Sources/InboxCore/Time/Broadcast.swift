import struct Foundation.UUID

/// Publishes elements to every listener; a slow one holds up no other.
struct Broadcast<Element: Sendable> {
  private var listeners: [UUID: AsyncStream<Element>.Continuation] = [:]

  /// Everything that is published from now on, in order.
  mutating func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    listeners[UUID()] = continuation
    return stream
  }

  /// Publishes an element; listeners that have ended are removed.
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
