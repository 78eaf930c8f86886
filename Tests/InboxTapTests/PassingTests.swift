import Foundation
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTap
import InboxTestSupport
import NIOConcurrencyHelpers
import Testing

@Suite("A tap passes everything as it is", .queued)
struct PassingTests {
  @Test("QA-4 request and response pass byte for byte: names, order, blanks, chunks, reason")
  func bytes() async throws {
    try await TapBench.with { bench in
      let head = "X-oDD_name!: a  b\r\nACCEPT: */*\r\nX-Twice: 1\r\nx-twice: 2\r\nContent-Length: 5\r\n"
      try await bench.app.send(
        "PUT /a//b%2Fc?x=1&&y=%C3%A4;z HTTP/1.1\r\nHost: tap\r\n\(head)\r\n\u{1}he\u{7F}\u{0}")
      let vendor = try await bench.vendor(reads: "\u{7F}\u{0}")
      #expect(
        vendor.text
          == "PUT /base/a//b%2Fc?x=1&&y=%C3%A4;z HTTP/1.1\r\nHost: 127.0.0.1:\(bench.origin.port)\r\n\(head)\r\n\u{1}he\u{7F}\u{0}"
      )
      let response =
        "HTTP/1.1 299 Quite  Fine\r\nserver:x\r\nSeRvEr:  y \r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;ext=1\r\nabc\r\n00a\r\n0123456789\r\n0\r\nX-Trailer: t\r\n\r\n"
      try await vendor.send(response)
      try await bench.app(reads: "X-Trailer: t\r\n\r\n")
      #expect(bench.app.text == response)
      let passed = try await bench.reported()[0].exchange
      #expect(passed.status == 299 && passed.responseBody == Data("abc0123456789".utf8))
      #expect(passed.requestBody == Data("\u{1}he\u{7F}\u{0}".utf8) && passed.error == nil)
    }
  }

  @Test("QA-4 a chunked body of a request and its trailers pass")
  func chunkedRequest() async throws {
    try await TapBench.with { bench in
      try await bench.app.send(
        "POST /e HTTP/1.1\r\nHost: tap\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-End: 1\r\n\r\n"
      )
      let vendor = try await bench.vendor(reads: "X-End: 1\r\n\r\n")
      #expect(vendor.text.hasSuffix("\r\n\r\n5\r\nhello\r\n0\r\nX-End: 1\r\n\r\n"))
    }
  }

  @Test("QA-4 requests of one connection pass one after the other over one connection, also those sent ahead")
  func pipelining() async throws {
    try await TapBench.with { bench in
      try await bench.app.send("GET /1 HTTP/1.1\r\nHost: t\r\n\r\nHEAD /2 HTTP/1.1\r\nHost: t\r\n\r\n")
      let vendor = try await bench.vendor(reads: "GET /base/1 ")
      try await vendor.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1")
      _ = try await bench.vendor(reads: "HEAD /base/2 ")
      try await vendor.send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")
      let exchanges = try await bench.reported(2)
      #expect(exchanges.map(\.exchange.method) == ["GET", "HEAD"])
      #expect(bench.origin.connections.count == 1)
    }
  }

  @Test("QA-4 a compressed body passes as it is, and is read without its coding")
  func compressed() async throws {
    try await TapBench.with { bench in
      let sent = #"{"customer_ids":{"registered":"maria"}}"#
      try await bench.app.send(
        "POST /webxp/projects/p/appinbox/fetch HTTP/1.1\r\nHost: t\r\nAccept-Encoding: gzip\r\n"
          + "Content-Length: \(sent.utf8.count)\r\n\r\n\(sent)")
      let vendor = try await bench.vendor(reads: "registered")
      #expect(vendor.text.contains("Accept-Encoding: gzip\r\n"))
      let body = try #require(
        Data(
          base64Encoded:
            "H4sIAAAAAAACA6tWKi5NTk4tLlayKikqTdVRKq7MS44vyc9OzVOyUioxVNJRygXKJqanAlVEx9YCAEFUTrkwAAAA"))
      try await vendor.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
      try await vendor.send(Array(body))
      let passed = try await bench.reported()[0]
      #expect(passed.exchange.responseBody == body)
      let read = ReadExchange(passed)
      #expect(
        read.exchange.responseBody == Data(#"{"success":true,"sync_token":"t1","messages":[]}"#.utf8))
    }
  }

  @Test("QA-4 server-sent events pass line by line, while the response goes on")
  func streaming() async throws {
    try await TapBench.with { bench in
      try await bench.app.send("GET /events HTTP/1.1\r\nHost: t\r\nAccept: text/event-stream\r\n\r\n")
      let vendor = try await bench.vendor(reads: "event-stream")
      try await vendor.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      for number in 1...3 {
        try await vendor.send("data: \(number)\n\n")
        try await bench.app(reads: "data: \(number)\n\n")
      }
      #expect(bench.exchanges.isEmpty)
      try await vendor.close()
      try await until { bench.app.isClosed }
      let passed = try await bench.reported()[0].exchange
      #expect(passed.error == nil && passed.responseBody == Data("data: 1\n\ndata: 2\n\ndata: 3\n\n".utf8))
    }
  }

  @Test("QA-4 50 MB pass in both directions, and no more than the limit is retained")
  func large() async throws {
    let size = 50 << 20
    try await TapBench.with(bodyLimit: 1_000) { bench in
      let piece = [UInt8](repeating: 120, count: 1 << 20)
      try await bench.app.send("POST /up HTTP/1.1\r\nHost: t\r\nContent-Length: \(size)\r\n\r\n")
      for _ in 0..<50 { try await bench.app.send(piece) }
      try await until { (bench.origin.connections.first?.count ?? 0) > size }
      let vendor = bench.origin.connections[0]
      try await vendor.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      for _ in 0..<50 { try await vendor.send(piece) }
      let passed = try await bench.reported()[0]
      #expect(passed.requestSize == size && passed.exchange.responseSize == size && passed.isCut)
      #expect(passed.exchange.requestBody?.count == 1_000 && passed.exchange.responseBody?.count == 1_000)
    }
  }

  @Test("QA-4 an app that hangs up ends the vendor's connection, and the exchange says so")
  func appHangsUp() async throws {
    try await TapBench.with { bench in
      try await bench.app.send("GET /slow HTTP/1.1\r\nHost: t\r\n\r\n")
      let vendor = try await bench.vendor(reads: "/slow")
      try await bench.app.close()
      try await until { vendor.isClosed }
      let passed = try await bench.reported()[0].exchange
      #expect(passed.status == nil)
      #expect(passed.error == "the app closed the connection before the response was whole")
    }
  }

  @Test("QA-4 what is under way when the tap ends is reported as cut by the tap")
  func tapEnds() async throws {
    try await TapBench.with { bench in
      try await bench.app.send("GET /slow HTTP/1.1\r\nHost: t\r\n\r\n")
      _ = try await bench.vendor(reads: "/slow")
      await bench.tap.stop()
      let passed = try await bench.reported()[0].exchange
      #expect(passed.error == "the tap ended before the response was whole")
    }
  }

  @Test("QA-4 a vendor that hangs up ends the app's connection after what came, and the exchange says so")
  func vendorHangsUp() async throws {
    try await TapBench.with { bench in
      try await bench.app.send("GET /half HTTP/1.1\r\nHost: t\r\n\r\n")
      let vendor = try await bench.vendor(reads: "/half")
      let half = "HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nhalf"
      try await vendor.send(half)
      try await vendor.close()
      try await until { bench.app.isClosed }
      #expect(bench.app.text == half)
      let passed = try await bench.reported()[0].exchange
      #expect(passed.status == 200 && passed.error?.hasSuffix("before the response was whole") == true)
    }
  }

  @Test("QA-4 a response that cannot be read passes all the same")
  func unreadable() async throws {
    try await TapBench.with { bench in
      try await bench.app.send("GET /odd HTTP/1.1\r\nHost: t\r\n\r\n")
      let vendor = try await bench.vendor(reads: "/odd")
      try await vendor.send("HTTP/1.1 200 OK\r\nbad header line\r\n\r\nrest")
      try await bench.app(reads: "rest")
      try await vendor.send(", and more")
      try await bench.app(reads: "and more")
      #expect(bench.app.text == "HTTP/1.1 200 OK\r\nbad header line\r\n\r\nrest, and more")
      #expect(try await bench.reported()[0].exchange.error?.hasPrefix("the response cannot be read") == true)
    }
  }

  @Test("QA-4 a vendor that cannot be reached is 502 with a sentence, and a line")
  func unreachable() async throws {
    try await TapBench.with { bench in
      try await bench.origin.stop()
      try await bench.app.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n")
      try await bench.app(reads: "}")
      #expect(bench.app.text.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
      #expect(
        bench.app.text.contains(
          "The tap cannot reach http://127.0.0.1:\(bench.origin.port): connection refused. Nothing was sent.")
      )
      let passed = try await bench.reported()[0].exchange
      #expect(passed.status == nil && passed.tap?.status == 502 && passed.error == "connection refused")
    }
  }

  @Test("QA-4 the port speaks HTTPS with a certificate of ours")
  func secure() async throws {
    let authority = try CertificateAuthority.load(folder: nil)
    try await TapBench.with(authority: authority) { bench in
      try await bench.app.send("GET /tls HTTP/1.1\r\nHost: t\r\n\r\n")
      let vendor = try await bench.vendor(reads: "/tls")
      try await vendor.send("HTTP/1.1 204 No Content\r\n\r\n")
      try await bench.app(reads: "204")
      let plain = try await Wire.connect(bench.tap.port)
      try await plain.send("GET /plain HTTP/1.1\r\nHost: t\r\n\r\n")
      try await until { bench.origin.connections.last?.text.contains("/plain") == true }
    }
  }

  @Test("QA-4 the vendor's own certificate is checked: by its authority, and by its name")
  func vendorsChain() async throws {
    let campaign = """
      [brand]
      name = "Tarnvelo Cycles"
      domain = "news.tarnvelo.example"
      scheme = "tarnvelo"

      """
    let sandbox = try await Sandbox.start(
      SandboxOptions(), campaigns: [try CampaignFile.parse(campaign, name: "test.toml")])
    let pem = sandbox.endpoint.caCertificatePEM
    let cases: [(host: String, authorities: [String], begins: String)] = [
      ("iterable.sandbox.test", [pem], "HTTP/1.1 4"), ("iterable.sandbox.test", [], "HTTP/1.1 502"),
      ("other.sandbox.test", [pem], "HTTP/1.1 502"),
    ]
    for test in cases {
      var origin = try TapOrigin("https://\(test.host):\(sandbox.endpoint.tlsPort)")
      origin.address = "127.0.0.1"
      let tap = try await Tap.start(TapOptions(origin, authorities: test.authorities)) { _ in }
      let app = try await Wire.connect(tap.port)
      try await app.send("GET /api/inApp/getMessages HTTP/1.1\r\nHost: t\r\n\r\n")
      try await until { app.text.contains("\r\n\r\n") }
      #expect(app.text.hasPrefix(test.begins), "\(test.host)")
      await tap.stop()
    }
    await sandbox.stop()
  }

  @Test("QA-4 a tap in front of itself is refused")
  func itself() async throws {
    let port = try await ByteOrigin()
    try await port.stop()
    for (host, address) in [("localhost", nil), ("api.example.com", "127.0.0.1")] {
      var origin = try TapOrigin("http://\(host):\(port.port)")
      origin.address = address
      let options = TapOptions(origin, port: port.port)
      await #expect(throws: InboxError.self) { _ = try await Tap.start(options) { _ in } }
    }
  }

  @Test("QA-4 what leads back to the tap by another address is refused at the first request")
  func backToItself() async throws {
    let port = try await ByteOrigin()
    try await port.stop()
    let numbers = NIOLockedValueBox<[Int]>([])
    let options = TapOptions(try TapOrigin("http://0.0.0.0:\(port.port)"), port: port.port)
    let tap = try await Tap.start(options) { exchange in
      numbers.withLockedValue { $0.append(exchange.exchange.number) }
    }
    let app = try await Wire.connect(tap.port)
    try await app.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
    try await until { app.text.contains("stands in front of itself") }
    #expect(app.text.hasPrefix("HTTP/1.1 508 "))
    try await until { numbers.withLockedValue { $0.count } == 2 }
    await tap.stop()
    #expect(numbers.withLockedValue { $0.count } == 2)
  }

  @Test(
    "QA-4 behind a response that cannot be read the vendor still gets its own host and path, and a line says so"
  )
  func opaque() async throws {
    try await TapBench.with { bench in
      try await bench.app.send("GET /1 HTTP/1.1\r\nHost: t\r\n\r\n")
      let vendor = try await bench.vendor(reads: "GET /base/1 ")
      try await vendor.send("no response at all\r\n\r\n")
      try await bench.app(reads: "no response at all")
      _ = try await bench.reported()
      try await bench.app.send("GET /2 HTTP/1.1\r\nHost: t\r\n\r\n")
      _ = try await bench.vendor(reads: "GET /base/2 HTTP/1.1\r\nHost: 127.0.0.1:\(bench.origin.port)\r\n")
      let passed = try await bench.reported(2)[1].exchange
      #expect(passed.url.hasSuffix("/base/2") && passed.status == nil)
      #expect(passed.error?.contains("passed unread") == true)
    }
  }

  @Test(
    "QA-4 a request that the tap cannot read has a line, and the vendor gets nothing",
    arguments: [
      ("this is not a request", "it does not begin with a method"),
      ("FETCH /a HTTP/1.1\r\nHost: t", "it does not begin with a method"),
      ("GET /caf\u{E9} HTTP/1.1\r\nHost: t", "its address does not begin with"),
      ("GET /?q=\u{E9} HTTP/1.1\r\nHost: t", "its address does not begin with"),
      ("GET /a b HTTP/1.1\r\nHost: t", "behind its address there is no HTTP/1.1"),
      ("GET a HTTP/1.1\r\nHost: t", "its address does not begin with"),
      ("GET /a HTTP/1.2\r\nHost: t", "its first line does not end in HTTP/1.1 or HTTP/1.0, CR and LF"),
      ("GET /a HTTP/1.1\nHost: t", "its first line does not end in HTTP/1.1 or HTTP/1.0, CR and LF"),
    ])
  func unreadableRequest(head: String, words: String) async throws {
    try await TapBench.with { bench in
      try await bench.app.send(head + "\r\n\r\n")
      try await bench.app(reads: "The tap cannot read this request: \(words)")
      let passed = try await bench.reported()[0].exchange
      #expect(passed.tap?.status == 400 && passed.tap?.reachedVendor == false && passed.status == nil)
      #expect(bench.origin.connections.isEmpty)
    }
  }

  @Test(
    "QA-4 an app that waits to be invited to send its body gets the vendor's invitation, and its response")
  func invitation() async throws {
    try await TapBench.with { bench in
      try await bench.app.send(
        "POST /e HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
      let vendor = try await bench.vendor(reads: "Expect: 100-continue")
      let invitation = "HTTP/1.1 100 Continue\r\n\r\n"
      try await vendor.send(invitation)
      try await bench.app(reads: invitation)
      try await bench.app.send("hello")
      _ = try await bench.vendor(reads: "hello")
      let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
      try await vendor.send(response)
      try await bench.app(reads: response)
      #expect(bench.app.text == invitation + response)
      let passed = try await bench.reported()[0].exchange
      #expect(passed.status == 200 && passed.requestBody == Data("hello".utf8) && passed.error == nil)
    }
  }

  @Test("QA-4 a body that is not framed as it says ends the exchange, which says that it was the tap")
  func brokenBody() async throws {
    try await TapBench.with { bench in
      try await bench.app.send(
        "POST /e HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
      _ = try await bench.vendor(reads: "hello")
      try await bench.app.send("no chunk\r\n")
      try await until { bench.app.isClosed }
      let passed = try await bench.reported()[0].exchange
      #expect(passed.error?.hasPrefix("what the app sent next cannot be read") == true, "\(passed)")
    }
  }
}
