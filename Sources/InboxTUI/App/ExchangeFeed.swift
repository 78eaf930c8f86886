package import InboxEvidence
package import InboxModel

/// Leads requests and their responses from the transport to the front, without secrets.
package final class ExchangeFeed: Sendable {
  private let secrets: SecretBook
  private let feed = Feed<HTTPExchange>()

  /// - Parameter secrets: Values that are masked wherever they stand.
  package init(secrets: SecretBook) { self.secrets = secrets }

  /// Takes a request that got its response or failed; the caller does not wait.
  package func send(_ exchange: HTTPExchange) { feed.send(exchange) }

  var count: Int { feed.count }

  /// Hands on what comes, one after the other, until its task is cancelled.
  ///
  /// Masking a large response takes a while: not on the caller's thread.
  func follow(_ receive: @Sendable (HTTPExchange) async -> Void) async {
    await feed.follow { [secrets] in await receive($0.retained(secrets.mask)) }
  }
}
