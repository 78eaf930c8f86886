import InboxCore
package import InboxEvidence
import Synchronization

/// Leads requests and their answers from the transport to the front, without secrets.
package final class ExchangeFeed: Sendable {
  private let mask: SecretMask
  private let sent = Mutex(0)
  private let stream: AsyncStream<HTTPExchange>
  private let continuation: AsyncStream<HTTPExchange>.Continuation

  /// - Parameter secrets: Values that are masked wherever they stand.
  package init(secrets: [String]) {
    mask = SecretMask(known: secrets)
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Takes a request that was answered or failed; whoever calls does not wait.
  package func send(_ exchange: HTTPExchange) {
    sent.withLock {
      $0 += 1
      _ = continuation.yield(exchange)
    }
  }

  var count: Int { sent.withLock { $0 } }

  /// Hands on what comes, one after the other, until its task is cancelled.
  ///
  /// Masking a large answer takes a while: not on the caller's thread.
  func follow(_ receive: @Sendable (HTTPExchange) async -> Void) async {
    for await exchange in stream { await receive(exchange.kept(mask)) }
  }
}
