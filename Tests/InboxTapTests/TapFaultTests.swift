import Foundation
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTap
import InboxTestSupport
import InboxVendors
import Testing

@Suite("Faults on what passes through a tap", .queued)
struct TapFaultTests {
  private static let fetch = "GET /api/inApp/getMessages?email=m%40x HTTP/1.1\r\nHost: t\r\n\r\n"
  private static let open =
    "POST /api/events/trackInAppOpen HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\n{}"
  private static let waiting = open.replacing("\r\n\r\n{}", with: "\r\nExpect: 100-continue\r\n\r\n")

  @Test("QA-4 SB-3 a status takes the place of the vendor's response, as often as it says, where it says")
  func status() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse("messages 503 retry-after 5 times 1"))
      try await bench.app.send(Self.fetch)
      try await bench.app(reads: "\r\n\r\n")
      #expect(bench.app.text.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      #expect(bench.app.text.contains("Retry-After: 5\r\n") && bench.origin.connections.isEmpty)
      #expect(try await bench.reported()[0].exchange.tap?.fault == "messages 503 times 1 retry-after 5")
      try await bench.app.send(Self.fetch)
      _ = try await bench.vendor(reads: "getMessages")
    }
  }

  @Test("QA-4 SB-3 a stalled response has the fault's status and Retry-After")
  func stalled() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set([Fault(.messages, status: 503, retryAfter: 7, stall: true)])
      try await bench.app.send(Self.fetch)
      try await bench.app(reads: "\r\n\r\n")
      #expect(bench.app.text.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      #expect(bench.app.text.contains("Retry-After: 7\r\n"))
    }
  }

  @Test("QA-4 what the app sent is evidence although it gives up before a slow fault lets it pass")
  func givesUp() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse("all slow 600"))
      try await bench.app.send(Self.open)
      try await bench.app.close()
      let read = try await bench.reported()[0]
      #expect(read.exchange.requestBody?.isEmpty == false)
      #expect(read.exchange.tap?.reachedVendor == false && bench.origin.connections.isEmpty)
    }
  }

  @Test("QA-4 a head whose body waits for the vendor goes on at once, also where a fault is set elsewhere")
  func headFirst() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set([Fault(.badge, status: 503)])
      try await bench.app.send(Self.fetch)
      let vendor = try await bench.vendor(reads: "getMessages")
      try await vendor.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
      try await bench.app(reads: "{}")
      try await bench.app.send(
        Self.waiting)
      _ = try await bench.vendor(reads: "trackInAppOpen")
    }
  }

  @Test(
    "QA-4 SB-3 an app that waits to be invited to send its body sends it, whoever responds",
    arguments: ["engagements 503 after", "engagements 503", "engagements offline", "engagements truncated"])
  func invitation(fault: String) async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse(fault))
      try await bench.app.send(
        Self.waiting)
      if fault.hasSuffix("after") || fault.hasSuffix("truncated") {
        let vendor = try await bench.vendor(reads: "trackInAppOpen")
        try await vendor.send("HTTP/1.1 100 Continue\r\n\r\n")
      }
      try await bench.app(reads: "HTTP/1.1 100 Continue\r\n\r\n")
      try await bench.app.send("{}")
      if let vendor = bench.origin.connections.first {
        try await until { vendor.text.hasSuffix("{}") }
        try await vendor.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
      }
      let passed = try await bench.reported()[0].exchange
      #expect(passed.requestBody == Data("{}".utf8) && passed.tap?.fault?.isEmpty == false)
      #expect(bench.app.text.components(separatedBy: "100 Continue").count == 2)
    }
  }

  @Test(
    "QA-4 SB-3 of a short response half passes where it is truncated, as at a sandbox, also where it has chunks",
    arguments: [
      "Content-Length: 20\r\n\r\n{\"inAppMessages\":[]}",
      "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"inA\r\nF\r\nppMessages\":[]}\r\n0\r\n\r\n",
    ])
  func short(response: String) async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse("messages truncated"))
      try await bench.app.send(Self.fetch)
      let vendor = try await bench.vendor(reads: "getMessages")
      try await vendor.send("HTTP/1.1 200 OK\r\n\(response)")
      try await until { bench.app.isClosed }
      #expect(bench.app.text.hasSuffix("\r\n\r\n" + #"{"inAppMes"#), "\(bench.app.text)")
    }
  }

  @Test("QA-4 SB-3 of HTTP/1.0 a stalled response has no chunks, and the tap's own ends the connection")
  func old() async throws {
    for (fault, framing) in [("messages stalled", "Connection: close"), ("messages 503", "Content-Length: ")]
    {
      try await TapBench.with { bench in
        await bench.tap.faults.set(try FaultText.parse(fault))
        let line = "HTTP/1.0\r\nConnection: keep-alive\r\nExpect: 100-continue"
        try await bench.app.send(Self.fetch.replacing("HTTP/1.1", with: line))
        try await bench.app(reads: "\r\n\r\n")
        #expect(bench.app.text.contains("\r\n\(framing)") && !bench.app.text.contains("chunked"))
        #expect(!bench.app.text.contains("100 Continue"))
        if fault.hasSuffix("503") { try await until { bench.app.isClosed } }
      }
    }
  }

  @Test("QA-4 SB-3 a vendor that responds before a request is whole gets no other inside it")
  func early() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set([Fault(.engagements, status: 503, after: true)])
      let half = Self.open.replacing("Length: 2", with: "Length: 9")
      try await bench.app.send(half)
      let vendor = try await bench.vendor(reads: "{}")
      try await vendor.send("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")
      try await bench.app(reads: "HTTP/1.1 503 ")
      try await until { vendor.isClosed }
      try await bench.app.send("1234567" + Self.fetch)
      try await until { bench.origin.connections.count == 2 }
      #expect(!vendor.text.contains("getMessages"))
    }
  }

  @Test(
    "QA-4 SB-3 a truncated response ends although its request is not over, also over TLS",
    arguments: [false, true])
  func earlyCut(isEncrypted: Bool) async throws {
    let authority = isEncrypted ? try CertificateAuthority.load(folder: nil) : nil
    try await TapBench.with(authority: authority) { bench in
      await bench.tap.faults.set(try FaultText.parse("engagements truncated"))
      try await bench.app.send(
        Self.waiting)
      let vendor = try await bench.vendor(reads: "trackInAppOpen")
      try await vendor.send("HTTP/1.1 401 No\r\nContent-Length: 4\r\n\r\nnone")
      try await until { bench.app.isClosed && vendor.isClosed }
      #expect(bench.app.text.hasSuffix("\r\n\r\nno"), "\(bench.app.text)")
      let passed = try await bench.reported()[0].exchange
      #expect(passed.status == 401 && passed.tap?.reachedApp == false && passed.error == nil)
    }
  }

  @Test("QA-4 SB-3 another endpoint is left alone")
  func elsewhere() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse("messages offline"))
      try await bench.app.send(Self.open)
      _ = try await bench.vendor(reads: "trackInAppOpen")
    }
  }

  @Test("QA-4 SB-3 offline closes the connection without a response")
  func offline() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse("all offline"))
      try await bench.app.send(Self.fetch)
      try await until { bench.app.isClosed }
      #expect(bench.app.text.isEmpty && bench.origin.connections.isEmpty)
      #expect(try await bench.reported()[0].exchange.error == "a fault of the tap closed the connection")
    }
  }

  @Test("QA-4 SB-3 after: the vendor gets the request, and the app the fault")
  func after() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse("engagements 500 after"))
      try await bench.app.send(Self.open)
      let vendor = try await bench.vendor(reads: "{}")
      try await vendor.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood")
      try await bench.app(reads: "\r\n\r\n")
      #expect(bench.app.text.hasPrefix("HTTP/1.1 500 ") && !bench.app.text.contains("good"))
      let passed = try await bench.reported()[0].exchange
      #expect(passed.status == 200 && passed.responseBody == Data("good".utf8))
      #expect(passed.tap?.status == 500 && passed.tap?.reachedVendor == true)
      #expect(passed.tap?.reachedApp == false && passed.error == nil)
    }
  }

  @Test("QA-4 SB-3 truncated: the beginning of the vendor's body, as if that were all")
  func truncated() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse("messages truncated"))
      try await bench.app.send(Self.fetch)
      let vendor = try await bench.vendor(reads: "getMessages")
      let body = String(repeating: "x", count: 90)
      try await vendor.send("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n\(body)")
      try await until { bench.app.isClosed }
      #expect(bench.app.text.hasSuffix("\r\n\r\n" + String(repeating: "x", count: 40)))
      let passed = try await bench.reported()[0].exchange
      #expect(passed.responseBody?.count == 90 && passed.tap?.reachedApp == false)
    }
  }

  @Test("QA-4 SB-3 slow: it passes later")
  func slow() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set([Fault(.messages, delayMilliseconds: 50)])
      try await bench.app.send(Self.fetch)
      let vendor = try await bench.vendor(reads: "getMessages")
      try await vendor.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      #expect(try await bench.reported()[0].exchange.milliseconds >= 50)
    }
  }

  /// What the tap does in the place of the vendor, and where the app's request goes.
  @Test(
    "QA-4 the body of a request is evidence, whatever the tap does in the vendor's place",
    arguments: ["engagements 503", "engagements offline", "engagements 500 after"])
  func body(fault: String) async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse(fault))
      let body = #"{"email":"m@x","messageId":"m1"}"#
      // The body comes later than the head, as a network delivers it.
      try await bench.app.send(
        "POST /api/events/trackInAppOpen HTTP/1.1\r\nHost: t\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
      try await bench.app.send(body)
      if fault.hasSuffix("after") {
        try await bench.vendor(reads: body).send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
      }
      let read = ReadExchange(try await bench.reported()[0])
      #expect(read.exchange.requestBody == Data(body.utf8) && read.requestSize == body.utf8.count)
      #expect(read.actions.map { $0.message?.id.rawValue } == ["m1"])
      let wanted: AppOutcome.Kind = fault.hasSuffix("after") ? .taken : .withheld
      #expect(read.actions.map { read.outcome(of: $0).kind } == [wanted])
    }
  }

  @Test("QA-4 a vendor that cannot be reached: the app gets 502, and what it sent is evidence")
  func unreachable() async throws {
    try await TapBench.with { bench in
      try await bench.origin.stop()
      try await bench.app.send(Self.open)
      try await bench.app(reads: "cannot reach")
      let read = ReadExchange(try await bench.reported()[0])
      #expect(read.exchange.requestBody == Data("{}".utf8) && read.exchange.status == nil)
      #expect(read.exchange.tap?.status == 502 && read.exchange.tap?.reachedVendor == false)
    }
  }

  @Test("QA-4 FE-3 a recording keeps what a tap did, and reads it back")
  func recorded() async throws {
    try await TapBench.with { bench in
      await bench.tap.faults.set(try FaultText.parse("engagements 503"))
      try await bench.app.send(Self.open)
      let passed = try await bench.reported()[0].exchange
      let again = try JSONDecoder().decode(HTTPExchange.self, from: JSONEncoder().encode(passed))
      #expect(again.tap == passed.tap && again.tap?.status == 503)
    }
  }

  @Test("QA-4 SB-3 a fault is switched off alone or with all others, and what does not pass a tap is refused")
  func commands() async {
    let faults = TapFaults()
    func perform(_ command: String) async -> String {
      let (response, failed) = await TapFaultCommand.perform(command, faults)
      let on = await faults.board.all.map(\.endpoint.rawValue).joined(separator: " ")
      return "\(response) \(failed ? "!" : "") \(on)"
    }
    #expect(await perform("fault messages 503") == "1 active fault.  messages")
    #expect(await perform("fault engagements offline") == "2 active faults.  engagements messages")
    #expect(await perform("fault list").hasPrefix("engagements offline; messages 503."))
    #expect(await perform("fault clear messages") == "1 active fault.  engagements")
    #expect(
      await perform("fault clear nowhere").hasPrefix("“nowhere” is not an endpoint: messages,"))
    #expect(await perform("fault recorded lost").hasSuffix("! engagements"))
    #expect(await perform("fault pictures offline").hasPrefix("“pictures” does not pass a tap: messages,"))
    #expect(await perform("fault clear pictures").hasSuffix("! engagements"))
    #expect(await perform("fault clear messages all") == "No active faults.  ")
    #expect(await perform("fault messages 503") == "1 active fault.  messages")
    #expect(await perform("fault clear") == "No active faults.  ")
    #expect(await perform("fault all slow 1").hasPrefix("7 active faults."))
  }
}
