import InboxCore
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// Redirects of email services over real sockets (UL-10).
@Suite(.queued)
struct RedirectTests {
  /// A link of the service's click domain, asked on loopback.
  private static func follow(
    _ path: String, _ behaviours: [String: RawServer.Behaviour], seconds: Int = 20
  ) async throws -> (trail: LinkTrail, asked: [String]) {
    let server = try await RawServer(behaviours)
    var hosts = HostMap()
    for host in ["click.brand.example", "other.example"] {
      try hosts.add(resolve: "\(host):\(server.port):127.0.0.1")
    }
    let transport = try Transport(
      TransportSettings(hosts: hosts))
    let hop = transport.linkHop
    let resolver = LinkResolver(
      settings: LinkSettings(appsFlyer: EmailLinkPolicy(emailDomains: ["click.brand.example"])),
      hop: LinkHop { request async throws(LinkHop.Failure) in
        var request = request
        request.timeout = seconds
        return try await hop.get(request)
      }, limit: 100)
    let link = "http://click.brand.example:\(server.port)\(path)"
    let trail = await resolver.resolve(LinkRequest(link, from: .mail))
    let asked = server.paths
    await transport.close()
    try await server.stop()
    return (trail, asked)
  }

  @Test(
    "UL-10 every redirect status is followed to its end", arguments: [300, 301, 302, 303, 305, 306, 307, 308])
  func statuses(status: Int) async throws {
    let (trail, asked) = try await Self.follow("/a", ["/a": .redirect(status, "/b"), "/b": .page])
    #expect(trail.outcome.url?.hasSuffix("/b") == true && trail.outcome.kind == "browser")
    #expect(trail.hops.map(\.status) == [status, 200] && asked == ["/a", "/b"] && trail.click == .yes)
  }

  @Test("UL-10 304 leads nowhere, and so does any redirect without a Location", arguments: [302, 304])
  func missingLocation(status: Int) async throws {
    let (trail, asked) = try await Self.follow("/a", ["/a": .redirect(status, nil)])
    #expect(trail.branch == "redirect-without-location" && asked == ["/a"])
  }

  @Test("UL-10 absolute, relative and protocol-relative redirects reach other hosts on loopback")
  func places() async throws {
    let (trail, asked) = try await Self.follow(
      "/x/a",
      [
        "/x/a": .redirect(302, "b?q=1"), "/x/b?q=1": .redirect(301, "../c"),
        "/c": .redirect(307, "http://other.example:{port}/d"),
        "/d": .redirect(308, "//other.example:{port}/e"),
        "/e": .page,
      ])
    #expect(asked == ["/x/a", "/x/b?q=1", "/c", "/d", "/e"] && trail.outcome.kind == "browser")
    let hosts = trail.hops.compactMap { LinkResolver.host(of: $0.url) }
    #expect(
      hosts == ["click.brand.example", "click.brand.example", "click.brand.example"] + [
        "other.example", "other.example",
      ])
  }

  @Test("UL-1 UL-10 what is encoded in a link is not encoded again, whatever else stands beside it")
  func encoded() async throws {
    let (_, asked) = try await Self.follow("/50%off%20a?upn=X%3D&a[]=x|y", [:])
    #expect(asked == ["/50%25off%20a?upn=X%3D&a%5B%5D=x%7Cy"])
  }

  @Test("UL-5 UL-15 a status that came is kept, however large the body or however long it takes")
  func statusIsKept() async throws {
    let endless = try await Self.follow("/a", ["/a": .endlessRedirect("/b"), "/b": .page])
    #expect(endless.asked == ["/a", "/b"] && endless.trail.hops.map(\.status) == [302, 200])
    let large = try await Self.follow("/a", ["/a": .largePage])
    #expect(large.trail.hops.map(\.status) == [404] && large.trail.branch == "esp-browser")
  }

  @Test("UL-16 a redirect to the same request is not asked a second time")
  func fragment() async throws {
    let (trail, asked) = try await Self.follow("/a", ["/a": .redirect(307, "#top")])
    #expect(trail.branch == "redirect-loop" && asked == ["/a"])
  }

  @Test("UL-10 a OneLink at the end is not asked: its text says all")
  func oneLink() async throws {
    let one = "https://brand.onelink.me/H5hv?deep_link_value=apples"
    let (trail, asked) = try await Self.follow("/a", ["/a": .redirect(302, "/b"), "/b": .redirect(302, one)])
    #expect(asked == ["/a", "/b"] && trail.outcome == .deepLink(url: one) && trail.deepLinkStatus == .found)
  }

  @Test("UL-10 a circle is asked once around, eleven redirects in a row are too many, ten are not")
  func chains() async throws {
    let circle = try await Self.follow("/a", ["/a": .redirect(302, "/b"), "/b": .redirect(302, "/a")])
    #expect(circle.trail.branch == "redirect-loop" && circle.asked == ["/a", "/b"])
    let itself = try await Self.follow("/a", ["/a": .redirect(302, "/a")])
    #expect(itself.trail.branch == "redirect-loop" && itself.asked == ["/a"])
    var chain: [String: RawServer.Behaviour] = ["/10": .page]
    for number in 0..<10 { chain["/\(number)"] = .redirect(302, "/\(number + 1)") }
    let ten = try await Self.follow("/0", chain)
    #expect(ten.trail.outcome.kind == "browser" && ten.asked.count == 11)
    chain["/10"] = .redirect(302, "/11")
    let eleven = try await Self.follow("/0", chain)
    #expect(eleven.trail.branch == "too-many-redirects" && eleven.asked.count == 11)
  }

  @Test("UL-5 UL-10 a server that never answers: the click may have been counted, and it is asked once")
  func slow() async throws {
    let first = try await Self.follow("/a", ["/a": .silence], seconds: 8)
    #expect(first.trail.branch == "unknown" && first.trail.click == .unknown && first.asked == ["/a"])
    let second = try await Self.follow("/a", ["/a": .redirect(302, "/b"), "/b": .silence], seconds: 8)
    #expect(second.trail.branch == "unknown" && second.trail.click == .yes && second.asked == ["/a", "/b"])
  }

  @Test("UL-5 UL-10 a connection that is closed half-way may have been a click")
  func halfWay() async throws {
    for behaviour in [RawServer.Behaviour.half, .broken, .response("")] {
      let (trail, asked) = try await Self.follow("/a", ["/a": behaviour])
      #expect(trail.branch == "unknown" && trail.click == .unknown && asked == ["/a"], "\(trail.reason)")
    }
  }

  @Test("UL-5 UL-10 no one listens: that was not a click")
  func refused() async throws {
    let server = try await RawServer([:])
    let port = server.port
    try await server.stop()
    var settings = TransportSettings()
    settings.privateAddresses = .allow
    let transport = try Transport(settings)
    let resolver = LinkResolver(
      settings: LinkSettings(appsFlyer: EmailLinkPolicy(emailDomains: ["127.0.0.1"])), hop: transport.linkHop)
    let trail = await resolver.resolve(LinkRequest("http://127.0.0.1:\(port)/a", from: .commandLine))
    #expect(trail.branch == "transport-failure" && trail.click == .no)
    await transport.close()
  }

  @Test("UL-10 UL-15 a Location whose bytes are not UTF-8 leads nowhere, and its branch says so")
  func latin() async throws {
    let server = try ScriptedServer { _ in
      Array("HTTP/1.1 302 Moved\r\nLocation: /caf".utf8) + [0xE9]
        + Array("\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
    }
    var hosts = HostMap()
    try hosts.add(resolve: "click.brand.example:\(server.port):127.0.0.1")
    let transport = try Transport(TransportSettings(hosts: hosts))
    let resolver = LinkResolver(
      settings: LinkSettings(appsFlyer: EmailLinkPolicy(emailDomains: ["click.brand.example"])),
      hop: transport.linkHop)
    let link = "http://click.brand.example:\(server.port)/a"
    let trail = await resolver.resolve(LinkRequest(link, from: .mail))
    #expect(trail.branch == "redirect-bad-url" && trail.click == .yes && trail.hops.count == 1)
    #expect(
      trail.reason.hasSuffix(": it holds bytes that are not UTF-8, or U+FFFD, which stands for such bytes"))
    await transport.close()
  }

  @Test("UL-10 a redirect to what is never followed stops there, after the click")
  func hostile() async throws {
    for target in [
      "http://user@other.example/", "https://a..b/", "javascript:alert(1)", "file:///etc/passwd",
    ] {
      let (trail, asked) = try await Self.follow("/a", ["/a": .redirect(302, target)])
      #expect(trail.isFailure && trail.click == .yes && asked == ["/a"], "\(target): \(trail.branch)")
    }
  }

  @Test(
    "UL-9 UL-15 --resolve is host:port:address, as curl has it",
    arguments: [
      ("a.example:443:127.0.0.1", true), ("A.example:8443:[::1]", true), ("a.example:1:::1", true),
      ("münchen.example:443:127.0.0.1", true), ("[::1]:443:127.0.0.1", true), ("[::1:443:127.0.0.1", false),
      ("::1:443:127.0.0.1", false),
      ("a.example:443", false), ("a.example:443:", false), ("a.example:443:b.example", false),
      ("a.example:0:127.0.0.1", false), ("a.example:65536:127.0.0.1", false), (":443:127.0.0.1", false),
      ("a.example:x:127.0.0.1", false), ("a.example:443:1.2.3", false), ("a.example:443:1.2.3.456", false),
    ])
  func resolveEntries(text: String, isGood: Bool) {
    var hosts = HostMap()
    do {
      try hosts.add(resolve: text)
      #expect(isGood && hosts.targets.count == 1)
    } catch {
      #expect(!isGood && error.description.contains(text))
    }
  }

  @Test(
    "UL-9 UL-15 a mapped host is asked where the map says, however the link or the map spells it",
    arguments: [
      ("NEWS.Brand.Example", "news.brand.example"), ("news.brand.example", "News.BRAND.example"),
      ("news.brand.example.", "news.brand.example"), ("news.brand.example", "news.brand.example."),
      ("xn--mnchen-3ya.example", "münchen.example"),
      ("[2001:DB8:0::1]", "[2001:db8::1]"), ("[2001:db8::1]", "[2001:0db8:0:0:0:0:0:1]"),
    ])
  func spellings(asked: String, mapped: String) async throws {
    let server = try await RawServer(["/a": .page])
    var hosts = HostMap()
    try hosts.add(resolve: "\(mapped):\(server.port):127.0.0.1")
    let transport = try Transport(
      TransportSettings(hosts: hosts))
    let request = LinkHop.Request(url: "http://\(asked):\(server.port)/a", headers: [], timeout: 60)
    #expect(try await transport.linkHop.get(request).status == 200)
    #expect(server.paths == ["/a"])
    await transport.close()
    try await server.stop()
  }

  @Test("UL-9 UL-15 an entry is for its own port alone")
  func ports() async throws {
    let server = try await RawServer(["/a": .page])
    var hosts = HostMap()
    try hosts.add(resolve: "click.brand.example:\(server.port):127.0.0.1")
    try hosts.add(resolve: "click.brand.example:1:127.0.0.2")
    let transport = try Transport(
      TransportSettings(hosts: hosts))
    let request = LinkHop.Request(
      url: "http://click.brand.example:\(server.port)/a", headers: [], timeout: 60)
    #expect(try await transport.linkHop.get(request).status == 200)
    await #expect(throws: LinkHop.Failure.self) {
      _ = try await transport.linkHop.get(
        .init(url: "http://click.brand.example:1/a", headers: [], timeout: 60))
    }
    #expect(server.paths == ["/a"])
    await transport.close()
    try await server.stop()
  }
}
