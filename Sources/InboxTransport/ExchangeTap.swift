import AsyncHTTPClient
import Foundation
import InboxCore
import InboxEvidence
import NIOConcurrencyHelpers
import NIOHTTP1
import InboxVendors

/// Tells a recording and the event pane of one request and what came back.
struct ExchangeTap: Sendable {
  private let exchange: HTTPExchange
  private let start = ContinuousClock.now
  private let tell: @Sendable (HTTPExchange) -> Void

  /// Nil where nobody records.
  init?(
    _ request: HTTPClientRequest, _ body: Data?, about people: [Identity]?,
    number: NIOLockedValueBox<Int>, _ settings: TransportSettings
  ) {
    guard let tell = settings.onExchange else { return nil }
    self.tell = tell
    var exchange = HTTPExchange(
      number: number.withLockedValue { number in
        number += 1
        return number
      }, started: Date(), method: request.method.rawValue, url: Self.named(request),
      requestHeaders: request.headers.map { .init($0.name, $0.value) }, requestBody: body)
    exchange.about = people
    self.exchange = exchange
  }

  /// What was asked as the link names it, not the port that the host map leads to.
  private static func named(_ request: HTTPClientRequest) -> String {
    guard let host = request.headers.first(name: "Host"), var parts = URLComponents(string: request.url)
    else {
      return request.url
    }
    parts.port = URLComponents(string: "//\(host)")?.port
    return parts.string ?? request.url
  }

  func answered(_ answer: Transport.Exchange) {
    var told = exchange.answered(
      answer.status, headers: answer.headers.map { .init($0.name, $0.value) }, body: answer.body,
      after: milliseconds)
    // Nobody reads a picture's bytes; how many they were is told.
    if answer.headers.first(name: "Content-Type")?.lowercased().hasPrefix("image/") == true {
      told.responseBody = nil
    }
    tell(told)
  }

  func failed(_ reason: String) { tell(exchange.failed(reason, after: milliseconds)) }

  private var milliseconds: Int { Int((ContinuousClock.now - start) / .milliseconds(1)) }
}
