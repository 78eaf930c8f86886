import Foundation
import InboxCore
import InboxModel
import InboxVendors
import Testing

/// Redirects of an email service that lead to another vendor's links.
struct EmailLinkTests {
  private static let link = "https://click.brand.example/ls/click?upn=abc"
  private static let hop = "https://email.brand.example/next"

  @Test(
    "UL-3 UL-5 UL-10 a redirect to a link that another vendor counts is not requested: the browser's request is its one click",
    arguments: [
      "https://news.brand.example/pub/acc?_ri_=X", "https://news.brand.example/pub/cc?_ri_=X",
      "http://news.brand.example/pub/acc?_ri_=X", "https://www.brand.example/engagement/x?xnpe_cmp=1",
    ])
  func counted(target: String) async {
    let trail = await LinkFixture.follow(
      Self.link,
      LinkFixture.resolver { request throws(LinkHop.Failure) in
        switch request.url {
        case Self.link: return LinkHop.Response(302, location: Self.hop)
        // A click domain of the same services is a part of the way.
        case Self.hop: return LinkHop.Response(302, location: target)
        default:
          Issue.record("requested \(request.url)")
          throw .timedOut
        }
      })
    #expect(trail.hops.map(\.url) == [Self.link, Self.hop] && trail.click == .yes)
    #expect(trail.branch == "esp-browser" && trail.outcome == .browser(url: target))
    #expect(trail.isBrowsedAsClick && trail.deepLinkStatus == .notFound)
    #expect(
      trail.reason
        == "the mail's link wraps \(target), which is not a OneLink: the browser gets it; it is a tracked link itself "
        + "and was not requested here, as that would be its click")
  }

  @Test("UL-5 UL-10 the same where the time is over: no request is needed any more")
  func countedLate() async {
    let target = "https://news.brand.example/pub/acc?_ri_=X"
    let trail = await LinkFixture.follow(
      Self.link,
      LinkFixture.resolver { _ throws(LinkHop.Failure) in
        LinkHop.Response(302, location: target, milliseconds: 20_000)
      })
    #expect(trail.outcome == .browser(url: target) && trail.hops.count == 1)
  }
}
