import Foundation
import InboxEvidence
import InboxSandbox
import InboxTap
import InboxTestSupport
import Testing

/// Connections that leave HTTP, or would.
@Suite("A tap and what is not HTTP/1.1", .queued)
struct UpgradeTests {
  private static let offer =
    "GET /live HTTP/1.1\r\nHost: t\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n\r\n"
  private static let taken =
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"

  @Test("QA-4 a WebSocket passes byte for byte in both directions, is counted, and says that it is not read")
  func webSocket() async throws {
    try await TapBench.with { bench in
      try await bench.app.send(Self.offer)
      let vendor = try await bench.vendor(reads: "Sec-WebSocket-Key: eA==\r\n\r\n")
      #expect(vendor.text.contains("Connection: Upgrade\r\nUpgrade: websocket\r\n"))
      // The first frame comes with the head.
      try await vendor.send(Self.taken + "\u{1}first")
      try await bench.app(reads: "first")
      try await bench.app.send("GET /no-request HTTP/1.1\r\n\r\n\u{1}")
      _ = try await bench.vendor(reads: "GET /no-request HTTP/1.1\r\n\r\n\u{1}")
      try await vendor.send("HTTP/1.1 500 No response\r\n\r\n")
      try await bench.app(reads: "No response\r\n\r\n")
      #expect(bench.app.text == Self.taken + "\u{1}firstHTTP/1.1 500 No response\r\n\r\n")
      #expect(bench.exchanges.isEmpty)
      try await bench.app.close()
      try await until { vendor.isClosed }
      let passed = try await bench.reported()[0]
      #expect(passed.exchange.status == 101 && passed.exchange.error == nil)
      #expect(passed.exchange.requestBody == nil && passed.exchange.responseBody == nil)
      #expect(
        ReadExchange(passed).remarks == [
          "The connection left HTTP: 29 bytes of the app and 34 of the vendor passed, which are not read."
        ])
    }
  }

  @Test("QA-4 a refused upgrade is a response as any other, and a request behind it needs a new connection")
  func refused() async throws {
    try await TapBench.with { bench in
      try await bench.app.send(Self.offer)
      let vendor = try await bench.vendor(reads: "eA==\r\n\r\n")
      let response = "HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nno"
      try await vendor.send(response)
      try await until { bench.app.isClosed }
      #expect(bench.app.text == response)
      #expect(try await bench.reported()[0].exchange.status == 400)
    }
  }

  @Test("QA-4 an offer of HTTP/2 does not pass, so that both sides go on with what can be read")
  func clearTextHTTP2() async throws {
    try await TapBench.with { bench in
      try await bench.app.send(
        "GET /a HTTP/1.1\r\nHost: t\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n\r\n"
      )
      let vendor = try await bench.vendor(reads: "\r\n\r\n")
      #expect(vendor.text == "GET /base/a HTTP/1.1\r\nHost: 127.0.0.1:\(bench.origin.port)\r\n\r\n")
    }
  }

  @Test("QA-4 HTTP/2 without an offer is refused with a sentence, and the vendor gets nothing")
  func priorKnowledge() async throws {
    try await TapBench.with { bench in
      try await bench.app.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
      try await bench.app(reads: "}")
      #expect(bench.app.text.contains("The tap speaks only HTTP/1.1"))
      #expect(bench.origin.connections.isEmpty)
    }
  }

  @Test("QA-4 an app that does not trust the tap's certificate breaks off, and a line says what to look at")
  func distrust() async throws {
    let authority = try CertificateAuthority.load(folder: nil)
    try await TapBench.with(authority: authority) { bench in
      let stranger = try CertificateAuthority.load(folder: nil)
      let app = try await Wire.connect(bench.tap.port, trusting: stranger)
      try await until { app.isClosed }
      let passed = try await bench.reported()[0].exchange
      #expect(passed.method == "TLS" && passed.status == nil && passed.tap?.reachedVendor == false)
      #expect(passed.error?.hasPrefix("the app broke off TLS") == true && bench.origin.connections.isEmpty)
    }
  }
}
