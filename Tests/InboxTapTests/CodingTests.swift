import Foundation
import InboxEvidence
import InboxTap
import InboxVendors
import Testing

/// Bodies with a content coding, as a reader of what passed gets them.
@Suite("A body is read without its coding, or says why it is not")
struct CodingTests {
  private static let plain = #"{"success":true,"sync_token":"t1","messages":[]}"#
  private static let brotli = "ixeAeyJzdWNjZXNzIjp0cnVlLCJzeW5jX3Rva2VuIjoidDEiLCJtZXNzYWdlcyI6W119Aw=="
  private static let gzip =
    "H4sIAAAAAAAACAOrViouTU5OLS5WsiopKk3VUSquzEuOL8nPTs1TslIqMVTSUcoFyiampwJVRMfWAgBBVE65MAAAAA=="
  /// 33 MB of zeros in 66 bytes.
  private static let long =
    "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/1///4JwDisABA9/4B"

  private static func decoded(_ coding: String, _ base64: String) throws -> ReadExchange {
    let body = try #require(Data(base64Encoded: base64))
    return read(coding, body)
  }

  private static func read(_ coding: String, _ body: Data) -> ReadExchange {
    var exchange = ReadingTests.exchange(
      "POST https://api.exponea.com/webxp/projects/p/appinbox/fetch",
      #"{"customer_ids":{"registered":"maria"}}"#, "")
    exchange.responseHeaders = coding.split(separator: "+").map { WireHeader("content-encoding", String($0)) }
    (exchange.responseBody, exchange.responseSize) = (body, body.count)
    return ReadExchange(exchange)
  }

  @Test("QA-4 Brotli is read, in any case of its name, and so is what a recording keeps of it")
  func brotli() throws {
    for coding in ["br", "BR"] {
      let read = try Self.decoded(coding, Self.brotli)
      #expect(read.exchange.responseBody == Data(Self.plain.utf8) && read.remarks.isEmpty)
      #expect(read.actions.first?.page != nil)
      #expect(read.exchange.contentSize == Self.plain.utf8.count && read.exchange.truncated.isEmpty)
    }
    for coding in ["br", "gzip", "deflate"] {
      let kept = Self.read(coding, Data(Self.plain.utf8))
      #expect(kept.exchange.responseBody == Data(Self.plain.utf8) && kept.remarks.isEmpty, "\(coding)")
    }
  }

  static let unreadable: [(coding: String, body: String, why: String)] = [
    ("br", long, "coding is broken"), ("br", String(brotli.prefix(40)), "coding is broken"),
    ("gzip", brotli, "coding is broken"), ("deflate", String(gzip.prefix(40)), "coding is broken"),
    ("zstd", "KLUv/SQA", "coded as “zstd”"), ("gzip, br", brotli, "coded as “gzip, br”"),
    ("gzip+br", gzip, "coded as “gzip, br”"),
  ]

  @Test(
    "QA-4 what cannot be read says why, and nothing of it is kept: it could not be masked either",
    arguments: CodingTests.unreadable)
  func unread(coding: String, body: String, why: String) throws {
    let read = try Self.decoded(coding, body)
    #expect(read.exchange.responseBody == nil && read.exchange.truncated == [.response])
    #expect(read.remarks.count == 1 && read.remarks[0].contains(why), "\(read.remarks)")
  }
}
