import CBrotli
package import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Takes the content coding off a body (RFC 9110 §8.4): gzip, deflate and Brotli.
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
    guard !["", "identity"].contains(coding) else { return .plain(body) }
    let outcome: Outcome =
      switch coding {
      case "gzip", "x-gzip": inflated(body, "gzip", limit)
      case "deflate": inflated(body, "deflate", limit)
      case "br": unpacked(body, limit)
      default: .unread("it is coded as “\(coding)”, which is not read here")
      }
    // A recording keeps the body without the coding, and the header with it; what is coded is not text.
    if case .unread = outcome, String(validating: body, as: UTF8.self) != nil { return .plain(body) }
    return outcome
  }

  /// Brotli, which is not asked for here; an app may ask for it.
  private static func unpacked(_ body: Data, _ limit: Int) -> Outcome {
    var plain: UnsafeMutablePointer<UInt8>?
    var size = 0
    let outcome = body.withUnsafeBytes { bytes in
      cbrotli_decode(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, limit, &plain, &size)
    }
    switch outcome {
    case CBROTLI_OK:
      guard let plain else { return .plain(Data()) }
      return .plain(Data(bytesNoCopy: plain, count: size, deallocator: .free))
    case CBROTLI_NO_LIBRARY:
      return .unread("it is coded as “br”, which takes libbrotlidec (Debian's libbrotli1)")
    default: return .unread("its br coding is broken, or it has more than \(limit >> 20) MiB without it")
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
