import Foundation
import InboxCore
import InboxDomains
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Synchronization
import Testing

@testable import InboxSandbox

@Suite("The branded domains and web pages over HTTPS")
struct WebHostsTests {
  private static let toml = """
    [brand]
    name = "Tarnvelo Cycles"
    domain = "news.tarnvelo.example"
    scheme = "tarnvelo"
    [[link]]
    name = "sale"
    url = "https://www.tarnvelo.example/sale?a=1&b=2"
    ios = "tarnvelo://sale"
    [[link]]
    name = "android-only"
    url = "https://www.tarnvelo.example/guide"
    android = "tarnvelo://guide"
    [[campaign]]
    id = "spring"
    kind = "open-url"
    subject = "Spring"
    message = "See {{link:android-only}} now"
    deeplink = "{{link:sale}}"
    """
  private static let iPhone = "ResponsysPubWebResolver (CPU iPhone OS like Mac OS X)"

  private func settings(_ bench: Bench) -> TransportSettings {
    let endpoint = bench.sandbox.endpoint
    let target = HostMap.Target(address: "127.0.0.1", port: endpoint.tlsPort)
    return TransportSettings(
      origins: [endpoint.httpURL],
      hosts: HostMap(https: endpoint.hosts, to: target), authorities: [endpoint.caCertificatePEM])
  }

  private func hop(_ bench: Bench, _ url: String, accept: String = "application/json", agent: String = iPhone)
    async throws -> LinkHop.Response
  {
    let transport = try Transport(settings(bench))
    let headers = [LinkHop.Header("Accept", accept), LinkHop.Header("User-Agent", agent)]
    let request = LinkHop.Request(url: url, headers: headers, timeout: 60)
    do {
      let reply = try await transport.linkHop.get(request)
      await transport.close()
      return reply
    } catch {
      await transport.close()
      throw error
    }
  }

  /// The deep link and the link in the text of the campaign's message.
  private func links(_ bench: Bench) async throws -> (sale: String, androidOnly: String) {
    let reply = try await bench.app().get("/mc/v1/centers/Primary/messages")
    let record = try JSONValue.parse(Data(reply.body.utf8))["messages"]?.elements?.first
    let sale = URLText.decode(try #require(record?["deeplink_url"]?.text))
    let text = try #require(record?["message"]?.text)
    return (sale, String(text.dropFirst("See ".count).dropLast(" now".count)))
  }

  @Test("UL-1 UL-2 UL-6 the link table answers by platform, and a blank column is null")
  func table() async throws {
    try await Bench.with(Self.toml) { bench in
      let (sale, androidOnly) = try await links(bench)
      #expect(sale.hasPrefix("https://news.tarnvelo.example/pub/acc?_ri_=X0"))
      let iOS = try await hop(bench, sale)
      #expect(iOS.status == 200)
      #expect(
        String(decoding: iOS.body, as: UTF8.self)
          == #"{"mobileDeepLinkUrl":"tarnvelo://sale","webLinkUrl":"https://www.tarnvelo.example/sale?a=1&b=2"}"#
          + "\n")
      for (url, agent, deepLink) in [
        (sale, "Android 15", "null"), (androidOnly, Self.iPhone, "null"),
        (androidOnly, "Android 15", "\"tarnvelo://guide\""), (androidOnly, "curl", "null"),
      ] {
        let reply = try await hop(bench, url, agent: agent)
        #expect(
          String(decoding: reply.body, as: UTF8.self).hasPrefix(#"{"mobileDeepLinkUrl":\#(deepLink),"#))
      }
      let clicks = try await bench.sandbox.receipts().clicks
      #expect(clicks.map(\.link) == ["sale", "sale", "android-only", "android-only", "android-only"])
      #expect(clicks.first?.campaign == "spring")
      #expect(clicks.first?.userAgent == Self.iPhone)
      #expect(Set(clicks.map(\.kind)) == [.app])
    }
  }

  @Test("UL-1 UL-3 a browser and a non-app link are sent to the web link; an unknown link is 404, uncounted")
  func browser() async throws {
    try await Bench.with(Self.toml) { bench in
      let sale = try await links(bench).sale
      let browser = try await hop(bench, sale, accept: "text/html")
      #expect(browser.status == 302)
      #expect(browser.location == "https://www.tarnvelo.example/sale?a=1&b=2")
      let nonApp = try await hop(bench, sale.replacing("/pub/acc", with: "/pub/cc"))
      #expect(nonApp.status == 302)
      let unknown = try await hop(
        bench, "https://news.tarnvelo.example/pub/acc?_ri_=X0nothing&_ei_=X0nothing")
      #expect(unknown.status == 404)
      #expect(
        String(decoding: unknown.body, as: UTF8.self)
          == #"{"error":"news.tarnvelo.example has no such tracked link."}"# + "\n")
      #expect(try await bench.sandbox.receipts().clicks.map(\.kind) == [.browser, .nonApp])
    }
  }

  @Test("UL-7 the site association is at both places")
  func association() async throws {
    try await Bench.with(Self.toml) { bench in
      for path in ["/.well-known/apple-app-site-association", "/apple-app-site-association"] {
        let reply = try await hop(bench, "https://news.tarnvelo.example" + path)
        #expect(reply.status == 200)
        #expect(
          String(decoding: reply.body, as: UTF8.self) == """
            {"applinks":{"apps":[],"details":[{"appID":"TEAMID1234.example.inbox",\
            "paths":["/pub/acc","/pub/acc/*"]}]}}

            """)
      }
    }
  }

  @Test(
    "SB-1 UL-9 the certificate lasts for a year of running, and no longer than the check of a domain allows")
  func certificate() async throws {
    try await Bench.with(Self.toml) { bench in
      let settings = settings(bench)
      let probe = try TLSProbe(hosts: settings.hosts, authorities: settings.authorities)
      let certificate = try await probe.facts("news.tarnvelo.example", 443).get().certificate
      #expect(certificate.notAfter > Date(timeIntervalSinceNow: 395 * 86_400) && certificate.days <= 398)
    }
  }

  @Test("SB-1 hosted content is served any number of times; other pages name themselves harmlessly")
  func pages() async throws {
    try await Bench.with(Self.toml) { bench in
      let brand = try #require(bench.sandbox.endpoint.brands.first)
      let url = "https://www.tarnvelo.example/guide.html"
      _ = try await bench.sandbox.launch(
        Campaign(
          id: "g", kind: .openRichMessage, subject: "S", message: "M",
          rich: .hosted(url: url, html: "<p>Guide</p>"), brand: brand))
      for _ in 1...2 {
        #expect(try await String(decoding: hop(bench, url).body, as: UTF8.self) == "<p>Guide</p>")
      }
      let other = try await hop(bench, "https://www.tarnvelo.example/a?x=1&y=2")
      #expect(other.status == 200)
      #expect(
        String(decoding: other.body, as: UTF8.self).contains(
          "<code>https://www.tarnvelo.example/a?x=1&amp;y=2</code>"))
    }
  }

  @Test(
    "MC-17 tokens and identity go to the back end's own origin alone; the web is asked over https or not at all"
  )
  func origins() async throws {
    try await Bench.with(Self.toml) { bench in
      let heads = Mutex<[Set<String>]>([])
      var settings = settings(bench)
      settings.onExchange = { exchange in
        heads.withLock { $0.append(Set(exchange.requestHeaders.map { $0.name.lowercased() })) }
      }
      let transport = try Transport(settings)
      func ask(_ url: String) async throws(InboxError) -> String {
        try await transport.responsys.richContent(MessageID("g"), url, .user("maria"))
      }
      let own = bench.sandbox.endpoint.httpURL
      await #expect(throws: InboxError.self) { try await ask(own + "/mc/v1/rich/nothing") }
      _ = try await ask("https://www.tarnvelo.example/guide.html")
      // The same server under another name, and with a user name, is another origin.
      for url in [own.replacing("127.0.0.1", with: "localhost"), own.replacing("//", with: "//u@")] {
        let error = await #expect(throws: InboxError.self) { try await ask(url + "/mc/v1/rich/guide") }
        guard case .contentUnavailable? = error else {
          Issue.record("\(url): \(error.map { "\($0)" } ?? "no error")")
          continue
        }
      }
      await transport.close()
      let secret: Set = ["x-app-token", "x-account-token", "x-identity"]
      #expect(heads.withLock { $0 }.map { $0.intersection(secret) } == [secret, []])
      let requests = try await bench.sandbox.requests()
      #expect(requests.map(\.path) == ["/mc/v1/rich/nothing", "/guide.html"])
      #expect(requests.map(\.identity) == ["user:maria", nil])
    }
  }

  @Test("SB-3 UL-1 a fault of the links answers instead and counts no click")
  func fault() async throws {
    try await Bench.with(Self.toml) { bench in
      let sale = try await links(bench).sale
      await bench.sandbox.setFault(Fault(.links, status: 500, body: "half"))
      let reply = try await hop(bench, sale)
      #expect(reply.status == 500)
      #expect(String(decoding: reply.body, as: UTF8.self) == "half")
      #expect(try await bench.sandbox.receipts().clicks.isEmpty)
    }
  }

  @Test("SB-3 UL-5 a fault that strikes once waits for a click: no HEAD and no unknown link uses it up")
  func strikesOnce() async throws {
    try await Bench.with(Self.toml) { bench in
      let sale = try await links(bench).sale
      let unknown = "https://news.tarnvelo.example/pub/acc?_ri_=X0nothing"
      let picture = "https://news.tarnvelo.example/x.png"
      for endpoint in [FaultEndpoint.links, .pictures] {
        await bench.sandbox.setFault(Fault(endpoint, status: 503, times: 1))
      }
      let transport = try Transport(settings(bench))
      var statuses: [Int] = []
      for (method, url) in [
        ("HEAD", sale), ("HEAD", unknown), ("GET", unknown), ("GET", sale), ("GET", sale),
        ("HEAD", picture), ("GET", picture), ("GET", picture),
      ] {
        statuses.append(try await transport.wire.send(WireRequest(method, url)).status)
      }
      await transport.close()
      #expect(statuses == [200, 404, 404, 503, 302, 200, 503, 200])
      let receipts = try await bench.sandbox.receipts()
      #expect(receipts.clicks.map(\.link) == ["sale"] && receipts.pictures.map(\.count) == [1])
    }
  }
}
