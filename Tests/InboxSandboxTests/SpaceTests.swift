import Foundation
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

@testable import InboxSandbox

/// Spaces over HTTP: each has its own paths and tokens, and nothing reaches from one into another (TS-2, TS-8).
@Suite("Spaces", .queued)
struct SpaceTests {
  /// A space as its holder has it.
  private struct Holder {
    let bench: Bench
    let name: String
    let given: JSONValue

    init(_ bench: Bench, _ name: String) async throws {
      let reply = try await bench.curl.send("POST", "/sandbox/spaces/\(name)")
      #expect(reply.status == 200, "\(reply.body)")
      (self.bench, self.name, given) = (bench, name, try reply.json)
    }

    func text(_ key: String) throws -> String { try #require(given[key]?.text) }

    /// Its holder, at the space's own paths.
    func control() throws -> RawClient {
      RawClient(port: bench.port, headers: ["Authorization: Bearer \(try text("controlToken"))"])
    }

    /// An app with the space's tokens.
    func app(_ identity: String = "user:maria") throws -> RawClient {
      RawClient(
        port: bench.port,
        headers: [
          "X-App-Token: \(try text("appToken"))", "X-Account-Token: \(try text("accountToken"))",
          "X-Identity: \(identity)",
        ])
    }

    func path(_ path: String) -> String { "/s/\(name)\(path)" }

    func engagements() async throws -> Int? {
      try await control().get(path("/sandbox/receipts")).json["engagements"]?.elements?.count
    }
  }

  private static let upload = SharedBench.upload(1, at: Date(timeIntervalSince1970: 1_795_262_400))

  @Test("TS-8 SB-5 no receipt and no line of the journal has a token that an app has sent as something else")
  func misplacedToken() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("first")) { bench in
      let holder = try await Holder(bench, "one")
      let token = try holder.text("appToken")
      let app = try holder.app("user:\(token)")
      #expect(try await app.get(holder.path("/mc/v1/centers/Primary/messages")).status == 200)
      #expect(try await app.send("PUT", holder.path("/mc/v1/badge"), body: #"{"count":2}"#).status == 200)
      for path in ["/sandbox/receipts", "/sandbox/requests"] {
        let reply = try await holder.control().get(holder.path(path))
        #expect(reply.body.contains("user:•••") && !reply.body.contains(token), "\(reply.body)")
      }
    }
  }

  @Test("TS-2 a space has campaigns, badge, receipts and generation of its own, under a path of its own")
  func apart() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("first", "badge = \"+1\"")) { bench in
      let (one, two) = try await (Holder(bench, "one"), Holder(bench, "two"))
      #expect(try one.text("httpURL") == "http://127.0.0.1:\(bench.port)/s/one")
      #expect(try one.text("appToken") != two.text("appToken"))
      let toml = Bench.oneBrand + Bench.campaign("second", "badge = \"+1\"")
      let launched = try await one.control().send("POST", one.path("/sandbox/campaigns"), body: toml)
      #expect(launched.status == 200, "\(launched.body)")
      func ids(_ holder: Holder) async throws -> [String?] {
        let list = try await holder.app().get(holder.path("/mc/v1/centers/Primary/messages"))
        return try list.json["messages"]?.elements?.map { $0["id"]?.text } ?? []
      }
      #expect(try await ids(one) == ["second", "first"])
      #expect(try await ids(two) == ["first"])
      #expect(try await bench.ids() == ["first"])
      #expect(try await one.app().get(one.path("/mc/v1/badge")).json["count"]?.integer == 2)
      #expect(try await two.app().get(two.path("/mc/v1/badge")).json["count"]?.integer == 1)
      for holder in [one, two] {
        let sent = try await holder.app().send("POST", holder.path("/mc/v1/engagements"), body: Self.upload)
        #expect(sent.status == 200, "\(sent.body)")
      }
      #expect(
        try await one.control().send("POST", one.path("/sandbox/reset")).json["generation"]?.integer == 2)
      #expect(try await (one.engagements(), two.engagements()) == (0, 1))
      #expect(try await bench.sandbox.receipts().engagements.isEmpty)
    }
  }

  @Test("TS-2 SB-3 a hosted page is that of its space, whose faults strike it and no other one's")
  func hostedPages() async throws {
    let toml =
      Bench.oneBrand
      + Bench.campaign("guide", #"rich = { file = "a.html", url = "https://news.tarnvelo.example/a" }"#)
      .replacing("launch-app", with: "open-rich-message")
    try await Bench.with { bench in
      let endpoint = bench.sandbox.endpoint
      let transport = try Transport(
        TransportSettings(
          origins: [endpoint.httpURL],
          hosts: HostMap(https: endpoint.hosts, to: .init(address: "127.0.0.1", port: endpoint.tlsPort)),
          authorities: [endpoint.caCertificatePEM]))
      var urls: [String] = []
      let holders = try await [Holder(bench, "one"), Holder(bench, "two")]
      for holder in holders {
        let upload = JSONValue.members([
          "toml": toml, "files": JSONValue.members(["a.html": "<p>\(holder.name)</p>"]),
        ])
        let launched = try await holder.control().send(
          "POST", holder.path("/sandbox/campaigns"), body: upload.serialized)
        #expect(launched.status == 200, "\(launched.body)")
        let list = try await holder.app().get(holder.path("/mc/v1/centers/Primary/messages")).json
        let field = try #require(list["messages"]?.elements?.first?["richmessage_url"]?.text)
        urls.append(URLText.decode(field))
      }
      _ = try await holders[0].control().send("POST", holders[0].path("/sandbox/faults"), body: "rich 503")
      var pages: [String] = []
      for url in urls {
        let page = try await transport.wire.send(WireRequest("GET", url))
        pages.append(page.isSuccess ? String(decoding: page.body, as: UTF8.self) : "\(page.status)")
      }
      await transport.close()
      #expect(pages == ["503", "<p>two</p>"])
      let requests = try await holders[1].control().get(holders[1].path("/sandbox/requests"))
      #expect(requests.body.contains("/a?_s_="), "\(requests.body)")
    }
  }

  @Test("VE-9 TS-2 a sync token of a space that was removed is gone in the next one of its name")
  func syncToken() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("first")) { bench in
      func fetch(_ holder: Holder, _ token: String? = nil) async throws -> RawClient.Response {
        let vendor = try #require(holder.given["bloomreach"])
        let project = try #require(vendor["project"]?.text)
        let key = try #require(vendor["authorization"]?.text)
        let more = token.map { #","sync_token":"\#($0)""# } ?? ""
        return try await RawClient(port: bench.port, headers: ["Authorization: \(key)"]).send(
          "POST", holder.path("/bloomreach/webxp/projects/\(project)/appinbox/fetch"),
          body: #"{"customer_ids":{"registered":"maria"}\#(more)}"#)
      }
      let one = try await Holder(bench, "one")
      let token = try #require(try await fetch(one).json["sync_token"]?.text)
      #expect(try await fetch(one, token).status == 200)
      #expect(try await bench.curl.send("DELETE", "/sandbox/spaces/one").status == 200)
      let next = try await Holder(bench, "one")
      #expect(try await fetch(next, token).status == 410)
    }
  }

  @Test("TS-2 a clock and a fault of one space are unknown to the others")
  func settings() async throws {
    try await Bench.with { bench in
      let (one, two) = try await (Holder(bench, "one"), Holder(bench, "two"))
      _ = try await one.control().send("POST", one.path("/sandbox/clock"), body: "2030-01-01T00:00:00Z")
      _ = try await one.control().send("POST", one.path("/sandbox/faults"), body: "badge 503")
      #expect(try await one.app().get(one.path("/mc/v1/badge")).status == 503)
      #expect(try await two.app().get(two.path("/mc/v1/badge")).status == 200)
      #expect(try await bench.app().get("/mc/v1/badge").status == 200)
      let clocks = [
        try await one.control().get(one.path("/sandbox/clock")),
        try await two.control().get(two.path("/sandbox/clock")),
        try await bench.curl.get("/sandbox/clock"),
      ]
      #expect(try clocks.map { try $0.json["now"]?.text?.hasPrefix("2030") } == [true, false, false])
    }
  }

  @Test(
    "TS-2 TS-1 a space begins by the machine's clock, whatever that of the main space says",
    arguments: ["2020-01-01T00:00:00Z", "2090-01-01T00:00:00Z"])
  func begin(_ main: String) async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("later", "launch = \"+1h\"")) { bench in
      #expect(try await bench.curl.send("POST", "/sandbox/clock", body: main).status == 200)
      let before = Date()
      let one = try await Holder(bench, "one")
      let list = try await bench.curl.get("/sandbox/spaces").json
      let receipts = try await one.control().get(one.path("/sandbox/receipts")).json
      for text in [list.elements?.first?["made_ts"]?.text, receipts["began"]?.text] {
        let time = try #require(text.flatMap(WireDate.parse))
        #expect(abs(time.timeIntervalSince(before)) < 1_800)
      }
      let name = try #require(SpaceName("one"))
      let space = try #require(try await bench.sandbox.spaces.space(name))
      let timed = try await space.account.schedule([], from: before, isAnew: false)
      #expect(timed.map(\.campaign.id) == ["later"])
      #expect(timed.allSatisfy { abs($0.due.timeIntervalSince(before) - 3_600) < 1_800 })
    }
  }

  @Test(
    "TS-8 missing, wrong, another space's and rotated tokens get the same response, as does no space at all")
  func refused() async throws {
    try await Bench.with { bench in
      let (one, two) = try await (Holder(bench, "one"), Holder(bench, "two"))
      let old = try one.control()
      let oldApp = try one.app()
      #expect(try await old.get("/s/one/sandbox/receipts").status == 200)
      let rotated = try await bench.curl.send("POST", "/sandbox/spaces/one/rotate")
      let token = try #require(try rotated.json["controlToken"]?.text)
      let new = RawClient(port: bench.port, headers: ["Authorization: Bearer \(token)"])
      #expect(try await new.get("/s/one/sandbox/receipts").status == 200)
      let wrong = RawClient(
        port: bench.port, headers: ["Authorization: Bearer \(String(repeating: "0", count: 32))"])
      var bodies: Set<String> = []
      for client in [bench.curl, wrong, try two.control(), old] {
        for path in ["/s/one/sandbox/receipts", "/s/nowhere/sandbox/receipts", "/s/main/sandbox/receipts"] {
          let reply = try await client.get(path)
          #expect(reply.status == 401)
          bodies.insert(reply.body)
        }
      }
      #expect(bodies.count == 1)
      var replies: Set<String> = []
      for client in [try two.app(), oldApp, bench.app()] {
        for path in ["/s/one/mc/v1/badge", "/s/nowhere/mc/v1/badge", "/s/..%2Fone/mc/v1/badge"] {
          let reply = try await client.get(path)
          #expect(reply.status == 400)
          replies.insert(reply.body)
        }
      }
      #expect(replies.count == 1)
    }
  }

  @Test("TS-8 only the control token makes and removes spaces, and no page of another origin")
  func makers() async throws {
    try await Bench.with { bench in
      let one = try await Holder(bench, "one")
      #expect(try await bench.curl.send("POST", "/sandbox/spaces/one").status == 409)
      for name in ["main", "A", "a%2Fb", "a'b", "-a", String(repeating: "a", count: 41)] {
        #expect(try await bench.curl.send("POST", "/sandbox/spaces/\(name)").status == 422)
      }
      #expect(try await one.control().send("POST", one.path("/sandbox/spaces/two")).status == 404)
      let page = RawClient(port: bench.port, headers: ["Origin: https://evil.example"])
      #expect(try await page.send("POST", "/sandbox/spaces/two").status == 403)
      var rebound = bench.curl
      rebound.host = "evil.example"
      #expect(try await rebound.send("DELETE", "/sandbox/spaces/one").status == 403)
      let hostile = RawClient(
        port: bench.port,
        headers: ["Authorization: Bearer \(try one.text("controlToken"))", "Origin: https://evil.example"])
      #expect(try await hostile.send("POST", one.path("/sandbox/reset")).status == 403)
      let list = try await bench.curl.get("/sandbox/spaces")
      #expect(try list.json.elements?.map { $0["space"]?.text } == ["one"])
      #expect(!list.body.contains(try one.text("controlToken")))
      #expect(try await bench.curl.send("DELETE", "/sandbox/spaces/one").status == 200)
      #expect(try await one.control().get(one.path("/sandbox/receipts")).status == 401)
      #expect(try await bench.curl.send("DELETE", "/sandbox/spaces/one").status == 404)
    }
  }

  @Test(
    "TS-8 SB-1 what comes by the name of the proxy gets addresses of it, and control paths need the token there too"
  )
  func proxy() async throws {
    let token = "control-token-of-the-proxy"
    let url = try #require(PublicURL("https://sandbox.example.net/"))
    for wrong in [
      "sandbox.example.net", "ftp://x.example", "https://x.example/path", "https://u@x.example", "",
    ] {
      #expect(PublicURL(wrong) == nil)
    }
    try await Bench.with(publicURL: url, controlToken: ControlToken(token)) { bench in
      let headers = ["Authorization: Bearer \(token)"]
      for (name, host, base) in [
        ("one", "sandbox.example.net", "https://sandbox.example.net"),
        ("two", "SANDBOX.example.net:443", "https://sandbox.example.net"),
        ("three", "127.0.0.1:1", "http://127.0.0.1:1"),
        ("four", "sandbox.example.net:80", "http://sandbox.example.net:80"),
      ] {
        var client = RawClient(port: bench.port, headers: headers)
        client.authority = host
        let made = try await client.send("POST", "/sandbox/spaces/\(name)")
        #expect(try made.json["httpURL"]?.text == "\(base)/s/\(name)")
      }
      #expect(try await bench.curl.get("/sandbox").status == 401)
      let page = RawClient(port: bench.port, headers: headers + ["Origin: https://sandbox.example.net"])
      #expect(try await page.send("POST", "/sandbox/reset").status == 403)
      let elsewhere = RawClient(port: bench.port, headers: headers + ["Sec-Fetch-Site: cross-site"])
      #expect(try await elsewhere.get("/sandbox/receipts").status == 403)
    }
  }

  @Test("TS-2 VE-13 the vendors' clients reach a space by the address that they are given")
  func vendors() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("first")) { bench in
      let one = try await Holder(bench, "one")
      let iterable = try #require(one.given["iterable"])
      let base = try #require(iterable["baseURL"]?.text)
      #expect(base == "http://127.0.0.1:\(bench.port)/s/one/iterable")
      let key = try #require(iterable["apiKey"]?.text)
      let client = RawClient(port: bench.port, headers: ["Api-Key: \(key)"])
      let path =
        "/iterable/api/inApp/getMessages?userId=maria&count=10&platform=iOS&SDKVersion=1&packageName=x"
      let list = try await client.get(one.path(path))
      #expect(list.status == 200 && list.body.contains("first"), "\(list.body)")
      #expect(try await client.get(path).status == 401)
      let receipts = try await one.control().get(one.path("/sandbox/receipts"))
      #expect(try receipts.json["fetches"]?.elements?.count == 1)
      #expect(!receipts.body.contains(key))
    }
  }

  @Test(
    "TS-2 TS-6 TS-8 over HTTPS a space has its vendors alone: without a token nothing there counts, is struck or shown"
  )
  func web() async throws {
    try await Bench.with { bench in
      let one = try await Holder(bench, "one")
      let fault = try await one.control().send(
        "POST", one.path("/sandbox/faults"), body: "pictures 503 times 1")
      #expect(fault.status == 200)
      let endpoint = bench.sandbox.endpoint
      let transport = try Transport(
        TransportSettings(
          origins: [endpoint.httpURL],
          hosts: HostMap(https: ["localhost"], to: .init(address: "127.0.0.1", port: endpoint.tlsPort)),
          authorities: [endpoint.caCertificatePEM]))
      var statuses: [Int] = []
      for path in ["/s/one/x.png", "/s/nowhere/x.png", "/s/one/page"] {
        statuses.append(try await transport.wire.send(WireRequest("GET", "https://localhost\(path)")).status)
      }
      await transport.close()
      #expect(statuses == [404, 404, 404])
      let receipts = try await one.control().get(one.path("/sandbox/receipts")).json
      #expect(receipts["pictures"]?.elements?.isEmpty == true)
      #expect(try await one.control().get(one.path("/sandbox/faults")).json.elements?.count == 1)
      #expect(try await !one.control().get(one.path("/sandbox/requests")).body.contains("x.png"))
      // What is on no host that is played is no picture of a campaign.
      #expect(try await bench.sandbox.receipts().pictures.isEmpty)
      #expect(try await bench.sandbox.requests().map(\.path).contains("/s/one/x.png"))
    }
  }
}
