import Foundation
import InboxCore
import InboxModel
import InboxVendors
import Testing

/// What is said of a link that is only looked at.
@Suite("UL-15 a dry run")
struct DryRunTests {
  private static let asked = [
    "https://news.brand.example/pub/acc?_ri_=x", "https://click.brand.example/ls/click?upn=x",
    "https://brand.onelink.me/H5hv/abc",
  ]

  @Test("UL-15 a link that would be asked ends nowhere yet: it is neither stopped nor offered to a browser")
  func unresolved() async {
    for link in Self.asked {
      let trail = await LinkFixture.dryRun(link)
      #expect(trail.outcome == .unresolved(url: link) && trail.isUnresolved && !trail.isFailure)
      #expect(trail.branch.hasPrefix("would-") && trail.click == .no && trail.hops == [])
      #expect(trail.json["outcome"]?["kind"]?.text == "unresolved")
    }
  }

  @Test(
    "UL-15 FE-9 where the address is refused it says what following says, and asks nothing", arguments: asked)
  func refused(link: String) async {
    var settings = LinkFixture.settings
    settings.responsysFlow = .sdk(executesWebURL: true)
    func trail(_ gesture: LinkRequest.Gesture, _ get: @escaping @Sendable () throws(LinkHop.Failure) -> Void)
      async -> LinkTrail
    {
      let hop = LinkHop(refusal: { $0.hasPrefix("https://") ? "its host is private" : nil }) {
        _ async throws(LinkHop.Failure) in
        try get()
        throw .refused("its host is private")
      }
      return await LinkResolver(settings: settings, hop: hop)
        .resolve(LinkRequest(link, from: .commandLine, gesture: gesture))
    }
    let followed = await trail(.follow) {}
    let classified = await trail(.dryRun) { () throws(LinkHop.Failure) in
      Issue.record("a dry run asked")
      throw .timedOut
    }
    #expect(classified.branch == "address-refused" && classified.isFailure && classified.click == .no)
    #expect(classified.reason == followed.reason && classified.outcome == followed.outcome)
    #expect(classified.notice == followed.notice && classified.deepLinkStatus == followed.deepLinkStatus)
    // What is never asked is refused for no address.
    #expect(await LinkFixture.dryRun("https://www.other.example/x").branch == "browser")
  }
}
