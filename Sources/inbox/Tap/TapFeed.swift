import InboxEvidence
import InboxTap
import Synchronization

/// Leads exchanges from the event loops to who reads them, in order, with a bound on what waits.
nonisolated final class TapFeed: Sendable {
  let exchanges: AsyncStream<TappedExchange>
  private let continuation: AsyncStream<TappedExchange>.Continuation
  private let waiting = Mutex(0)

  /// Bytes of bodies that may wait to be read.
  private static let most = 64 << 20

  init() { (exchanges, continuation) = AsyncStream.makeStream() }

  /// Takes an exchange; the caller does not wait.
  ///
  /// Where reading cannot keep up, what passes is not held up: its bodies are left out, which a reader says.
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

  /// An exchange was read.
  func done(_ exchange: TappedExchange) { waiting.withLock { $0 -= Self.size(of: exchange) } }

  /// Nothing more comes.
  func finish() { continuation.finish() }

  private static func size(of exchange: TappedExchange) -> Int {
    (exchange.exchange.requestBody?.count ?? 0) + (exchange.exchange.responseBody?.count ?? 0)
  }
}
