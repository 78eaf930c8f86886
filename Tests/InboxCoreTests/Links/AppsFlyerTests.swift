import Foundation
import InboxModel
import InboxVendors
import Testing

@testable import InboxCore

/// Links of email services and OneLinks (seed 002).
struct AppsFlyerTests {
  private static let link = "https://click.brand.example/ls/click?upn=abc"
  private static let policy = LinkFixture.settings.appsFlyer

  /// Answers by URL; what is not in the table was not to be asked.
  private func resolver(_ responses: [String: LinkHop.Response]) -> LinkResolver {
    LinkFixture.resolver { request throws(LinkHop.Failure) in
      guard let response = responses[request.url] else {
        Issue.record("asked \(request.url)")
        throw .timedOut
      }
      return response
    }
  }

  @Test("UL-10 a mail's link that wraps a OneLink: the deep link flow, with value and subs")
  func wrapsOneLink() async {
    let one =
      "https://brand.onelink.me/H5hv?pid=Email&c=fruit&deep_link_value=apples&deep_link_sub1=26&deep_link_sub10=z"
    let trail = await LinkFixture.follow(
      Self.link, resolver([Self.link: LinkHop.Response(302, location: one)]))
    #expect(trail.branch == "onelink" && trail.deepLinkStatus == .found && trail.click == .yes)
    #expect(trail.hops.map(\.url) == [Self.link])
    #expect(
      trail.clickEvent?.members == [
        "original_link": .string(Self.link), "link": .string(one), "is_deferred": .bool(false),
        "pid": .string("Email"), "c": .string("fruit"), "media_source": .string("Email"),
        "campaign": .string("fruit"), "deep_link_value": .string("apples"), "deep_link_sub1": .string("26"),
        "deep_link_sub10": .string("z"),
      ])
    #expect(
      trail.outcome
        == .screen(
          AppScreen(
            title: "Fruit", trail: ["onelink", "apples"],
            parameters: [
              .init(name: "deep_link_sub1", value: "26"), .init(name: "deep_link_sub10", value: "z"),
            ],
            url: one)))
  }

  @Test(
    "UL-10 UL-14 a redirect to what no link may be is not followed, and nothing of it is asked",
    arguments: [
      "https://www.xn--80ak6aa92e.com/login", "https://a.example/x\\y", "https://a.example/\u{202E}gpj",
      "https://u@a.example/", "https://a.example/" + String(repeating: "a", count: 9_000),
    ])
  func hostileRedirect(location: String) async {
    let trail = await LinkFixture.follow(
      Self.link, resolver([Self.link: LinkHop.Response(302, location: location)]))
    #expect(trail.outcome.kind == "stop" && trail.hops.count == 1, "\(trail)")
    #expect(["redirect-refused", "redirect-bad-url"].contains(trail.branch))
  }

  @Test(
    "UL-10 VE-7 of a redirect that is not followed the beginning is shown, without a part of a secret",
    arguments: ["https://u@a.example/", "https://a.example/x\\y/", "https://www.xn--80ak6aa92e.com/"])
  func secretInRedirect(place: String) async {
    let location = place.padding(toLength: 190, withPad: "a", startingAt: 0) + "0123456789-secret"
    var response = LinkHop.Response(302, location: location)
    response.mask = SecretMask(known: ["0123456789-secret"])
    let trail = await LinkFixture.follow(Self.link, resolver([Self.link: response]))
    #expect(trail.reason.contains("•••") && !trail.reason.contains("0123"), "\(trail.reason)")
  }

  @Test(
    "UL-5 UL-16 redirects to the same request are a circle: nothing is asked twice",
    arguments: [
      "#frag", "https://CLICK.brand.example/ls/click?upn=abc",
      "https://click.brand.example:443/ls/click?upn=abc",
    ])
  func sameRequest(location: String) async {
    let trail = await LinkFixture.follow(
      Self.link, resolver([Self.link: LinkHop.Response(307, location: location)]))
    #expect(trail.branch == "redirect-loop" && trail.hops.count == 1)
  }

  @Test(
    "UL-10 the eleventh redirect is one too many, also where it leads out",
    arguments: ["https://x.onelink.me/T/?deep_link_value=a", "shop://products/1"])
  func eleventhLeadsOut(end: String) {
    func chain(_ count: Int) -> RedirectChain.Step {
      var chain = RedirectChain("https://click.brand.example/0", policy: Self.policy)
      for number in 1..<count { _ = chain.next(status: 302, location: "/\(number)") }
      return chain.next(status: 302, location: end)
    }
    #expect(chain(10) == .end(end))
    guard case .fail("too-many-redirects", _) = chain(11) else {
      Issue.record("the eleventh redirect was followed")
      return
    }
  }

  @Test("UL-15 a short OneLink that no one asks says so; one that fails says that, and is a failure")
  func shortFails() async {
    let short = "https://brand.onelink.me/H5hv/abc"
    let dryRun = await LinkFixture.dryRun(short)
    #expect(dryRun.branch == "would-ask" && dryRun.click == .no && dryRun.outcome == .unresolved(url: short))
    let missing = await LinkFixture.follow(short, resolver([short: LinkHop.Response(404)]))
    #expect(missing.branch == "status-failure" && missing.isFailure && missing.deepLinkStatus == .failure)
    let whole = "https://brand.onelink.me/H5hv?deep_link_value=apples"
    let found = await LinkFixture.follow(short, resolver([short: LinkHop.Response(302, location: whole)]))
    #expect(found.reason == "deep_link_value is “apples”" && found.click == .yes)
  }

  @Test("UL-10 a captured click event may leave the parameters to its link")
  func capturedEvent() {
    let one = "https://brand.onelink.me/H5hv?deep_link_value=apples"
    let event = ClickEvent(members: ["original_link": .string(Self.link), "link": .string(one)])
    let trail = LinkResolver(settings: LinkFixture.settings, hop: .none)
      .decide(event, for: LinkRequest(Self.link, from: .commandLine, gesture: .dryRun))
    #expect(trail.deepLinkStatus == .found && trail.outcome.kind == "screen")
    let hostile = ClickEvent(members: [
      "original_link": .string(Self.link), "link": .string("https://www.xn--80ak6aa92e.com/"),
    ])
    let stopped = LinkResolver(settings: LinkFixture.settings, hop: .none)
      .decide(hostile, for: LinkRequest(Self.link, from: .commandLine, gesture: .dryRun))
    #expect(stopped.branch == "link-refused" && stopped.isFailure)
  }

  @Test("UL-10 a mail's link that wraps anything else: the browser gets what it wraps")
  func wrapsWeb() async {
    let web = "https://www.example.com/sale"
    let trail = await LinkFixture.follow(
      Self.link, resolver([Self.link: LinkHop.Response(301, location: web), web: LinkHop.Response(200)]))
    #expect(trail.branch == "esp-browser" && trail.outcome == .browser(url: web))
    #expect(trail.clickEvent?.originalLink == Self.link && trail.clickEvent?.link == web)
    #expect(trail.hops.count == 2 && trail.click == .yes && trail.deepLinkStatus == .notFound)
  }

  @Test(
    "UL-10 a service that does not redirect: its own link is for the browser", arguments: [200, 404, 410])
  func noRedirect(status: Int) async {
    let trail = await LinkFixture.follow(Self.link, resolver([Self.link: LinkHop.Response(status)]))
    #expect(trail.branch == "esp-browser" && trail.outcome == .browser(url: Self.link))
    #expect(trail.click == (status < 400 ? .yes : .unknown))
  }

  @Test(
    "UL-10 UL-14 a redirect out of the web is judged like any link",
    arguments: [
      ("shop://products/7", "screen"), ("shop://elsewhere", "deeplink"), ("javascript:alert(1)", "stop"),
      ("file:///etc/passwd", "stop"), ("mailto:a@b.example", "stop"),
    ])
  func outOfTheWeb(target: String, kind: String) async {
    let trail = await LinkFixture.follow(
      Self.link, resolver([Self.link: LinkHop.Response(302, location: target)]))
    #expect(trail.outcome.kind == kind, "\(trail.branch)")
    #expect(trail.click == .yes)
  }

  @Test(
    "UL-10 relative, absolute and protocol-relative redirects, every status from 300 to 308",
    arguments: [
      (300, "/next", "https://click.brand.example/next"),
      (301, "https://b.example/x?y#z", "https://b.example/x?y#z"),
      (302, "//b.example/x", "https://b.example/x"),
      (303, "next?a=1", "https://click.brand.example/ls/next?a=1"),
      (304, "../up", "https://click.brand.example/up"),
      (305, "http://b.example/", "http://b.example/"),
      (306, "?q=2", "https://click.brand.example/ls/click?q=2"),
      (307, "https://b.example/a%20b", "https://b.example/a%20b"),
      (308, "https://b.example:8443/", "https://b.example:8443/"),
      (308, "https://bücher.example:8443/ü", "https://xn--bcher-kva.example:8443/%C3%BC"),
      (302, "//BÜCHER.example", "https://xn--bcher-kva.example"),
      (302, "https://b.example/%2F?a=x|y&b=%20 z", "https://b.example/%2F?a=x%7Cy&b=%20%20z"),
      (302, "/50%off?a[]=1&b=%2F#c#%20", "https://click.brand.example/50%25off?a%5B%5D=1&b=%2F#c%23%20"),
      (302, "//[2001:db8::1]/é%20", "https://[2001:db8::1]/%C3%A9%20"),
    ])
  func redirects(status: Int, location: String, target: String) {
    var chain = RedirectChain(Self.link, policy: Self.policy)
    #expect(chain.next(status: status, location: location) == .ask(target))
    #expect(chain.next(status: 200, location: nil) == .end(target))
  }

  @Test(
    "UL-10 redirects that lead nowhere say so",
    arguments: [
      (302, nil, "redirect-without-location"), (302, "", "redirect-without-location"),
      (302, "https://click.brand.example/ls/click?upn=abc", "redirect-loop"),
      (302, "https://user@b.example/", "redirect-bad-url"), (302, "https://b..example/", "redirect-bad-url"),
      (302, "https://☃.example/", "redirect-bad-url"),
      (500, nil, "status-failure"), (503, "https://b.example/", "status-failure"),
    ])
  func nowhere(status: Int, location: String?, branch: String) async {
    let trail = await LinkFixture.follow(
      Self.link, resolver([Self.link: LinkHop.Response(status, "oops", location: location)]))
    #expect(trail.branch == branch)
    #expect(trail.outcome == .stop(reason: trail.reason, offered: Self.link))
    #expect(trail.deepLinkStatus == .failure && trail.body == "oops")
  }

  @Test(
    "UL-10 UL-14 what no browser may be given is never offered to one: the link itself is",
    arguments: ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "shop:x"])
  func offered(target: String) async {
    let trail = await LinkFixture.follow(
      Self.link, resolver([Self.link: LinkHop.Response(302, location: target)]))
    if case .stop(_, let offered) = trail.outcome { #expect(offered == Self.link) }
    let event = ClickEvent(members: ["original_link": .string(target), "link": .string(target)])
    let decided = LinkResolver(settings: LinkFixture.settings, hop: .none)
      .decide(event, for: LinkRequest(target, from: .commandLine))
    guard case .stop(_, let offered) = decided.outcome else { return }
    #expect(offered == nil, "\(offered ?? "")")
  }

  @Test(
    "UL-10 UL-15 a redirect that no request can follow says why",
    arguments: [
      ("https://user@b.example/", "it carries a user name"), ("https://b..example/", "is not a host name"),
      ("https://b.example:99999/", "is not a port"), ("https:///x", "it has no host"),
      ("https://0x7f.1/", "is an IP address in disguise"),
    ])
  func badURL(location: String, reason: String) async {
    let trail = await LinkFixture.follow(
      Self.link, resolver([Self.link: LinkHop.Response(302, location: location)]))
    #expect(trail.branch == "redirect-bad-url" && trail.reason.contains(reason), "\(trail.reason)")
  }

  @Test("UL-10 ten redirects are followed, the eleventh is not; a circle ends where it closes")
  func chains() {
    func follow(_ count: Int) -> RedirectChain.Step {
      var chain = RedirectChain("https://click.brand.example/0", policy: Self.policy)
      for number in 1...count {
        let step = chain.next(status: 302, location: "/\(number)")
        guard case .ask = step else { return step }
      }
      return chain.next(status: 200, location: nil)
    }
    #expect(follow(10) == .end("https://click.brand.example/10"))
    #expect(
      follow(11) == .fail(branch: "too-many-redirects", reason: "more than 10 redirects follow one another"))
    var circle = RedirectChain("https://click.brand.example/a", policy: Self.policy)
    #expect(circle.next(status: 302, location: "/b") == .ask("https://click.brand.example/b"))
    #expect(
      circle.next(status: 302, location: "/a")
        == .fail(
          branch: "redirect-loop", reason: "the redirects lead back to https://click.brand.example/a"))
  }

  @Test("UL-5 UL-10 a time-out before the first response may be a click; after it the click was counted")
  func timeouts() async {
    let first = LinkFixture.resolver { _ throws(LinkHop.Failure) in throw .timedOut }
    #expect(await LinkFixture.follow(Self.link, first).click == .unknown)
    let second = LinkFixture.resolver { request throws(LinkHop.Failure) in
      if request.url == Self.link {
        return LinkHop.Response(302, location: "https://b.example/", milliseconds: 9_400)
      }
      // What is left of the ten seconds.
      #expect(request.timeout == 1)
      throw .timedOut
    }
    let trail = await LinkFixture.follow(Self.link, second)
    #expect(trail.branch == "unknown" && trail.click == .yes && trail.hops.count == 2)
  }

  @Test("UL-10 a short OneLink is asked what it stands for; its server's redirect says it")
  func shortLink() async {
    let short = "https://brand.onelink.me/H5hv/6d66214a"
    let long = "https://brand.onelink.me/H5hv?deep_link_value=fruits%2Fpear"
    let trail = await LinkFixture.follow(
      Self.link,
      resolver([
        Self.link: LinkHop.Response(302, location: short), short: LinkHop.Response(302, location: long),
      ]))
    #expect(trail.hops.map(\.url) == [Self.link, short])
    #expect(trail.clickEvent?.link == short && trail.clickEvent?.deepLinkValue == "fruits/pear")
    #expect(trail.outcome.kind == "screen")
    let direct = await LinkFixture.follow(short, resolver([short: LinkHop.Response(302, location: long)]))
    #expect(direct.outcome.kind == "screen" && direct.clickEvent?.originalLink == nil && direct.click == .yes)
  }

  @Test("UL-10 a short OneLink whose server says nothing still opens the app")
  func silentShortLink() async {
    let short = "https://brand.onelink.me/H5hv/6d66214a"
    for response in [
      LinkHop.Response(200), LinkHop.Response(302, location: "https://apps.apple.com/app/id1"),
    ] {
      let trail = await LinkFixture.follow(short, resolver([short: response]))
      #expect(trail.outcome == .deepLink(url: short) && trail.deepLinkStatus == .notFound)
    }
    let down = LinkFixture.resolver { _ throws(LinkHop.Failure) in throw .transport("connection refused") }
    let trail = await LinkFixture.follow(short, down)
    #expect(trail.branch == "transport-failure" && trail.deepLinkStatus == .failure && trail.click == .no)
    #expect(trail.outcome == .stop(reason: trail.reason, offered: short))
  }

  @Test(
    "UL-10 every branch of seed 002 that stops says which",
    arguments: [
      (#"{"original_link":"https://click.brand.example/a","link":"https://a.onelink.me/b"}"#, "onelink"),
      (#"{"original_link":"https://click.brand.example/a","link":"https://go.brand.example/b"}"#, "onelink"),
      (#"{"original_link":"https://click.brand.example/a","link":"https://onelink.me/b"}"#, "esp-browser"),
      (
        #"{"original_link":"https://click.brand.example/a","link":"https://email.brand.example/b"}"#,
        "esp-browser"
      ),
      (
        #"{"original_link":"https://click.brand.example/a","link":"https://x.onelink.me.evil.example/"}"#,
        "esp-browser"
      ),
      (
        #"{"is_deferred":true,"original_link":"https://click.brand.example/a","link":"https://a.onelink.me/b"}"#,
        "deferred"
      ),
      (#"{"is_deferred":"true","original_link":"https://click.brand.example/a"}"#, "deferred"),
      (#"{"is_deferred":1,"original_link":"https://click.brand.example/a"}"#, "deferred"),
      (
        #"{"is_deferred":0,"original_link":"https://click.brand.example/a","link":"https://a.onelink.me/b"}"#,
        "onelink"
      ),
      (#"{"link":"https://a.onelink.me/b"}"#, "no-original-link"), ("{}", "no-original-link"),
      (#"{"original_link":"","link":"https://a.onelink.me/b"}"#, "no-original-link"),
      (#"{"original_link":7,"link":"https://a.onelink.me/b"}"#, "original-link-bad-url"),
      (#"{"original_link":null,"link":"https://a.onelink.me/b"}"#, "no-original-link"),
      (#"{"original_link":"not a url","link":"https://a.onelink.me/b"}"#, "original-link-bad-url"),
      (#"{"original_link":"mailto:x","link":"https://a.onelink.me/b"}"#, "original-link-no-host"),
      (
        #"{"original_link":"https://evil.example/?click.brand.example","link":"https://a.onelink.me/b"}"#,
        "not-an-esp-domain"
      ),
      (
        #"{"original_link":"https://a.click.brand.example/","link":"https://a.onelink.me/b"}"#,
        "not-an-esp-domain"
      ),
      (#"{"original_link":"https://click.brand.example/a"}"#, "no-link"),
      (#"{"original_link":"https://click.brand.example/a","link":"%%%"}"#, "link-bad-url"),
      (#"{"original_link":"https://click.brand.example/a","link":"https://u@b.example/"}"#, "link-bad-url"),
      (#"{"original_link":"https://click.brand.example/a","link":"shop:products"}"#, "link-no-host"),
      (
        #"{"original_link":"javascript://click.brand.example/a","link":"https://a.onelink.me/b"}"#,
        "original-link-bad-url"
      ),
    ])
  func branches(event: String, branch: String) throws {
    guard case .object(let members) = try JSONValue.parse(Data(event.utf8)) else {
      return #expect(Bool(false), "it is not an object")
    }
    #expect(Self.policy.branch(of: ClickEvent(members: members)).name.rawValue == branch)
    let resolver = LinkResolver(settings: LinkFixture.settings, hop: .none)
    let trail = resolver.decide(ClickEvent(members: members), for: LinkRequest("x", from: .commandLine))
    #expect(trail.branch == branch)
    #expect(trail.isFailure == !["onelink", "esp-browser"].contains(branch))
  }

  @Test("UL-10 a number as a value of a captured click event is read as its text")
  func numbers() throws {
    let text = #"{"deep_link_value":42,"deep_link_sub1":1.5,"deep_link_sub2":true,"deep_link_sub3":"x"}"#
    let event = ClickEvent(members: try #require(try JSONValue.parse(Data(text.utf8)).members))
    #expect(event.deepLinkValue == "42")
    #expect(event.subs.map { "\($0.name) \($0.value)" } == ["deep_link_sub1 1.5", "deep_link_sub3 x"])
  }

  @Test(
    "UL-10 UL-14 a captured click event that wraps what is no web link is refused, whatever host it names",
    arguments: ["javascript://b.onelink.me/x", "file://b.onelink.me/etc/passwd"])
  func noWebLink(link: String) {
    let event = ClickEvent(original: "https://click.brand.example/a", link: link, isOneLink: false)
    let trail = LinkResolver(settings: LinkFixture.settings, hop: .none)
      .decide(event, for: LinkRequest("x", from: .commandLine))
    #expect(trail.branch == "link-refused" && trail.isFailure, "\(trail.branch)")
  }
}
