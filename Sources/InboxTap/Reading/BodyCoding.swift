import CBrotli
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
    guard !["", "identity"].contains(coding) else { return .plain(body) }
    let outcome: Outcome =
      switch coding {
      case "gzip", "x-gzip": inflated(body, "gzip")
      case "deflate": inflated(body, "deflate")
      case "br": unpacked(body)
      default: .unread("it is coded as “\(coding)”, which is not read here; it passed as it is")
      }
    // A recording keeps the body without the coding, and the header with it; what is coded is no text.
    if case .unread = outcome, String(validating: body, as: UTF8.self) != nil { return .plain(body) }
    return outcome
  }

  private static func unpacked(_ body: Data) -> Outcome {
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
      return .unread(
        "it is coded as “br”, which takes libbrotlidec (Debian's libbrotli1); it passed as it is")
    default: return .unread("its br coding is broken or too long; it passed as it is")
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
