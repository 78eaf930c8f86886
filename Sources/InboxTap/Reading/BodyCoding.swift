import Foundation
import InboxEvidence
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Takes the content coding off a body, for a reader: what passes keeps it.
enum BodyCoding {
  /// What a body is without its coding.
  enum Outcome {
    case plain(Data)
    /// It cannot be taken off; why, as a clause.
    case unread(String)
  }

  /// The most bytes that a body may have without its coding.
  static let limit = 32 << 20

  /// - Parameter coding: The value of `Content-Encoding`; nil for none.
  static func plain(_ body: Data, coding: String?) -> Outcome {
    let coding = (coding ?? "identity").trimmingCharacters(in: .whitespaces).lowercased()
    switch coding {
    case "", "identity": return .plain(body)
    case "gzip", "x-gzip", "deflate":
      // A recording keeps the body without the coding, and the header with it.
      guard body.first == (coding == "deflate" ? 0x78 : 0x1F) else { return .plain(body) }
      return inflated(body, coding == "deflate" ? "deflate" : "gzip")
    default:
      return .unread("it is coded as “\(coding)”, which is not read here; it passed as it is")
    }
  }

  private static func inflated(_ body: Data, _ coding: String) -> Outcome {
    let channel = EmbeddedChannel(
      handler: NIOHTTPResponseDecompressor(limit: .size(limit)))
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    do {
      var head = HTTPResponseHead(version: .http1_1, status: .ok)
      head.headers = ["Content-Encoding": coding, "Content-Length": String(body.count)]
      try channel.writeInbound(HTTPClientResponsePart.head(head))
      try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(bytes: body)))
      try channel.writeInbound(HTTPClientResponsePart.end(nil))
      var plain = Data()
      while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
        if case .body(let bytes) = part { plain.append(contentsOf: bytes.readableBytesView) }
      }
      return .plain(plain)
    } catch {
      return .unread("its \(coding) coding is broken or too long (\(error)); it passed as it is")
    }
  }
}
