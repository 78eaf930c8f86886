import InboxModel

/// Responses that begin as good ones and are then changed by chance: bytes, lines, numbers and where the pieces are cut.
///
/// The same seed and the same request always give the same.
package struct MutatedHTTP: Sendable {
  private let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// What is played to a request.
  ///
  /// - Parameter mayStay: Whether a connection may be left open, so that the client waits for more.
  package func play(_ request: String, mayStay: Bool) -> WirePlay {
    var chance = SeededGenerator(seed: request.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    var bytes = Self.good.randomElement(using: &chance).map { Array($0.utf8) } ?? []
    for _ in 0..<Int.random(in: 0...6, using: &chance) { Self.change(&bytes, &chance) }
    return WirePlay(Self.cut(bytes, &chance), closes: !mayStay)
  }

  private static let push =
    "{\"type\":\"badge\",\"badge\":3,\"badge_version\":1}\n{\"type\":\"keep-alive\"}\n"

  /// One of each shape that a server of ours, or an honest other one, sends.
  private static let good = [
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"messages\":[]}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\n{\"cou\r\n7\r\nnt\":3}\n\r\n0\r\nX-Trailer: y\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
    "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\nContent-Length: 9\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nuntil the end of the connection",
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n\0\0\0\u{4}\0\0\0\0\0",
    "HTTP/1.1 200 OK\r\n\r\n\(push)\(push)\(push)",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
    // A connection of HTTP/2 that no one asked for: SETTINGS, PING, GOAWAY.
    "\0\0\0\u{4}\0\0\0\0\0\0\0\u{8}\u{6}\0\0\0\0\00123456\0\0\u{8}\u{7}\0\0\0\0\0\0\0\0\0\0\0\0\0",
  ]

  /// What has a meaning to a reader of HTTP.
  private static let words = [
    "\r\n", "\n", "\r", "\r\n\r\n", "HTTP/1.1 000 X\r\n\r\n", "HTTP/1.1 101 X\r\n\r\n",
    "HTTP/1.1 199 X\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\r\n", "HTTP/2.0 200 OK\r\n\r\n", "Content-Length: 4\r\n", "Content-Length: -1\r\n",
    "Content-Length: 18446744073709551616\r\n", "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: gzip, chunked\r\n",
    "Connection: close\r\n", "Connection: keep-alive\r\n", "Upgrade: h2c\r\n",
    "Location: https://a:99999/\r\n",
    "Location: http://[::1%25lo]:0/\r\n", "Retry-After: -9223372036854775809\r\n", ": \r\n",
    "\r\n folded\r\n", "0\r\n\r\n",
    "ffffffffffffffff\r\n", "1;\r\n", "\0", "\u{FFFD}", " ", "\t", "{", "1e999", "\"\\ud800\"",
  ]

  private static func change(_ bytes: inout [UInt8], _ chance: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &chance)
    let end = min(bytes.count, place + Int.random(in: 1...16, using: &chance))
    switch Int.random(in: 0..<8, using: &chance) {
    case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &chance)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 3: bytes.removeSubrange(place...)
    case 4: status(&bytes, &chance)
    case 5: bytes += good.randomElement(using: &chance).map { Array($0.utf8) } ?? []
    case 6:
      let times = Int.random(in: 1...3_000, using: &chance)
      bytes.insert(
        contentsOf: Array(repeating: UInt8.random(in: 9...126, using: &chance), count: times), at: place)
    default:
      bytes.insert(contentsOf: words.randomElement(using: &chance).map { Array($0.utf8) } ?? [], at: place)
    }
  }

  /// Another status in the first line, of any length.
  private static func status(_ bytes: inout [UInt8], _ chance: inout SeededGenerator) {
    guard bytes.count > 12 else { return }
    let digits = String(Int.random(in: 0...1_200, using: &chance))
    let zeros = String(repeating: "0", count: max(0, 3 - digits.count))
    bytes.replaceSubrange(9..<12, with: Array((zeros + digits).utf8))
  }

  /// Pieces that are written one by one.
  private static func cut(_ bytes: [UInt8], _ chance: inout SeededGenerator) -> [[UInt8]] {
    let size = [1, 3, 17, 1_000, 100_000].randomElement(using: &chance) ?? 1
    // Many single bytes take long and show no more than a hundred.
    let step = max(size, bytes.count / 100 + 1)
    return stride(from: 0, to: bytes.count, by: step).map { Array(bytes[$0..<min($0 + step, bytes.count)]) }
  }
}
