package import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Takes the content coding off a body (RFC 9110 §8.4): gzip and deflate, which the vendors' SDKs ask for as well.
package enum BodyCoding {
  /// What is asked for (`Accept-Encoding`).
  static let accepted = "gzip, deflate"

  /// What a body is without its coding.
  package enum Outcome {
    case plain(Data)
    /// It cannot be taken off; why, as a clause.
    case unread(String)
  }

  /// - Parameters:
  ///   - coding: The value of `Content-Encoding`; nil for none.
  ///   - limit: The most bytes that the body may have without it: a few that are sent can become gigabytes.
  package static func plain(_ body: Data, coding: String?, limit: Int) -> Outcome {
    let coding = (coding ?? "identity").trimmingCharacters(in: .whitespaces).lowercased()
    switch coding {
    case "", "identity": return .plain(body)
    case "gzip", "x-gzip", "deflate":
      // A recording keeps the body without the coding, and the header with it.
      guard body.first == (coding == "deflate" ? 0x78 : 0x1F) else { return .plain(body) }
      return inflated(body, coding == "deflate" ? "deflate" : "gzip", limit)
    default: return .unread("it is coded as “\(coding)”, which is not read here")
    }
  }

  private static func inflated(_ body: Data, _ coding: String, _ limit: Int) -> Outcome {
    let channel = EmbeddedChannel(handler: NIOHTTPResponseDecompressor(limit: .size(limit)))
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
    } catch NIOHTTPDecompression.DecompressionError.limit {
      return .unread(
        "without its \(coding) coding it has more than \(limit >> 20) MiB, the most that is taken")
    } catch {
      return .unread("its \(coding) coding is broken")
    }
  }
}
