import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// Where a sandbox listens, and who may ask at its own paths there.
@Suite(.queued)
struct ListenTests {
  @Test(
    "SB-1 an address to listen on is one of this machine, with or without a port, and no name but localhost",
    arguments: [
      ("0.0.0.0", "0.0.0.0", nil), ("192.168.1.5:8377", "192.168.1.5", 8377), ("localhost", "127.0.0.1", nil),
      ("LOCALHOST:0", "127.0.0.1", 0), ("::1", "::1", nil), ("[::1]", "::1", nil), ("[::]:80", "::", 80),
      ("127.0.0.2:65535", "127.0.0.2", 65_535),
    ] as [(String, String, Int?)])
  func addresses(text: String, host: String, port: Int?) throws {
    let place = try #require(ListenAddress.parse(text))
    #expect(place.address.host == host && place.port == port)
  }

  @Test(
    "SB-1 what is not an address is none",
    arguments: [
      "", ":8377", "example.com", "0.0.0.0:", "0.0.0.0:x", "0.0.0.0:65536", "0.0.0.0:-1", "[::1", "::1]",
      "[127.0.0.1]",
      "1.2.3", "http://0.0.0.0", "*", "127.0.0.1:80:90",
    ])
  func noAddress(text: String) { #expect(ListenAddress.parse(text) == nil) }

  @Test(
    "only what never leaves this machine counts as loopback",
    arguments: [
      ("127.0.0.1", true), ("127.9.9.9", true), ("localhost", true), ("::1", true), ("[::1]", true),
      ("::ffff:127.0.0.1", true), ("0.0.0.0", false), ("::", false), ("10.0.0.1", false),
      ("::ffff:10.0.0.1", false),
      ("localhost.evil.example", false), ("127.0.0.1.evil.example", false), ("", false), ("fe80::1", false),
    ])
  func loopback(host: String, isLoopback: Bool) { #expect(LoopbackHost.contains(host) == isLoopback) }

  @Test("a control token is compared whole, and is never printed")
  func token() throws {
    #expect(ControlToken("too short") == nil && ControlToken("sixteen letters and blanks") == nil)
    let token = try #require(ControlToken("0123456789abcdef"))
    func isCarried(by header: String) -> Bool {
      let sent = ControlToken.credential(of: header, scheme: "Bearer")
      return sent.map { ControlToken.isSame($0, token.text) } ?? false
    }
    for scheme in ["Bearer", "bearer", "BEARER "] {
      #expect(isCarried(by: "\(scheme) 0123456789abcdef"))
    }
    for other in [
      "", "Bearer", "Bearer 0123456789abcdeg", "Bearer 0123456789abcde", "Bearer 0123456789abcdef0",
      "0123456789abcdef", "Bearer 0123456789abcdefBearer 0123456789abcdef",
    ] { #expect(!isCarried(by: other), "\(other)") }
    #expect("\(token) \(String(reflecting: token))".contains("0123") == false)
    var text = ""
    dump(token, to: &text)
    #expect(!text.contains("0123"))
    #expect(Set((0..<20).map { _ in ControlToken.random().text }).count == 20)
  }

  @Test("SB-5 beyond this machine the sandbox's own paths need the control token; the vendors' wire does not")
  func beyond() async throws {
    let token = try #require(ControlToken("a-token-of-the-test"))
    let (address, _) = try #require(ListenAddress.parse("0.0.0.0"))
    try await Bench.with(
      Bench.oneBrand + Bench.campaign("a"), address: address, controlToken: token
    ) { bench in
      let paths = [
        ("GET", "/sandbox"), ("GET", "/sandbox/receipts"), ("GET", "/sandbox/receipts?wait=1"),
        ("POST", "/sandbox/reset"),
        ("GET", "/sandbox/badge?identity=user:m"), ("GET", "/sandbox/requests"), ("GET", "/sandbox/lines"),
        ("GET", "/sandbox/mail"), ("GET", "/sandbox/campaigns"), ("POST", "/sandbox/campaigns"),
        ("POST", "/sandbox/campaigns/a/launch"), ("POST", "/sandbox/campaigns/a/withdraw"),
        ("GET", "/sandbox/faults"),
        ("POST", "/sandbox/faults"), ("DELETE", "/sandbox/faults"), ("GET", "/sandbox/clock"),
        ("POST", "/sandbox/clock"),
        ("GET", "//sandbox/clock"), ("GET", "/sandbox/nothing"),
      ]
      for (method, path) in paths {
        let reply = try await bench.curl.send(method, path)
        #expect(
          reply.status == 401 && reply.head.lowercased().contains("www-authenticate: bearer"), "\(path)")
      }
      var guess = bench.curl
      guess.headers = ["Authorization: Bearer a-token-of-the-tesT"]
      let status1 = try await guess.get("/sandbox/clock").status
      #expect(status1 == 401)
      // A client that has it may come by any name, but never from a web page.
      var owner = RawClient(port: bench.port, host: "sandbox.lan.example")
      owner.headers = ["Authorization: Bearer a-token-of-the-test"]
      let status2 = try await owner.get("/sandbox/clock").status
      #expect(status2 == 200)
      owner.headers.append("Origin: http://evil.example")
      let status3 = try await owner.get("/sandbox/clock").status
      #expect(status3 == 403)
      let ids = try await bench.ids()
      #expect(ids == ["a"])
      let requests = try await bench.sandbox.requests()
      #expect(!requests.contains { "\($0)".contains("a-token-of-the-test") } && requests.count > paths.count)
      // A stranger's requests push out nothing but one another.
      for _ in 0..<520 { _ = try await bench.curl.get("/sandbox/clock?api_key=0123") }
      let after = try await bench.sandbox.requests()
      #expect(after.count { (400..<500).contains($0.status) } == 500)
      #expect(after.filter { $0.status == 200 } == requests.filter { $0.status == 200 })
      #expect(after.last?.path == "/sandbox/clock?api_key=•••")
      #expect(bench.sandbox.endpoint.httpURL == "http://127.0.0.1:\(bench.port)")
    }
  }

  @Test("SB-5 a page's request without an Origin is refused as well; a person who types the address is not")
  func fetchSite() async throws {
    try await Bench.with { bench in
      for (site, status) in [("cross-site", 403), ("same-site", 403), ("none", 200), ("same-origin", 200)] {
        var page = bench.curl
        page.headers = ["Sec-Fetch-Site: \(site)"]
        let status4 = try await page.get("/sandbox/receipts").status
        #expect(status4 == status, "\(site)")
      }
    }
  }

  @Test(
    "SB-5 on loopback no token is requested, by whatever name of this machine",
    arguments: ["localhost", "127.0.0.9"])
  func names(host: String) async throws {
    try await Bench.with { bench in
      #expect(bench.sandbox.endpoint.controlToken == nil)
      let status5 = try await RawClient(port: bench.port, host: host).get("/sandbox/clock").status
      #expect(status5 == 200)
      let status6 = try await RawClient(port: bench.port, host: "[::1]").get("/sandbox/clock").status
      #expect(status6 == 200)
      let status7 = try await RawClient(port: bench.port, host: "\(host).evil.example").get("/sandbox/clock")
        .status
      #expect(status7 == 403)
    }
  }

  /// Containers often have none.
  private static let hasVersion6 =
    FileManager.default.contents(atPath: "/proc/net/if_inet6")
    .map { String(decoding: $0, as: UTF8.self).contains("00000000000000000000000000000001 ") } ?? false

  @Test(
    "SB-1 listening on ::1: tokens go back to where the client came from, and the front's transport gets there",
    .enabled(if: hasVersion6, "this machine has no ::1"))
  func version6() async throws {
    let (address, _) = try #require(ListenAddress.parse("[::1]"))
    let toml = Bench.oneBrand + Bench.campaign("a")
    try await Bench.with(toml, address: address) { bench in
      let endpoint = bench.sandbox.endpoint
      #expect(endpoint.httpURL.hasPrefix("http://[::1]:") && endpoint.address == "::1")
      let transport = try Transport(TransportSettings(origins: [endpoint.httpURL]))
      let sandbox = SandboxCommander(SandboxRequests(base: endpoint.httpURL), over: transport.wire)
      let reply = try await sandbox.send("GET", "/sandbox/clock")
      let fetched = try await transport.responsys(endpoint).fetch(FetchRequest(.primary, .user("maria"))).raw
      await transport.close()
      #expect(reply.status == 200 && String(decoding: fetched.body, as: UTF8.self).contains(#""id":"a""#))
    }
  }

  @Test(
    "SB-1 a made control token is kept in a file for its owner alone, and a transport that has it may ask")
  func made() async throws {
    let folder = NSTemporaryDirectory() + "inbox-listen-" + UUID().uuidString
    defer { do { try FileManager.default.removeItem(atPath: folder) } catch {} }
    let (address, _) = try #require(ListenAddress.parse("0.0.0.0"))
    var tokens: [String] = []
    for _ in 0..<2 {
      try await Bench.with(folder: folder, address: address) { bench in
        let endpoint = bench.sandbox.endpoint
        let path = try #require(endpoint.controlTokenPath)
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        let text = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines)
        #expect(text == endpoint.controlToken?.text && text.count == 32)
        tokens.append(text)
        for (token, status) in [(endpoint.controlToken, 200), (nil, 401)] {
          let transport = try Transport(TransportSettings(origins: [endpoint.httpURL]))
          let requests = SandboxRequests(base: endpoint.httpURL, token: token)
          let reply = try await SandboxCommander(requests, over: transport.wire).send(
            "GET", "/sandbox/clock")
          await transport.close()
          #expect(reply.status == status)
        }
        // Someone makes it readable for others; the next start mends that.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      }
    }
    #expect(Set(tokens).count == 1)
  }

  @Test("SB-1 VE-13 a body whose chunks cannot be read is refused, by a vendor in its own form")
  func chunks() async throws {
    try await Bench.with { bench in
      let key = try bench.iterable().headers[0]
      for (path, word) in [("/sandbox/clock", "error"), ("/iterable/api/users/update", "BadParams")] {
        let response = try await bench.curl.exchange(
          "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(key)\r\n"
            + "Transfer-Encoding: chunked\r\n\r\nno number\r\n+5m\r\n0\r\n\r\n")
        #expect(response.hasPrefix("HTTP/1.1 400 ") && response.contains(word), "\(response)")
      }
    }
  }

  @Test(
    "SB-1 VE-13 a client that asks before it sends its body may do so at once",
    arguments: ["100-continue", "100-Continue"])
  func expectation(value: String) async throws {
    try await Bench.with { bench in
      let response = try await bench.curl.exchange(
        "POST /sandbox/clock HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nExpect: \(value)\r\n"
          + "Content-Length: 3\r\n\r\n+5m")
      #expect(response.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(response)")
    }
  }

  @Test("SB-1 an address that this machine does not have is named with what is wrong")
  func elsewhere() async throws {
    // One of the addresses that stand in documentation, which no machine has.
    let (address, _) = try #require(ListenAddress.parse("203.0.113.9"))
    let error = await #expect(throws: SandboxError.self) {
      _ = try await Sandbox.start(SandboxOptions(address: address), campaigns: [])
    }
    #expect(
      error?.description.contains("203.0.113.9, port 0: this machine does not have that address") == true)
  }
}
