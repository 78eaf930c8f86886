import Foundation
import InboxCore
import InboxModel
import InboxVendors
import NIOConcurrencyHelpers
import Testing

/// App links of a branded domain (seeds 000 and 001).
struct ResponsysTests {
  private static let link = "https://news.brand.example/pub/acc?_ri_=1&_ei_=2"

  @Test(
    "UL-1 UL-2 what a response leads to",
    arguments: [
      (
        200, #"{"webLinkUrl":"https://www.b.example/p","mobileDeepLinkUrl":"shop://products/7"}"#,
        "deep-link", "screen"
      ),
      (204, #"{"webLinkUrl":"https://www.b.example/p","mobileDeepLinkUrl":null}"#, "web-link", "browser"),
      (299, #"{"webLinkUrl":"https://www.b.example/p","mobileDeepLinkUrl":""}"#, "web-link", "browser"),
      (200, #"{"webLinkUrl":"https://www.b.example/p"}"#, "web-link", "browser"),
      (200, #"{"mobileDeepLinkUrl":"shop://nowhere/1"}"#, "deep-link", "deeplink"),
      (200, #"{"webLinkUrl":null,"mobileDeepLinkUrl":null}"#, "nowhere", "stop"),
      (200, #"{"webLinkUrl":"javascript:alert(1)"}"#, "web-link", "stop"),
      (200, #"{"webLinkUrl":"https://www.brand.example/engagement/x?xnpe_cmp=1"}"#, "web-link", "browser"),
      (200, #"{"mobileDeepLinkUrl":"https://news.brand.example/pub/acc?again"}"#, "deep-link", "browser"),
      (200, #"{"mobileDeepLinkUrl":"https://click.brand.example/x"}"#, "deep-link", "browser"),
      // A deep link that is refused does not hide the web link.
      (
        200, #"{"webLinkUrl":"https://w.example/","mobileDeepLinkUrl":"javascript:alert(1)"}"#, "web-link",
        "browser"
      ),
      (200, #"{"webLinkUrl":"https://w.example/","mobileDeepLinkUrl":"not a url"}"#, "web-link", "browser"),
      (200, #"{"mobileDeepLinkUrl":"javascript:alert(1)"}"#, "deep-link", "stop"),
      // A response is as hostile as a link.
      (200, #"{"webLinkUrl":"https://www.xn--80ak6aa92e.com/login"}"#, "web-link", "stop"),
      (200, #"{"webLinkUrl":"https://a.example/x\\y"}"#, "web-link", "stop"),
      (200, #"{"webLinkUrl":"https://a.example/\u202egpj"}"#, "web-link", "stop"),
      (200, #"{"webLinkUrl":"https://a.example/\nclick yes\u001b[31m"}"#, "web-link", "stop"),
      (200, #"{"webLinkUrl":"https://u@a.example/"}"#, "web-link", "stop"),
      (200, #"{"webLinkUrl":5}"#, "parse-failure", "stop"), (200, "<html>", "parse-failure", "stop"),
      (200, "", "parse-failure", "stop"), (200, "[]", "parse-failure", "stop"),
      (404, "gone", "status-failure", "stop"), (302, "", "status-failure", "stop"),
      (500, #"{"webLinkUrl":"https://x.example"}"#, "status-failure", "stop"),
      (199, "{}", "status-failure", "stop"),
    ])
  func responses(status: Int, body: String, branch: String, kind: String) async {
    let resolver = LinkFixture.resolver { _ throws(LinkHop.Failure) in LinkHop.Response(status, body) }
    let trail = await LinkFixture.follow(Self.link, resolver)
    #expect(trail.branch == branch)
    #expect(trail.outcome.kind == kind)
    #expect(trail.click == (branch == "status-failure" ? .unknown : .yes))
    #expect(trail.hops == [.init(url: Self.link, status: status, milliseconds: 3)])
    // What could not be used is kept for the event pane.
    #expect(trail.body == (branch.hasSuffix("-failure") && !body.isEmpty ? body : nil))
  }

  @Test(
    "UL-1 UL-5 failures are told apart; what may have been a click says so",
    arguments: [
      (LinkHop.Failure.transport("connection refused"), "transport-failure", LinkTrail.Click.no),
      (.timedOut, "unknown", .unknown), (.interrupted("the connection broke"), "unknown", .unknown),
    ])
  func failures(failure: LinkHop.Failure, branch: String, click: LinkTrail.Click) async {
    let resolver = LinkFixture.resolver { _ throws(LinkHop.Failure) in throw failure }
    let trail = await LinkFixture.follow(Self.link, resolver)
    #expect(trail.branch == branch)
    #expect(trail.click == click)
    #expect(trail.reason.contains("may have been counted") == (click == .unknown))
    #expect(trail.outcome == .stop(reason: trail.reason, offered: Self.link))
  }

  @Test("UL-1 a response that is too large is a parse failure: its status and its beginning are kept")
  func tooLarge() async {
    let resolver = LinkFixture.resolver { _ throws(LinkHop.Failure) in
      LinkHop.Response(status: 200, location: nil, body: Data("{\"web".utf8), isCut: true, milliseconds: 3)
    }
    let trail = await LinkFixture.follow(Self.link, resolver)
    #expect(trail.branch == "parse-failure" && trail.hops.map(\.status) == [200] && trail.click == .yes)
    #expect(trail.body == "{\"web")
  }

  @Test("UL-1 UL-5 the request is the vendor's, and there is one")
  func request() async {
    let requests = NIOLockedValueBox<[LinkHop.Request]>([])
    let resolver = LinkFixture.resolver { request throws(LinkHop.Failure) in
      requests.withLockedValue { $0.append(request) }
      throw .timedOut
    }
    _ = await LinkFixture.follow(Self.link + "&name={x}", resolver)
    #expect(
      requests.withLockedValue { $0 } == [
        LinkHop.Request(
          url: Self.link + "&name=%7Bx%7D",
          headers: [
            .init("Accept", "application/json"),
            .init("User-Agent", "ResponsysPubWebResolver (CPU iPhone OS like Mac OS X)"),
          ], timeout: 10)
      ])
  }

  @Test(
    "UL-3 UL-5 only a tracked link makes a request, and looking never does",
    arguments: [
      "https://news.brand.example/pub/cc", "https://www.example.com", "shop://products/1", "file:///x",
      "https://brand.onelink.me/x?deep_link_value=apples", "https://www.brand.example/?xnpe_cmp=1",
    ])
  func noRequest(link: String) async {
    let resolver = LinkFixture.resolver { request throws(LinkHop.Failure) in
      Issue.record("asked \(request.url)")
      throw .timedOut
    }
    #expect(await LinkFixture.follow(link, resolver).hops.isEmpty)
    for tracked in [Self.link, "https://click.brand.example/x", "https://brand.onelink.me/a/b"] {
      let dryRun = await resolver.resolve(LinkRequest(tracked, from: .mail, gesture: .dryRun))
      #expect(dryRun.hops.isEmpty && dryRun.click == .no)
    }
  }

  private static func sdk(executes: Bool) -> LinkSettings {
    var settings = LinkFixture.settings
    settings.responsysFlow = .sdk(executesWebURL: executes)
    return settings
  }

  @Test("UL-4 with executeRsysWebURL the SDK resolves, and its notice carries all five")
  func sdkOn() async throws {
    let body = #"{"webLinkUrl":"https://www.b.example/p","mobileDeepLinkUrl":"shop://products/7"}"#
    let resolver = LinkFixture.resolver(Self.sdk(executes: true)) { _ throws(LinkHop.Failure) in
      LinkHop.Response(200, body)
    }
    let trail = await LinkFixture.follow(Self.link, resolver)
    #expect(trail.outcome.kind == "screen")
    #expect(
      trail.notice
        == WebURLNotice(
          requested: Self.link, isPubWeb: true, deepLink: "shop://products/7",
          webLink: "https://www.b.example/p"))
    #expect(
      trail.notice?.json.serialized
        == #"{"PIOErrorResolveWebURL":null,"PIORequestedWebURL":"https://news.brand.example/pub/acc?_ri_=1&_ei_=2","#
        + #""PIORequestedWebURLIsPubWebType":true,"PIOResolvedDeeplinkURL":"shop://products/7","#
        + #""PIOResolvedWeblinkURL":"https://www.b.example/p"}"#)
  }

  @Test("UL-4 the notice carries the error, and for another link the flag is false")
  func sdkNotices() async {
    let resolver = LinkFixture.resolver(Self.sdk(executes: true)) { _ throws(LinkHop.Failure) in
      LinkHop.Response(503)
    }
    let failed = await LinkFixture.follow(Self.link, resolver)
    #expect(failed.notice?.error == "the branded domain responded with status 503")
    let other = await LinkFixture.follow("https://news.brand.example/pub/cc", resolver)
    #expect(other.notice == WebURLNotice(requested: "https://news.brand.example/pub/cc", isPubWeb: false))
    #expect(other.outcome == .browser(url: "https://news.brand.example/pub/cc"))
    #expect(await LinkFixture.follow("shop://products/1", resolver).notice == nil)
  }

  @Test("UL-4 with executeRsysWebURL off the browser gets the link, and nothing is asked")
  func sdkOff() async {
    let resolver = LinkFixture.resolver(Self.sdk(executes: false)) { _ throws(LinkHop.Failure) in
      Issue.record("a request was made")
      throw .timedOut
    }
    let trail = await LinkFixture.follow(Self.link, resolver)
    #expect(trail.outcome == .browser(url: Self.link))
    #expect(trail.branch == "sdk-off" && trail.click == .no && trail.notice == nil)
  }

  @Test("UL-15 the trail as JSON, literally")
  func json() async {
    let resolver = LinkFixture.resolver { _ throws(LinkHop.Failure) in
      LinkHop.Response(200, #"{"mobileDeepLinkUrl":"shop://products/7"}"#, milliseconds: 12)
    }
    let text = await LinkFixture.follow(Self.link, resolver).json.serialized
    #expect(
      text
        == #"{"branch":"deep-link","campaign":null,"class":"responsys-app","clickEvent":null,"countedAsClick":"yes","#
        + #""deepLinkStatus":null,"gesture":"follow","hops":[{"ms":12,"status":200,"#
        + #""url":"https://news.brand.example/pub/acc?_ri_=1&_ei_=2"}],"#
        + #""link":"https://news.brand.example/pub/acc?_ri_=1&_ei_=2","origin":"command-line","#
        + #""outcome":{"kind":"screen","parameters":{"id":"7"},"screen":"Product","url":"shop://products/7"},"#
        + #""reason":"the link resolved to the deep link shop://products/7; the app's route table knows this deep link"}"#
    )
  }
}
