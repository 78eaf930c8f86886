import Synchronization

/// Leads what happens elsewhere to the front, in order; the front knows how much there was.
package final class Feed<Element: Sendable>: Sendable {
  private let sent = Mutex(0)
  private let stream: AsyncStream<Element>
  private let continuation: AsyncStream<Element>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Takes one more; the caller does not wait.
  package func send(_ element: Element) {
    sent.withLock {
      $0 += 1
      _ = continuation.yield(element)
    }
  }

  /// How many there were.
  var count: Int { sent.withLock { $0 } }

  /// Hands on what comes, one after the other, until its task is cancelled.
  func follow(_ receive: @Sendable (Element) async -> Void) async {
    for await element in stream { await receive(element) }
  }
}
