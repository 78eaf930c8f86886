package import InboxEvidence
import InboxVendors

/// One request of an app and its response, as they passed through a tap.
package struct TappedExchange: Hashable, Sendable {
  /// What passed; bodies as they passed, up to a limit.
  package var exchange: HTTPExchange
  /// How many bytes the body of the request had.
  package var requestSize = 0
  /// How long it took until the response began, in milliseconds; nil where none came.
  package var firstByte: Int?

  package init(_ exchange: HTTPExchange) { self.exchange = exchange }

  /// Whether both sides left HTTP, as for a WebSocket: what passed then is counted, and nothing of it is retained.
  package var isTunnel: Bool { exchange.status == 101 }

  /// Whether a body was longer than what is retained of it.
  package var isCut: Bool { !truncated.isEmpty }

  /// The bodies that were.
  var truncated: Set<HTTPExchange.Part> {
    var parts: Set<HTTPExchange.Part> = []
    if requestSize > exchange.requestBody?.count ?? 0 { parts.insert(.request) }
    if exchange.responseSize ?? 0 > exchange.responseBody?.count ?? 0 { parts.insert(.response) }
    return parts
  }
}
