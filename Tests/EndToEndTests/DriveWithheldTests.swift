import Foundation
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

@testable import inbox

/// What a line of ‘inbox drive’ does not send, as no one has allowed it.
@MainActor
struct DriveWithheldTests {
  @Test(
    "QA-6 VE-8 UL-10 UL-11 a redirect that is not followed and a campaign click that is withheld are in notSent"
  )
  func links() async throws {
    let server = try ScriptedServer { _ in
      Array(
        "HTTP/1.1 302 Found\r\nLocation: http://click.acme.example/y\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
          .utf8)
    }
    let folder = try TemporaryFolder()
    var profile = try ConfigFile(
      text: """
        [profile.p]
        back-end = "http://127.0.0.1:9"
        app-token = "a"
        account-token = "b"
        links = { esp-domains = ["127.0.0.1", "click.acme.example"] }
        bloomreach = { domains = ["www.acme.example"], project-token = "p", authorization = "Token t" }
        """, name: "config.toml"
    ).profile("p")
    profile.folder = folder.path
    profile.transport.privateAddresses = .allow
    profile.access = try profile.access(asks: true, nil)
    let session = try DriveSession(profile, recording: nil)
    try await session.start()
    func line(_ link: String) async throws -> (what: [String?], why: String) {
      let line = #"{"id":1,"do":"link","url":"\#(link)"}"#
      let notSent = await session.respond(to: DriveLine(Data(line.utf8))).0["notSent"]?.elements ?? []
      return (
        notSent.map { $0["what"]?.text }, notSent.compactMap { $0["why"]?.text }.joined(separator: "; ")
      )
    }
    let redirect = try await line("http://127.0.0.1:\(server.port)/x")
    #expect(redirect.what == ["link"] && redirect.why.contains("whether"), "\(redirect)")
    #expect(redirect.why.contains("the redirect leads to http://click.acme.example/y"), "\(redirect)")
    for number in 1...2 {
      let click = try await line("https://www.acme.example/sale?xnpe_cmp=e\(number)")
      #expect(click.what == ["track"] && click.why.contains("no terminal to ask whether"), "\(click)")
    }
    #expect(server.requests == ["GET /x"])
    await session.close()
  }
}
