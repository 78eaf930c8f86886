import Foundation
import InboxCore
import InboxTestSupport
import InboxTransport
import Testing

@testable import InboxSandbox

@Suite("The sandbox has the pictures of its campaigns")
struct PictureRoutesTests {
  @Test(
    "SB-1 SB-5 every picture of the shipped campaigns is on a host that is played, and counted when loaded")
  func shipped() async throws {
    let files = try CampaignFile.bundled()
    let sandbox = try await Sandbox.start(SandboxOptions(launchesTimed: false), campaigns: files)
    let endpoint = sandbox.endpoint
    var hosts: Set<String> = []
    for campaign in files.flatMap(\.campaigns) {
      let html = (campaign.rich?.html ?? "") + " src=\"\(campaign.icon ?? "")\""
      hosts.formUnion(html.matches(of: /(?:src|background)="https:\/\/([^\/"]+)/).map { String($0.1) })
    }
    #expect(hosts.count > 5 && hosts.subtracting(endpoint.hosts) == [])
    let transport = try transport(endpoint)
    func get(_ url: String) async throws -> LinkHop.Response { try await self.get(url, transport) }
    #expect(try await sandbox.receipts().pictures == [])
    let kinds: [(String, [UInt8])] = [
      ("https://cdn.tidemoor.example/nl/31/hero.jpg", [0xFF, 0xD8]),
      ("https://cdn.tidemoor.example/nl/31/logo.png", [0x89, 0x50]),
      ("https://content.railnord.example/img/ferry.jpg", Array("RIFF".utf8)),
      ("https://cdn.tidemoor.example/icons/bean.png", [0x89, 0x50]),
      ("https://post.tidemoor.example/pub/open.gif", Array("GIF8".utf8)),
      ("https://cdn.tidemoor.example/img/logo.svg", Array("<svg".utf8)),
      ("https://cdn.tidemoor.example/nl/31/hero.jpg", [0xFF, 0xD8]),
    ]
    for (url, head) in kinds {
      let reply = try await get(url)
      #expect(reply.status == 200)
      #expect(Array(reply.body.prefix(head.count)) == head, "\(url)")
    }
    let pictures = try await sandbox.receipts().pictures
    #expect(pictures.count == 6)
    #expect(pictures.first { $0.path == "/nl/31/hero.jpg" }?.count == 2)
    // A path never leads out of the folder.
    #expect(try await get("https://cdn.tidemoor.example/../../Scenarios/x.png").body.starts(with: [0x89]))
    _ = try await sandbox.reset()
    #expect(try await sandbox.receipts().pictures == [])
    await transport.close()
    await sandbox.stop()
  }

  private func transport(_ endpoint: SandboxEndpoint) throws -> Transport {
    let target = HostMap.Target(address: "127.0.0.1", port: endpoint.tlsPort)
    return try Transport(
      TransportSettings(
        origins: [endpoint.httpURL],
        hosts: HostMap(https: endpoint.hosts, to: target), authorities: [endpoint.caCertificatePEM]))
  }

  private func get(_ url: String, _ transport: Transport) async throws -> LinkHop.Response {
    try await transport.linkHop.get(LinkHop.Request(url: url, headers: [], timeout: 60))
  }

  @Test(
    "SB-1 every host of a picture over https is played; the same address has the same drawn picture, another one another"
  )
  func drawn() async throws {
    let toml = """
      [brand]
      name = "Acme"
      domain = "news.acme.example"
      [[campaign]]
      id = "a"
      kind = "open-rich-message"
      subject = "A"
      message = "A"
      icon = "https://icons.acme.example/a.png"
      [campaign.rich]
      html = '<img src="https://pics.acme.example/x.webp?size=2"><img src="http://plain.acme.example/y.png">'
      """
    let file = try CampaignFile.parse(toml, name: "a.toml")
    let sandbox = try await Sandbox.start(SandboxOptions(), campaigns: [file])
    #expect(
      sandbox.endpoint.hosts.filter { $0.hasSuffix(".example") } == [
        "icons.acme.example", "news.acme.example", "pics.acme.example",
      ])
    let transport = try transport(sandbox.endpoint)
    let first = try await get("https://pics.acme.example/x.webp?size=2", transport).body
    #expect(try await get("https://pics.acme.example/x.webp?size=2", transport).body == first)
    #expect(first.starts(with: [0x89, 0x50]))
    for other in ["https://pics.acme.example/y.webp?size=2", "https://icons.acme.example/x.webp?size=2"] {
      #expect(try await get(other, transport).body != first, "\(other)")
    }
    await transport.close()
    await sandbox.stop()
  }
}
