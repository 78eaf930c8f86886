import AsyncHTTPClient
import Foundation
import InboxEvidence
import InboxModel
import InboxVendors
import NIOConcurrencyHelpers
import NIOHTTP1

/// Reports one request and its response to a recording and to the event pane.
struct ExchangeTap: Sendable {
  private let exchange: HTTPExchange
  private let start = ContinuousClock.now
  private let report: @Sendable (HTTPExchange) -> Void

  /// Nil where nothing records.
  init?(
    _ request: HTTPClientRequest, _ body: Data?, about people: [Identity]?,
    number: NIOLockedValueBox<Int>, _ settings: TransportSettings
  ) {
    guard let report = settings.onExchange else { return nil }
    self.report = report
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

  /// - Parameters:
  ///   - wireSize: How many bytes of the body came, with their coding.
  ///   - isRead: Whether the body was looked at.
  func completed(_ response: Transport.Exchange, wireSize: Int, isRead: Bool) {
    var completed = exchange.completed(
      response.status, headers: response.headers.map { .init($0.name, $0.value) }, body: response.body,
      after: milliseconds)
    // A picture's bytes are of no use to a reader; only their number is reported.
    if response.headers.first(name: "Content-Type")?.lowercased().hasPrefix("image/") == true {
      completed.responseBody = nil
    }
    completed.responseSize = isRead ? wireSize : nil
    if !response.body.isEmpty, response.body.count != wireSize { completed.contentSize = response.body.count }
    let hasBody = isRead ? wireSize > 0 : response.headers.first(name: "Content-Length") != "0"
    let isKept = isRead && !response.isCut && completed.responseBody?.isEmpty == false
    if hasBody, !isKept { completed.truncated = [.response] }
    report(completed)
  }

  func failed(_ reason: String) { report(exchange.failed(reason, after: milliseconds)) }

  private var milliseconds: Int { Int((ContinuousClock.now - start) / .milliseconds(1)) }
}
