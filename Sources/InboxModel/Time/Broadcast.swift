import struct Foundation.UUID

/// Publishes elements to every listener; a slow one holds up no other.
package struct Broadcast<Element: Sendable> {
  private var listeners: [UUID: AsyncStream<Element>.Continuation] = [:]
  private var isFinished = false

  package init() {}

  /// Everything that is published from now on, in order; after ``finish()`` that is nothing, and the stream has ended.
  package mutating func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    if isFinished { continuation.finish() } else { listeners[UUID()] = continuation }
    return stream
  }

  /// Publishes an element; listeners that have ended are removed.
  package mutating func publish(_ element: Element) {
    for (id, listener) in listeners {
      if case .terminated = listener.yield(element) { listeners[id] = nil }
    }
  }

  /// Ends every stream.
  package mutating func finish() {
    isFinished = true
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }
}
