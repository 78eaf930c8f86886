import Foundation
import InboxCore
import InboxModel
import InboxPictures
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxTransport

/// Links, redirects, pictures and rich content that lead into this machine, over real sockets.
@Suite("FE-9 UL-10 private addresses", .queued)
struct PrivateAddressTests {
  private static func transport(
    _ hosts: HostMap = HostMap(), backEnd: String = "https://mc.brand.example",
    _ addresses: PrivateAddresses = .refuse
  ) throws -> Transport {
    var settings = TransportSettings(origins: [backEnd], hosts: hosts)
    settings.privateAddresses = addresses
    return try Transport(settings)
  }

  private static let spellings = [
    "127.0.0.1", "127.1", "0x7f.1", "2130706433", "localhost", "LOCALHOST.", "[::ffff:127.0.0.1]", "0.0.0.0",
  ]

  @Test("UL-10 a redirect into this machine is not asked in any spelling, says why and how to allow it")
  func redirects() async throws {
    let inner = try await RawServer(["/secret": .page])
    for host in Self.spellings {
      let target = "http://\(host):\(inner.port)/secret"
      let outer = try await RawServer(["/a": .redirect(302, target)])
      var hosts = HostMap()
      try hosts.add(resolve: "click.brand.example:\(outer.port):127.0.0.1")
      let transport = try Self.transport(hosts)
      let settings = LinkSettings(appsFlyer: EmailLinkPolicy(emailDomains: ["click.brand.example"]))
      let trail = await LinkResolver(settings: settings, hop: transport.linkHop)
        .resolve(LinkRequest("http://click.brand.example:\(outer.port)/a", from: .mail))
      #expect(trail.isFailure && trail.click == .yes && outer.paths == ["/a"], "\(host): \(trail.reason)")
      #expect(["redirect-refused", "redirect-bad-url"].contains(trail.branch), "\(host): \(trail.branch)")
      if trail.branch == "redirect-refused" {
        #expect(trail.reason.contains("private-addresses = \"allow\""))
      }
      await transport.close()
      try await outer.stop()
    }
    #expect(inner.paths == [])
    try await inner.stop()
  }

  @Test(
    "UL-1 UL-5 a link into this machine is not a click; allowed, mapped or of the back end itself it is asked"
  )
  func links() async throws {
    let server = try await RawServer(["/a": .page])
    let place = "127.0.0.1:\(server.port)"
    let settings = LinkSettings(appsFlyer: EmailLinkPolicy(emailDomains: ["127.0.0.1"]))
    func follow(_ transport: Transport) async -> LinkTrail {
      let resolver = LinkResolver(settings: settings, hop: transport.linkHop)
      let trail = await resolver.resolve(LinkRequest("http://\(place)/a", from: .commandLine))
      await transport.close()
      return trail
    }
    let refused = await follow(try Self.transport())
    #expect(refused.branch == "address-refused" && refused.click == .no && refused.hops == [])
    #expect(server.paths == [])
    var hosts = HostMap()
    try hosts.add(resolve: "\(place):127.0.0.1")
    for transport in [
      try Self.transport(HostMap(), .allow), try Self.transport(hosts),
      try Self.transport(backEnd: "http://\(place)"),
    ] {
      #expect(await follow(transport).click == .yes)
    }
    #expect(server.paths == ["/a", "/a", "/a"])
    func dryRun(_ transport: Transport, _ link: String) async -> LinkTrail {
      let resolver = LinkResolver(settings: settings, hop: transport.linkHop)
      let trail = await resolver.resolve(LinkRequest(link, from: .commandLine, gesture: .dryRun))
      await transport.close()
      return trail
    }
    let seen = await dryRun(try Self.transport(), "http://\(place)/a")
    #expect(
      seen.branch == "address-refused" && seen.reason == refused.reason && seen.outcome == refused.outcome)
    for transport in [
      try Self.transport(HostMap(), .allow), try Self.transport(hosts),
      try Self.transport(backEnd: "http://\(place)"),
    ] {
      #expect(await dryRun(transport, "http://\(place)/a").branch == "would-follow")
    }
    #expect(server.paths == ["/a", "/a", "/a"])
    // The back end's own port, not its whole machine.
    #expect(await follow(try Self.transport(backEnd: "http://127.0.0.1:1")).branch == "address-refused")
    try await server.stop()
  }

  @Test("FE-9 a picture there is not asked for, whether the message names it or a redirect does")
  func pictures() async throws {
    let inner = try await RawServer(["/p.png": .page])
    let outer = try await RawServer(["/p.png": .redirect(302, "http://127.0.0.1:\(inner.port)/p.png")])
    var hosts = HostMap()
    try hosts.add(resolve: "cdn.brand.example:\(outer.port):127.0.0.1")
    let transport = try Self.transport(hosts)
    let loader = PictureLoader(hop: transport.linkHop) { _ in .trackingPixel }
    for address in ["http://cdn.brand.example:\(outer.port)/p.png", "http://127.0.0.1:\(inner.port)/p.png"] {
      guard case .failed(let reason) = await loader.load(address) else {
        Issue.record("\(address) was loaded")
        continue
      }
      #expect(reason.contains("is an address of this machine"), "\(reason)")
    }
    #expect(inner.paths == [] && outer.paths == ["/p.png"])
    await transport.close()
    try await inner.stop()
    try await outer.stop()
  }

  @Test("MC-17 FE-9 rich content there is not asked for")
  func richContent() async throws {
    let port = try LoopbackPort(.silent)
    let transport = try Self.transport()
    for host in ["127.0.0.1", "127.1", "0x7f000001", "localhost", "[::1]", "127。0。0。1"] {
      let url = "https://\(host):\(port.number)/x"
      await #expect {
        _ = try await transport.responsys.richContent(MessageID("m1"), url, .device("d"))
      } throws: { error in
        guard case InboxError.contentUnavailable(_, let reason) = error else { return false }
        return reason.contains("private-addresses")
      }
    }
    await transport.close()
  }

  @Test("FE-9 a name that leads there ends when it is connected to, before a request is sent")
  func names() async throws {
    let server = try await RawServer(["/a": .page])
    let transport = try Self.transport()
    // As if the name had looked harmless: what decides is where the connection leads.
    let request = try transport.request("http://localhost:\(server.port)/a")
    await #expect(throws: PrivateAddressGuard.Refused.self) {
      _ = try await transport.exchange(request, isGuarded: true, seconds: 60, limit: 100)
    }
    #expect(server.paths == [])
    #expect(try await transport.exchange(request, seconds: 60, limit: 100).status == 200)
    await transport.close()
    try await server.stop()
  }

  @Test("MC-17 a back end in other letters is the back end")
  func origin() async throws {
    let server = try await RawServer([Endpoint.rich(MessageID("m1")): .page])
    let transport = try Self.transport(backEnd: "http://localhost:\(server.port)")
    let url = "http://LocalHost:\(server.port)\(Endpoint.rich(MessageID("m1")))"
    #expect(try await transport.responsys.richContent(MessageID("m1"), url, .device("d")) == "ok")
    await transport.close()
    try await server.stop()
  }
}
