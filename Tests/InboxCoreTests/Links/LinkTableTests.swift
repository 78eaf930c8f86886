import Foundation
import InboxCore
import InboxModel
import InboxVendors
import Testing

/// What a link is and where it would lead, from its text alone.
struct LinkTableTests {
  /// Class, kind of outcome, link.
  private static let table = """
    responsys-app unresolved https://news.brand.example/pub/acc?_ri_=1&_ei_=2
    responsys-app unresolved https://NEWS.Brand.example/pub/acc
    refused stop https://xn--oogle-wmc.com/
    refused stop https://xn--oogle-qmc.com/
    refused stop https://xn--gogle-lkg.com/
    refused stop https://xn--gogle-mkg.com/
    refused stop https://xn--ogle-0duk.com/
    refused stop https://example.xn--comlogin-g03d.com/
    refused stop https://127.1/
    refused stop https://2130706433/
    refused stop https://0177.0.0.1/
    refused stop https://0x7f000001/
    refused stop https://1.2.3.256/
    web browser https://127.0.0.1/
    web browser https://0.0.0.0/
    web browser https://xn--mnchen-3ya.de/
    web browser https://xn--e1afmkfd.xn--p1ai/
    web browser https://xn--ihqwcrb4cv8a8dqg056pqjye.example/
    web browser https://3com.example/
    appsflyer-onelink unresolved https://brand.onelink.me/H5hv/abc12345
    responsys-app unresolved HTTPS://news.brand.example/pub/acc
    responsys-app unresolved https://news.other.example/pub/acc?_ri_=1
    responsys-app unresolved https://news.brand.example:8443/pub/acc
    responsys-app unresolved https://news.brand.example:/pub/acc
    responsys-app unresolved https://news.brand.example./pub/acc
    responsys-app unresolved https://news.brand.example.:8443/pub/acc
    responsys-app unresolved https://news.brand.example/pub/acc/
    responsys-app unresolved https://news.brand.example/pub/%61cc
    responsys-app unresolved https://news.brand.example/pub/acc?
    responsys-app unresolved https://news.brand.example/pub/acc#top
    responsys-app unresolved https://news.brand.example/pub/acc?next=https://evil.example/
    responsys-app unresolved https://news.brand.example/pub/acc?a={b}|c
    responsys-other browser http://news.brand.example/pub/acc
    responsys-other browser https://news.brand.example/pub/cc?_ri_=1
    responsys-other browser http://news.brand.example/pub/cc?_ri_=1
    responsys-other browser https://news.brand.example/pub/cct
    responsys-other browser https://news.brand.example/pub/optout
    responsys-other browser https://news.brand.example/pub/accx
    responsys-other browser https://news.brand.example/pub/acc/x
    responsys-other browser https://news.brand.example/pub//acc
    responsys-other browser https://news.brand.example/PUB/ACC
    responsys-other browser https://news.brand.example/x/pub/acc
    responsys-other browser https://news.brand.example/
    responsys-other browser https://news.brand.example
    responsys-other browser https://news.brand.example?path=/pub/acc
    responsys-other browser https://news.brand.example/?pub/acc
    responsys-other browser https://news.brand.example/pub%2Facc2
    responsys-other browser https://news.brand.example/pub/cc?xnpe_cmp=1
    web browser https://evil-news.brand.example/pub/acc
    web browser https://news.brand.example.evil.example/pub/acc
    web browser https://brand.example/pub/acc
    web browser https://news.brand.example.example/pub/acc
    web browser https://anews.brand.example/pub/acc
    web browser https://evil.example/news.brand.example/pub/acc
    web browser https://evil.example/?https://news.brand.example/pub/acc
    web browser https://evil.example#news.brand.example/pub/acc
    web browser https://www.example.com/
    web browser http://www.example.com/
    web browser http://www.brand.example/engagement/x?xnpe_cmp=1
    web browser https://www.example.com:8080/x?y=z#w
    web browser https://192.0.2.7/
    web browser https://[2001:db8::1]/x
    web browser https://[2001:db8::1]:8443/x
    web browser https://example.com/%2e%2e/x
    web browser https://example.com/ümlaut
    web browser https://example.com/\u{65E5}\u{672C}?q=\u{1F6B4}
    web browser https://localhost/x
    web browser https://a_b.example/x
    web browser https://xn--bcher-kva.example/
    web browser https://xn--fiqs8s/
    web browser https://example.com/?utm_medium=email&utm_source=x
    web browser https://example.com/?xnpe_cmp=
    web browser https://example.com/?xnpe_cmp&xnpe_cmp=late
    web browser https://example.com/?utm=xnpe_cmp
    appsflyer-esp unresolved https://click.brand.example/ls/click?upn=abc
    appsflyer-esp unresolved http://click.brand.example/x
    appsflyer-esp unresolved https://CLICK.brand.example
    appsflyer-esp unresolved https://click.brand.example./x
    appsflyer-esp unresolved https://email.brand.example:8443/x
    appsflyer-esp unresolved https://click.brand.example/?link=https://a.onelink.me/b
    appsflyer-esp unresolved https://click.brand.example/?xnpe_cmp=1
    web browser https://click.brand.example.evil.example/x
    web browser https://evil-click.brand.example/x
    web browser https://sub.click.brand.example/x
    web browser https://clickbrand.example/x
    appsflyer-onelink unresolved https://brand.onelink.me/H5hv/6d66214a
    appsflyer-onelink deeplink https://brand.onelink.me/H5hv
    appsflyer-onelink screen https://brand.onelink.me/H5hv?deep_link_value=apples
    appsflyer-onelink screen https://brand.onelink.me/H5hv?deep_link_value=fruits%2Fpear&deep_link_sub1=26
    appsflyer-onelink screen https://brand.onelink.me/H5hv?deep_link_value=shop%3A%2F%2Fproducts%2F7
    appsflyer-onelink deeplink https://brand.onelink.me/H5hv?deep_link_value=pears
    appsflyer-onelink deeplink https://brand.onelink.me/H5hv?deep_link_value=
    appsflyer-onelink deeplink https://brand.onelink.me/H5hv?deep_link_value=javascript%3Aalert(1)
    appsflyer-onelink screen https://brand.onelink.me/H5hv?af_dp=shop%3A%2F%2Fproducts%2F7
    appsflyer-onelink deeplink https://brand.onelink.me/H5hv?af_dp=javascript%3Aalert(1)
    appsflyer-onelink deeplink http://brand.onelink.me/H5hv?pid=Email
    appsflyer-onelink deeplink https://BRAND.OneLink.me/x
    appsflyer-onelink deeplink https://a.b.onelink.me/x
    appsflyer-onelink deeplink https://go.brand.example/x
    appsflyer-onelink screen https://go.brand.example/x?deep_link_value=apples
    web browser https://onelink.me/x
    web browser https://evilonelink.me/x
    web browser https://brand.onelink.me.evil.example/x
    web browser https://brand.onelink.mex/x
    web browser https://sub.go.brand.example/x
    bloomreach-campaign screen https://www.brand.example/engagement/spring?utm_source=br&xnpe_cmp=e1.2
    bloomreach-campaign screen https://www.brand.example/engagement/spring
    bloomreach-campaign browser https://www.brand.example/other?xnpe_cmp=e1.2
    bloomreach-campaign browser https://WWW.brand.example/
    bloomreach-campaign browser https://www.brand.example./
    bloomreach-campaign browser https://elsewhere.example/?utm_source=x&xnpe_cmp=e1.2
    bloomreach-campaign browser https://elsewhere.example/?xnpe_cmp=a&xnpe_cmp=b
    bloomreach-campaign browser https://elsewhere.example/?xnpe_cmp=%20
    custom-scheme screen shop://products/1
    custom-scheme screen SHOP://Products/1
    custom-scheme screen shop://products/1?x=https://evil.example
    custom-scheme screen shop://account/messages
    custom-scheme screen shop:/products/1
    custom-scheme deeplink shop://account/Messages
    custom-scheme deeplink shop://products
    custom-scheme deeplink shop://products/1/2
    custom-scheme deeplink shopx://products/1
    custom-scheme deeplink mailto:a@b.example
    custom-scheme deeplink tel:+123
    custom-scheme deeplink intent://x#Intent;scheme=http;end
    custom-scheme deeplink itms-apps://itunes.apple.com/app/id1
    custom-scheme deeplink pio-ABC123://x
    custom-scheme deeplink ftp://example.com/x
    custom-scheme deeplink shop:
    refused stop javascript:alert(1)
    refused stop JavaScript:alert(1)
    refused stop file:///etc/passwd
    refused stop FILE:/etc/passwd
    refused stop data:text/html,x
    refused stop vbscript:x
    refused stop blob:https://a.example/x
    refused stop about:blank
    refused stop view-source:https://a.example
    refused stop filesystem:https://a.example/x
    refused stop #top
    refused stop www.example.com
    refused stop //www.example.com/
    refused stop /pub/acc
    refused stop :x
    refused stop 1http://a.example/
    refused stop ht!tp://a.example/
    refused stop https:/a.example/
    refused stop https:a.example
    refused stop https:///nohost
    refused stop https://?x
    refused stop https://:443/
    refused stop https://a.example:99999/
    refused stop https://a.example:0/
    refused stop https://a.example:8x/
    refused stop https://a..example/
    refused stop https://.example/
    refused stop https://a%2Eexample/
    refused stop https://[::1/
    refused stop https://[zz]/
    refused stop https://a,b.example/
    refused stop https://news.brand.example@evil.example/pub/acc
    refused stop https://user:pass@news.brand.example/pub/acc
    refused stop https://@news.brand.example/
    refused stop https://news.brand.example\\@evil.example/
    refused stop https://news.brand.example\\pub\\acc
    refused stop https://b\u{FC}cher.example/
    refused stop https://n\u{435}ws.brand.example/pub/acc
    refused stop https://xn--nws-rdd.brand.example/pub/acc
    refused stop https://xn--80ak6aa92e.com/
    refused stop https://xn--0.example/
    refused stop https://news.brand.example/pub/acc?\u{202E}x
    refused stop https://news.bra\u{AD}nd.example/
    refused stop https://news.brand.example\u{3002}evil.example/
    refused stop shop://products/\u{200B}1
    """.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2).map(String.init) }

  @Test("UL-1 UL-3 UL-10 UL-11 UL-14 the table holds at least 120 links over all classes")
  func size() {
    #expect(Self.table.count >= 120)
    #expect(Set(Self.table.map { $0[0] }).count == 8)
    #expect(Set(Self.table.map { $0[2] }).count == Self.table.count)
  }

  @Test("UL-1 UL-3 UL-10 UL-11 UL-14 UL-15 what a link is, and where it would lead", arguments: table)
  func classes(row: [String]) async {
    let trail = await LinkFixture.dryRun(row[2])
    #expect(trail.linkClass.name == row[0], "\(row[2]): \(trail.reason)")
    #expect(trail.outcome.kind == row[1], "\(row[2]): \(trail.reason)")
    #expect(trail.hops.isEmpty && trail.click == .no && !trail.reason.isEmpty)
    // Whatever is handed to a browser is the link untouched (UL-3).
    if row[1] == "browser" { #expect(trail.outcome.url == row[2]) }
  }

  @Test(
    "UL-14 what is of another app's scheme, or of none, is shown, not run, and not judged as a link of the app",
    arguments: [
      ("ftp://example.com/x", "ftp: links are not the app's; they are shown, not run"),
      ("SFTP://example.com/x", "sftp: links are not the app's; they are shown, not run"),
      ("mailto:a@b.example", "mailto: links open another app of a phone; they are shown, not run"),
      ("tel:+123", "tel: links open another app of a phone; they are shown, not run"),
      ("sms:+123", "sms: links open another app of a phone; they are shown, not run"),
    ])
  func otherSchemes(_ link: String, _ reason: String) async {
    let trail = await LinkFixture.dryRun(link)
    #expect(trail.branch == "other-scheme" && trail.reason == reason && trail.isOfOtherScheme)
    #expect(trail.outcome == .deepLink(url: link) && trail.click == .no)
    for own in ["shopx://products/1", "teleport://x", "shop:"] {
      #expect(await LinkFixture.dryRun(own).branch == "unknown-route", "\(own)")
    }
  }

  @Test(
    "UL-14 a refused link says why",
    arguments: [
      ("", "the link is empty"), ("www.example.com", "it has no scheme such as https:"),
      ("javascript:alert(1)", "javascript: links are never run"),
      ("https://a b.example/", "it contains blanks or control characters"),
      ("https://a.example/\u{1B}[31m", "it contains blanks or control characters"),
      ("https://a.example/\u{9B}31m", "it contains blanks or control characters"),
      ("https://a.example/\u{202E}", "it contains invisible characters"),
      ("https://a.example/\u{2003}", "it contains invisible characters"),
      ("https://a.example\\b", "it contains a backslash, which programs read differently"),
      (
        "https://news.brand.example@evil.example/pub/acc",
        "it carries a user name, which hides the real host evil.example"
      ),
      (
        "https://xn--80ak6aa92e.com/",
        "its host xn--80ak6aa92e.com reads “аррӏе.com”: all of its letters look like Latin ones and are none"
      ),
      (
        "https://xn--nws-rdd.brand.example/",
        "its host xn--nws-rdd.brand.example reads “nеws.brand.example”: it mixes Latin letters with those of "
          + "another script, which look like them"
      ),
      ("https://xn--google-.com/", "its host xn--google-.com encodes what needs no encoding"),
      ("https://0x7f.1/", "its host 0x7f.1 is an IP address in disguise"),
      ("https://xn--0.example/", "its host xn--0.example is not a valid internationalised name"),
    ])
  func reasons(link: String, reason: String) async {
    let trail = await LinkFixture.dryRun(link)
    #expect(trail.linkClass == .refused(reason))
    #expect(trail.outcome == .stop(reason: reason, offered: nil))
  }

  @Test("UL-14 an over-long link is shown, not followed")
  func tooLong() async {
    let longest = "https://a.example/" + String(repeating: "x", count: 8_192 - 18)
    #expect(await LinkFixture.dryRun(longest).linkClass == .web)
    #expect(
      await LinkFixture.dryRun(longest + "x").reason
        == "it is 8193 bytes long; more than 8192 are not followed"
    )
  }

  @Test("UL-14 a host that is declared is not judged by its looks")
  func declared() async {
    let settings = LinkSettings(brandedDomains: ["xn--80ak6aa92e.com"])
    #expect(
      await LinkFixture.dryRun("https://xn--80ak6aa92e.com/pub/acc", settings).linkClass == .responsysApp)
  }

  @Test(
    "UL-14 host names as a person reads them",
    arguments: [
      ("xn--bcher-kva.example", "bücher.example"), ("xn--fiqs8s", "中国"), ("a.example", "a.example"),
      ("xn--mnchen-3ya.de", "münchen.de"), ("xn--e1afmkfd.xn--p1ai", "пример.рф"),
      ("xn--ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
    ])
  func unicode(host: String, shown: String) { #expect(HostName.unicode(host) == shown) }

  @Test("UL-14 custom-scheme links go to the app's routes; an unknown one is shown as such")
  func routes() {
    let routes = LinkFixture.settings.routes
    #expect(routes.screen(for: "SHOP://products/12?x=1#y")?.parameters == [.init(name: "id", value: "12")])
    #expect(routes.screen(for: "shop://products/12")?.trail == ["shop", "products", "12"])
    #expect(routes.screen(for: "shop://account/messages")?.title == "Messages")
    #expect(routes.screen(for: "other://products/1") == nil)
  }
}
