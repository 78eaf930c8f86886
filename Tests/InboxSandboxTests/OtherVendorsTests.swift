import Foundation
import InboxCore
import InboxDomains
import InboxSandbox
import InboxTestSupport
import InboxTOML
import InboxTransport
import InboxVendors
import Testing

@Suite("Email services, OneLinks and a slow branded domain over HTTPS", .queued)
struct OtherVendorsTests {
  /// A hop to the sandbox that waits for this many seconds.
  private func with(
    _ bench: Bench, seconds: Int = 20, _ body: (LinkHop) async throws -> Void
  ) async throws {
    let endpoint = bench.sandbox.endpoint
    let transport = try Transport(
      TransportSettings(
        origins: [endpoint.httpURL],
        hosts: HostMap(https: endpoint.hosts, to: .init(address: "127.0.0.1", port: endpoint.tlsPort)),
        authorities: [endpoint.caCertificatePEM]))
    let hop = transport.linkHop
    do {
      try await body(
        LinkHop { request async throws(LinkHop.Failure) in
          var request = request
          request.timeout = seconds
          return try await hop.get(request)
        })
    } catch {
      await transport.close()
      throw error
    }
    await transport.close()
  }

  private func mail(_ bench: Bench, _ name: String) async throws -> String {
    try #require(try await bench.sandbox.mail().first { $0.name == name }?.url)
  }

  private func get(_ hop: LinkHop, _ url: String) async throws -> LinkHop.Response {
    try await hop.get(LinkHop.Request(url: url, headers: [], timeout: 60))
  }

  @Test(
    "UL-6 UL-10 SB-1 an email service's link redirects to the row's OneLink, or to its web link, and is counted"
  )
  func emailService() async throws {
    try await Bench.with(Acme.campaigns + Acme.otherVendors) { bench in
      try await with(bench) { hop in
        let app = try await get(hop, mail(bench, "esp-app/sale/esp"))
        #expect(
          app.status == 302 && app.location?.hasPrefix("https://acme.onelink.me/H5hv?pid=Email") == true)
        let web = try await get(hop, mail(bench, "esp-app/guide/esp"))
        #expect(web.location == "https://www.acme.example/guide")
        let short = try await get(hop, mail(bench, "esp-app/sale/onelink"))
        #expect(short.location == app.location)
        #expect(try await get(hop, "https://click.acme.example/ls/click?upn=X0nothing").status == 404)
        #expect(try await get(hop, "https://acme.onelink.me/H5hv/nothing1").status == 404)
        // A OneLink with its parameters says all itself; asking for it is not a tracked click.
        #expect(try await get(hop, app.location ?? "").status == 200)
      }
      #expect(
        try await bench.sandbox.receipts().clicks.map { "\($0.kind.rawValue) \($0.link) \($0.host)" } == [
          "esp sale click.acme.example", "esp guide click.acme.example", "onelink sale acme.onelink.me",
        ])
    }
  }

  @Test("UL-7 SB-1 every domain of a brand has its site association: only what leads into the app is in it")
  func associations() async throws {
    try await Bench.with(Acme.campaigns) { bench in
      try await with(bench) { hop in
        for (url, verdict) in [
          ("https://news.acme.example/pub/acc", AssociationDecision.Verdict.match),
          ("https://news.acme.example/pub/cc", .noMatch), ("https://click.acme.example/ls/click", .match),
          ("https://click.acme.example/other", .noMatch), ("https://acme.onelink.me/H5hv/x", .match),
          ("https://www.acme.example/engagement/x", .match),
        ] {
          let host = try #require(LinkResolver.host(of: url))
          let file = try #require(try await SiteAssociationFetch(hop: hop).fetch(domain: host).association)
          #expect(
            file.decide(url, domain: host, appID: bench.sandbox.endpoint.appID).verdict == verdict, "\(url)")
        }
      }
      #expect(try await bench.sandbox.receipts().clicks.isEmpty)
    }
  }

  @Test("UL-5 a time-out of a branded domain is unknown: the click counted there, and is not repeated")
  func timeOut() async throws {
    try await Bench.with(Acme.campaigns) { bench in
      await bench.sandbox.setFault(Fault(.links, stall: true, after: true))
      try await with(bench, seconds: 8) { hop in
        let resolver = LinkResolver(settings: LinkSettings(brandedDomains: ["news.acme.example"]), hop: hop)
        let link = try await mail(bench, "universal/sale/app")
        let trail = await resolver.resolve(LinkRequest(link, from: .mail))
        #expect(
          trail.branch == "unknown" && trail.click == .unknown
            && trail.reason.contains("may have been counted"))
      }
      #expect(try await bench.sandbox.receipts().clicks.map(\.kind) == [.app])
    }
  }

  @Test(
    "UL-6 SB-2 what a campaign file has wrong about other vendors' links is reported with its place",
    arguments: [
      (#"esp-domain = "https://x""#, "", "“https://x” is not a host name"),
      (#"esp-domain = "a..example""#, "", "“a..example” is not a host name"),
      (#"esp-domain = ".a.example""#, "", "“.a.example” is not a host name"),
      (#"esp-domain = "a.example.""#, "", "“a.example.” is not a host name"),
      (
        #"app-domain = "iterable.sandbox.test""#, "",
        "[brand], app-domain: the sandbox itself has “iterable.sandbox.test”, for what it plays of iterable."
      ),
      (#"onelink-domain = "go.acme.example""#, "", "a OneLink domain ends in .onelink.me"),
      (
        #"esp-domain = "News.Acme.example""#, "",
        "x.toml:4:1: [brand], esp-domain: “news.acme.example” is the brand's domain already"
      ),
      (
        "esp-domain = \"a.acme.example\"\napp-domain = \"a.acme.example\"", "",
        "x.toml:5:1: [brand], app-domain: “a.acme.example” is the brand's esp-domain already"
      ),
      ("", #"onelink = "https://acme.onelink.me/x""#, "is not on the brand's onelink-domain"),
      ("", "", "{{esp:a}} needs esp-domain in [brand]"),
      (#"esp-domain = "click.acme.example""#, "", "{{onelink:a}} needs onelink in its [[link]]"),
    ])
  func campaignFiles(brand: String, link: String, sentence: String) {
    let toml = """
      [brand]
      name = "Acme"
      domain = "news.acme.example"
      \(brand)
      [[link]]
      name = "a"
      url = "https://www.acme.example/"
      \(link)
      [[campaign]]
      id = "c"
      kind = "launch-app"
      subject = "S"
      message = "{{other:a}} {{esp:a}} {{onelink:a}}"
      """
    let error = #expect(throws: TOMLFileError.self) { try CampaignFile.parse(toml, name: "x.toml") }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("x.toml:") == true)
  }
}
