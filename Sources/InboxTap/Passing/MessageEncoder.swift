import NIOCore
import NIOHTTP1

/// Writes heads and bodies as they came: names in their case, lines in their order, the same framing.
///
/// The library's own encoders decide about the framing, and know no transfer coding but `chunked`.
struct MessageEncoder {
  private(set) var isChunked = false

  mutating func head(_ head: HTTPRequestHead) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeString(
      "\(head.method.rawValue) \(head.uri) HTTP/\(head.version.major).\(head.version.minor)\r\n")
    write(head.headers, to: &buffer)
    return buffer
  }

  mutating func head(_ head: HTTPResponseHead) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeString("HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n")
    write(head.headers, to: &buffer)
    return buffer
  }

  private mutating func write(_ headers: HTTPHeaders, to buffer: inout ByteBuffer) {
    for (name, value) in headers { buffer.writeString("\(name): \(value)\r\n") }
    buffer.writeString("\r\n")
    isChunked = headers[canonicalForm: "transfer-encoding"].last?.lowercased() == "chunked"
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
    guard isChunked else { return nil }
    var buffer = ByteBuffer(string: "0\r\n")
    for (name, value) in trailers ?? [:] { buffer.writeString("\(name): \(value)\r\n") }
    buffer.writeString("\r\n")
    return buffer
  }
}
