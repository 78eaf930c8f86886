import InboxTestSupport
import InboxTransport
import Testing

/// Responses as no honest server sends them, at every client of the program.
@Suite("Strange responses", .queued)
struct StrangeResponseTests {
  /// Two servers that play the same, without TLS and with it, and everyone who asks them.
  private struct Bench {
    let clients: EveryClient
    let plain: WireServer
    let secure: WireServer

    init(seconds: Int = 20, _ play: @escaping @Sendable (String) -> WirePlay) async throws {
      let authority = try await TestAuthority()
      try await authority.makeCertificate("server")
      plain = try await WireServer(play)
      secure = try await WireServer(certificate: (authority, "server"), play)
      clients = try EveryClient(port: plain.port, tls: (secure.port, authority), seconds: seconds)
    }

    func server(of kind: EveryClient.Kind) -> WireServer { kind.needsTLS ? secure : plain }

    func stop() async throws {
      await clients.transport.close()
      try await plain.stop()
      try await secure.stop()
    }
  }

  @Test(
    "MC-15 UL-1 UL-5 a status below 100 or a switch of protocols is refused by every client, whatever follows it",
    arguments: ["000", "042", "099", "101"])
  func statuses(status: String) async throws {
    let phrase =
      status == "101" ? "switched to another protocol" : "status \(status), which HTTP does not have"
    for rest in [
      "X\r\nContent-Length: 2\r\n\r\nok", "X\r\n\r\nok",
      "\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "X\r\nContent-Length: 0\r\n\r\n", "Upgrade\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nok",
    ] {
      let bench = try await Bench { _ in .stays("HTTP/1.1 \(status) \(rest)") }
      for kind in EveryClient.Kind.allCases {
        let outcome = await bench.clients.ask(kind)
        #expect(outcome.contains(phrase), "\(kind.rawValue), \(rest.debugDescription): \(outcome)")
        // The connection goes with the request.
        try await until { bench.server(of: kind).open == 0 }
      }
      try await bench.stop()
    }
  }

  @Test(
    "MC-15 what else a status can be ends no client: interim responses, bodies where none belongs, numbers beyond 599",
    arguments: [
      "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 199 X\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.1 103 Early Hints\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "HTTP/1.1 204 X\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 304 X\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.1 205 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "HTTP/1.1 600 X\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 999 X\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.1 1000 X\r\n\r\nok", "HTTP/1.1 99999999999999999999 X\r\n\r\n", "HTTP/1.1 -1 X\r\n\r\n",
      "HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/0.9 200 OK\r\n\r\nok", "ICY 200 OK\r\n\r\nok",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
      "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551615\r\n\r\nok",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nok",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0",
    ])
  func oddities(response: String) async throws {
    let bench = try await Bench { _ in .text(response) }
    for kind in EveryClient.Kind.allCases {
      #expect(!(await bench.clients.ask(kind)).isEmpty)
      try await until { bench.server(of: kind).open == 0 }
    }
    try await bench.stop()
  }

  @Test("MC-15 interim responses before the response are nothing")
  func interim() async throws {
    let hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    let bench = try await Bench { _ in
      .text("HTTP/1.1 100 Continue\r\n\r\n\(hint)\(hint)HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")
    }
    #expect(await bench.clients.ask(.fetch) == "2 bytes")
    #expect(await bench.clients.ask(.hostedRich) == "2 bytes")
    try await bench.stop()
  }

  /// What has no end, and what every client says of it; nil where a body is long.
  static let endless: [(name: String, start: String, again: String, phrase: String?)] = [
    ("headers", "HTTP/1.1 200 OK\r\n", "a: b\r\n", "headers"),
    ("long headers", "HTTP/1.1 200 OK\r\n", "a: \(String(repeating: "x", count: 4_000))\r\n", "headers"),
    ("a header", "HTTP/1.1 200 OK\r\na: ", "x", "headers"),
    ("a reason", "HTTP/1.1 200 ", "x", "headers"),
    ("blank lines", "", "\r\n", "headers"),
    ("interim responses", "", "HTTP/1.1 100 Continue\r\n\r\n", "headers"),
    (
      "extensions of a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "a=b;", "headers"
    ),
    (
      "trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n", "a: b\r\n",
      "headers"
    ),
    ("a body", "HTTP/1.1 200 OK\r\n\r\n", "x", nil),
    ("a promised body", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "x", nil),
    (
      "chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      "1000\r\n\(String(repeating: "x", count: 4_096))\r\n", nil
    ),
  ]

  @Test(
    "MC-15 whatever has no end is refused by every client at a bound, and its connection closed",
    arguments: endless)
  func bounded(name: String, start: String, again: String, phrase: String?) async throws {
    let bench = try await Bench(seconds: 120) { _ in .endless(start, again) }
    for kind in EveryClient.Kind.allCases {
      let (server, before) = (bench.server(of: kind), bench.server(of: kind).sent)
      let outcome = await bench.clients.ask(kind)
      try await until { server.open == 0 }
      // An event of Bloomreach's is taken by its status.
      let said =
        phrase
        ?? (kind == .pushes
          ? "a push of more than" : kind == .tracking ? "sent" : "MiB, the most that is taken")
      // Of what is cut, the beginning is as good as the whole; what is behind it is not waited for.
      if phrase != nil && !(kind.cuts && name == "trailers") || !kind.cuts {
        #expect(outcome.contains(said), "\(kind.rawValue): \(outcome)")
      }
      // The most that is taken, and what two systems keep on the way.
      let limit = phrase != nil ? 256 << 10 : kind == .control ? 64 << 20 : kind == .pushes ? 65_536 : 8 << 20
      #expect(server.sent - before < limit + 32 << 20, "\(kind.rawValue): \(server.sent - before)")
    }
    try await bench.stop()
  }

  @Test(
    "MC-15 a response that stops comes to its end with the time of the request, and so does its connection")
  func stalled() async throws {
    for start in ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"] {
      let bench = try await Bench(seconds: 1) { _ in .stays(start) }
      await withTaskGroup { group in
        for kind in EveryClient.Kind.allCases where kind != .pushes {
          group.addTask {
            let outcome = await bench.clients.ask(kind)
            let isTimedOut = ["within", "in time", "nothing came", "timed out", "after 1 s"].contains {
              outcome.contains($0)
            }
            #expect(isTimedOut, "\(kind.rawValue): \(outcome)")
          }
        }
      }
      try await until { bench.plain.open == 0 && bench.secure.open == 0 }
      try await bench.stop()
    }
  }

  @Test("UL-10 EN-8 blanks after the value of a header are not part of it")
  func blanks() async throws {
    // It closes and says so: no request goes out on a connection that is about to end.
    let end = "Connection: close\r\nContent-Length: 0\r\n\r\n"
    let server = try await WireServer { request in
      switch request {
      case "GET /pub/acc?_ri_=1":
        .text("HTTP/1.1 302 Found\r\nLocation:  /next \t \r\n\(end)")
      case "GET /next": .text("HTTP/1.1 200 OK\r\n\(end)")
      default: .text("HTTP/1.1 503 X\r\nRetry-After: 7 \t\r\n\(end)")
      }
    }
    let clients = try EveryClient(port: server.port)
    #expect(await clients.ask(.fetch).contains("asks to wait 7 s"))
    _ = await clients.ask(.redirect)
    #expect(server.requests.contains("GET /next"), "\(server.requests)")
    await clients.transport.close()
    try await server.stop()
  }

  @Test("HTTP/2 is not offered: a server of both speaks HTTP/1.1, and one of HTTP/2 alone is named")
  func protocols() async throws {
    let authority = try await TestAuthority()
    try await authority.makeCertificate("server")
    let both = try await WireServer(certificate: (authority, "server"), protocols: ["h2", "http/1.1"]) { _ in
      .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    let first = try EveryClient(port: 1, tls: (both.port, authority))
    #expect(await first.ask(.hostedRich) == "2 bytes" && both.requests == ["GET /rich"])
    await first.transport.close()
    try await both.stop()
    let alone = try await TLSServer(authority, "server", options: ["-alpn", "h2"])
    let second = try EveryClient(port: 1, tls: (alone.port, authority))
    let outcome = await second.ask(.hostedRich)
    #expect(outcome.contains("speaks HTTP/2 alone"), "\(outcome)")
    await second.transport.close()
    await alone.stop()
  }
}
