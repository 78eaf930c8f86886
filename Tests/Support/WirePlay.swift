/// What a ``WireServer`` does with a request.
package struct WirePlay: Sendable {
  /// Written one after the other, each by itself.
  package var pieces: [[UInt8]]
  /// Written again and again after that, until the client goes.
  package var endless: [UInt8]?
  /// Whether the connection is closed at the end.
  package var closes: Bool

  package init(_ pieces: [[UInt8]], endless: [UInt8]? = nil, closes: Bool = true) {
    self.pieces = pieces
    self.endless = endless
    self.closes = closes
  }

  /// A text, after which the connection is closed.
  package static func text(_ text: String) -> WirePlay { WirePlay([Array(text.utf8)]) }

  /// A text, and another one again and again.
  package static func endless(_ text: String, _ again: String) -> WirePlay {
    let again = Array(again.utf8)
    let times = max(1, 32_768 / again.count)
    return WirePlay([Array(text.utf8)], endless: (0..<times).flatMap { _ in again })
  }

  /// A text, and then silence: the connection stays.
  package static func stays(_ text: String) -> WirePlay { WirePlay([Array(text.utf8)], closes: false) }
}
