import Foundation
import InboxCore
import Testing

struct LinkTests {
  private static let settings = LinkSettings(
    brandedDomains: ["news.brand.example"],
    routes: RouteTable([
      .init(pattern: "shop://products/{id}", screen: "Product"),
      .init(pattern: "shop://account/messages", screen: "Messages"),
    ]))

  @Test(
    "UL-1 UL-3 UL-14 what a link is, from its text alone",
    arguments: [
      ("https://news.brand.example/pub/acc?_ri_=1&_ei_=2", LinkClass.responsysApp),
      ("https://NEWS.Brand.example/pub/acc", .responsysApp),
      ("https://news.brand.example:8443/pub/acc", .responsysApp),
      ("http://news.brand.example/pub/acc", .responsysOther),
      ("https://news.brand.example/pub/cc?_ri_=1", .responsysOther),
      ("https://news.brand.example/pub/accx", .responsysOther),
      ("https://news.brand.example/PUB/ACC", .responsysOther),
      ("https://news.brand.example/", .responsysOther),
      ("https://evil-news.brand.example/pub/acc", .web),
      ("https://news.brand.example.evil.example/pub/acc", .web),
      ("https://www.example.com/", .web), ("http://www.example.com/", .web),
      ("shop://products/1", .customScheme), ("mailto:a@b.example", .customScheme),
      ("javascript:alert(1)", .refused("javascript: links are never run")),
      ("JavaScript:alert(1)", .refused("javascript: links are never run")),
      ("file:///etc/passwd", .refused("file: links are never run")),
      ("data:text/html,x", .refused("data: links are never run")),
      ("", .refused("the link is empty")), ("#top", .refused("it has no scheme such as https:")),
      ("www.example.com", .refused("it has no scheme such as https:")),
      ("https://a b.example/", .refused("it contains blanks or control characters")),
      ("https://a.example/\u{1B}[31m", .refused("it contains blanks or control characters")),
      ("https:///nohost", .refused("it is not a well-formed URL")),
      (
        "https://news.brand.example@evil.example/pub/acc",
        .refused("it carries a user name, which hides the real host evil.example")
      ),
    ])
  func classes(link: String, expected: LinkClass) {
    #expect(LinkClassifier(settings: Self.settings).classify(link) == expected)
  }

  @Test("UL-14 an over-long link is shown, not followed")
  func tooLong() {
    let link = "https://a.example/" + String(repeating: "x", count: 9_000)
    guard case .refused(let reason) = LinkClassifier(settings: Self.settings).classify(link) else {
      return #expect(Bool(false), "it was not refused")
    }
    #expect(reason.contains("more than 8192"))
  }

  @Test("UL-14 custom-scheme links go to the app's routes; an unknown one is shown as such")
  func routes() {
    let routes = Self.settings.routes
    #expect(routes.screen(for: "SHOP://products/12?x=1#y")?.parameters == [.init(name: "id", value: "12")])
    #expect(routes.screen(for: "shop://products/12")?.trail == ["shop", "products", "12"])
    #expect(routes.screen(for: "shop://account/messages")?.title == "Messages")
    for unknown in [
      "shop://products", "shop://products/1/2", "other://products/1", "shop://account/Messages",
    ] {
      #expect(routes.screen(for: unknown) == nil)
    }
  }

  private func resolver(
    _ answer: @escaping @Sendable (LinkHop.Request) throws(LinkHop.Failure) -> LinkHop.Answer
  ) -> LinkResolver {
    LinkResolver(
      settings: Self.settings,
      hop: LinkHop { request async throws(LinkHop.Failure) in try answer(request) })
  }

  private static let link = "https://news.brand.example/pub/acc?_ri_=1&_ei_=2"

  @Test(
    "UL-1 UL-2 what an answer leads to",
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
      (200, #"{"mobileDeepLinkUrl":"https://news.brand.example/pub/acc?again"}"#, "deep-link", "browser"),
      (200, #"{"webLinkUrl":5}"#, "parse-failure", "stop"), (200, "<html>", "parse-failure", "stop"),
      (200, "", "parse-failure", "stop"), (200, "[]", "parse-failure", "stop"),
      (404, "gone", "status-failure", "stop"), (302, "", "status-failure", "stop"),
      (500, #"{"webLinkUrl":"https://x.example"}"#, "status-failure", "stop"),
      (199, "{}", "status-failure", "stop"),
    ])
  func answers(status: Int, body: String, branch: String, kind: String) async {
    let resolver = resolver { _ throws(LinkHop.Failure) in
      LinkHop.Answer(status: status, location: nil, body: Data(body.utf8), milliseconds: 3)
    }
    let trail = await resolver.resolve(Self.link)
    #expect(trail.branch == branch)
    #expect(trail.outcome.kind == kind)
    #expect(trail.click == (branch == "status-failure" ? .unknown : .yes))
    #expect(trail.hops == [.init(url: Self.link, status: status, milliseconds: 3)])
  }

  @Test("UL-1 UL-5 transport failure and time-out are told apart; a time-out may have been a click")
  func failures() async {
    let refused = await resolver { _ throws(LinkHop.Failure) in throw .transport("connection refused") }
      .resolve(Self.link)
    #expect(refused.branch == "transport-failure")
    #expect(refused.click == .no)
    let late = await resolver { _ throws(LinkHop.Failure) in throw .timedOut }.resolve(Self.link)
    #expect(late.branch == "unknown")
    #expect(late.click == .unknown)
    #expect(late.reason.contains("may have been counted"))
  }

  @Test("UL-1 the request is the published one, to the letter")
  func request() async {
    let resolver = resolver { request throws(LinkHop.Failure) in
      #expect(request.url == Self.link)
      #expect(request.timeout == 10)
      #expect(
        request.headers == [
          .init("Accept", "application/json"),
          .init("User-Agent", "ResponsysPubWebResolver (CPU iPhone OS like Mac OS X)"),
        ])
      return LinkHop.Answer(status: 200, location: nil, body: Data("{}".utf8), milliseconds: 0)
    }
    _ = await resolver.resolve(Self.link)
  }

  @Test(
    "UL-5 only an app link makes a request, and a dry run never does",
    arguments: [
      "https://news.brand.example/pub/cc", "https://www.example.com", "shop://products/1", "file:///x",
    ])
  func noRequest(link: String) async {
    let resolver = resolver { _ throws(LinkHop.Failure) in
      #expect(Bool(false), "a request was made")
      throw .timedOut
    }
    #expect(await resolver.resolve(link).click == .no)
    #expect(resolver.plan(Self.link).branch == "would-resolve")
  }

  @Test("UL-15 the trail as JSON, literally")
  func json() async {
    let resolver = resolver { _ throws(LinkHop.Failure) in
      LinkHop.Answer(
        status: 200, location: nil, body: Data(#"{"mobileDeepLinkUrl":"shop://products/7"}"#.utf8),
        milliseconds: 12)
    }
    let text = await resolver.resolve(Self.link).json.serialized
    #expect(
      text
        == #"{"branch":"deep-link","class":"responsys-app","countedAsClick":"yes","hops":[{"ms":12,"status":200,"#
        + #""url":"https://news.brand.example/pub/acc?_ri_=1&_ei_=2"}],"#
        + #""link":"https://news.brand.example/pub/acc?_ri_=1&_ei_=2","#
        + #""outcome":{"kind":"screen","url":"shop://products/7"},"#
        + #""reason":"the link resolved to the deep link shop://products/7; the app's route table knows this deep link"}"#
    )
  }
}
