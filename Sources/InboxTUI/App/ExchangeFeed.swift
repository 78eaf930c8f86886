package import InboxEvidence
import InboxModel

/// Leads requests and their responses from the transport to the front, without secrets.
package final class ExchangeFeed: Sendable {
  private let mask: SecretMask
  private let feed = Feed<HTTPExchange>()

  /// - Parameter secrets: Values that are masked wherever they stand.
  package init(secrets: [String]) { mask = SecretMask(known: secrets) }

  /// Takes a request that got its response or failed; the caller does not wait.
  package func send(_ exchange: HTTPExchange) { feed.send(exchange) }

  var count: Int { feed.count }

  /// Hands on what comes, one after the other, until its task is cancelled.
  ///
  /// Masking a large response takes a while: not on the caller's thread.
  func follow(_ receive: @Sendable (HTTPExchange) async -> Void) async {
    await feed.follow { [mask] in await receive($0.retained(mask)) }
  }
}
