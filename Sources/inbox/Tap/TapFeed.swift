import InboxEvidence
import InboxTap
import Synchronization

/// Passes exchanges from the event loops to their reader, in order, with a limit on waiting bytes.
nonisolated final class TapFeed: Sendable {
  let exchanges: AsyncStream<TappedExchange>
  private let continuation: AsyncStream<TappedExchange>.Continuation
  private let waiting = Mutex(0)

  /// The most bytes of bodies that may wait to be read.
  private static let most = 64 << 20

  init() { (exchanges, continuation) = AsyncStream.makeStream() }

  /// Takes an exchange; the caller does not wait.
  ///
  /// Where the reader cannot keep up, traffic is not held up: bodies are left out, which the reader reports.
  func send(_ exchange: TappedExchange) {
    var exchange = exchange
    let size = Self.size(of: exchange)
    let hasRoom = waiting.withLock { waiting in
      guard waiting + size <= Self.most else { return false }
      waiting += size
      return true
    }
    if !hasRoom {
      exchange.exchange.requestBody = nil
      exchange.exchange.responseBody = nil
    }
    continuation.yield(exchange)
  }

  /// Releases the bytes of an exchange that was read.
  func done(_ exchange: TappedExchange) { waiting.withLock { $0 -= Self.size(of: exchange) } }

  /// Ends the exchanges.
  func finish() { continuation.finish() }

  private static func size(of exchange: TappedExchange) -> Int {
    (exchange.exchange.requestBody?.count ?? 0) + (exchange.exchange.responseBody?.count ?? 0)
  }
}
