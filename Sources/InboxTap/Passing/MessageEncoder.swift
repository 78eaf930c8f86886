import NIOCore
import NIOHTTP1

/// Writes heads and bodies as they came: names in their case, lines in their order, the same framing.
///
/// The library's own encoders decide about the framing, and know no transfer coding but `chunked`.
struct MessageEncoder {
  private(set) var isChunked = false

  mutating func head(_ head: HTTPRequestHead) -> ByteBuffer {
    let version = "HTTP/\(head.version.major).\(head.version.minor)"
    return self.head("\(head.method.rawValue) \(head.uri) \(version)", head.headers)
  }

  mutating func head(_ head: HTTPResponseHead) -> ByteBuffer {
    self.head("HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)", head.headers)
  }

  private mutating func head(_ start: String, _ headers: HTTPHeaders) -> ByteBuffer {
    isChunked = headers[canonicalForm: "transfer-encoding"].last?.lowercased() == "chunked"
    return Self.lines(start, headers)
  }

  private static func lines(_ start: String, _ headers: HTTPHeaders) -> ByteBuffer {
    var buffer = ByteBuffer(string: start + "\r\n")
    for (name, value) in headers { buffer.writeString("\(name): \(value)\r\n") }
    buffer.writeString("\r\n")
    return buffer
  }

  func body(_ part: ByteBuffer) -> ByteBuffer {
    guard isChunked else { return part }
    var buffer = ByteBuffer()
    buffer.writeString(String(part.readableBytes, radix: 16) + "\r\n")
    buffer.writeImmutableBuffer(part)
    buffer.writeString("\r\n")
    return buffer
  }

  /// What stands behind a body; nil for nothing.
  func end(_ trailers: HTTPHeaders?) -> ByteBuffer? {
    isChunked ? Self.lines("0", trailers ?? [:]) : nil
  }
}
