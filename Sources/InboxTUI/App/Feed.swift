import Synchronization

/// Passes what happens elsewhere to the front, in order; the front knows whether it has received all of it.
package final class Feed<Element: Sendable>: Sendable {
  /// How many were sent and not yet received.
  private let waiting = Mutex(0)
  private let prepare: @Sendable (Element) -> Element
  private let stream: AsyncStream<Element>
  private let continuation: AsyncStream<Element>.Continuation

  /// - Parameter prepare: Applied to each element before it is received, off the sender's thread, as it may take a
  ///   while.
  package init(prepare: @escaping @Sendable (Element) -> Element = { $0 }) {
    self.prepare = prepare
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Sends an element; the caller does not wait.
  package func send(_ element: Element) {
    waiting.withLock {
      $0 += 1
      _ = continuation.yield(element)
    }
  }

  /// Whether everything sent has been received.
  var isDrained: Bool { waiting.withLock { $0 == 0 } }

  /// Passes on the elements, one after another, until its task is cancelled.
  func follow(_ receive: @Sendable (Element) async -> Void) async {
    for await element in stream {
      await receive(prepare(element))
      waiting.withLock { $0 -= 1 }
    }
  }
}
