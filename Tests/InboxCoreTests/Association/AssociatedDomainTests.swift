import InboxModel
import Testing

@testable import InboxDomains

struct AssociatedDomainTests {
  @Test("UL-8 an entry is a service, a host and perhaps a mode")
  func entry() throws {
    let plain = try AssociatedDomain("applinks:Shop.Brand.example")
    #expect(plain.service == .applinks)
    #expect(plain.host == "shop.brand.example")
    #expect(!plain.isWildcard)
    #expect(plain.mode == nil)
    let wild = try AssociatedDomain("applinks:*.brand.example?mode=developer+managed")
    #expect(wild.host == "brand.example")
    #expect(wild.isWildcard)
    #expect(wild.mode == "developer+managed")
    #expect(wild.text == "applinks:*.brand.example?mode=developer+managed")
    #expect(try AssociatedDomain("webcredentials:xn--brnd-loa.example").service == .webcredentials)
  }

  @Test(
    "UL-8 a malformed entry says what is wrong",
    arguments: [
      ("brand.example", "names no service; write applinks:HOST"),
      ("", "names no service; write applinks:HOST"),
      (
        "https://brand.example",
        "does not begin with a service; the services are applinks, webcredentials, "
          + "activitycontinuation, appclips"
      ),
      (
        "AppLinks:brand.example",
        "does not begin with a service; the services are applinks, webcredentials, "
          + "activitycontinuation, appclips"
      ),
      ("applinks:", "has no host"), ("applinks:*.", "has no host"),
      ("applinks:https://brand.example", "holds a URL; write the host alone"),
      ("applinks:brand.example/pub/acc", "has a path; an entry is for a whole host"),
      ("applinks:brand.example/", "has a path; an entry is for a whole host"),
      ("applinks:brand.example:443", "has a port; an entry has none"),
      ("applinks:me@brand.example", "has a user name; write the host alone"),
      ("applinks:*", "has “*” elsewhere than in front as “*.”"),
      ("applinks:*brand.example", "has “*” elsewhere than in front as “*.”"),
      ("applinks:a.*.example", "has “*” elsewhere than in front as “*.”"),
      ("applinks:$(HOST)", "still holds a build variable; look at the built app's entitlements"),
      ("applinks:bränd.example", "is not ASCII; write the host as punycode (xn--…)"),
      ("applinks:brand..example", "has no well-formed host name"),
      ("applinks:.brand.example", "has no well-formed host name"),
      ("applinks: brand.example", "has no well-formed host name"),
      ("applinks:-brand.example", "has no well-formed host name"),
      ("applinks:brand_x.example", "has no well-formed host name"),
      ("applinks:brand.example?", "has “?” without a mode; write ?mode=developer or ?mode=managed"),
      ("applinks:brand.example?mode=", "has “?” without a mode; write ?mode=developer or ?mode=managed"),
      ("applinks:brand.example?a=b", "has “?” without a mode; write ?mode=developer or ?mode=managed"),
    ] as [(String, String)])
  func malformed(entry: String, problem: String) {
    let shown = JSONValue.string(entry).serialized
    #expect(throws: InboxError.configuration("The associated domain \(shown) \(problem).")) {
      try AssociatedDomain(entry)
    }
  }

  @Test("UL-8 a host of more than 253 characters, or a label of more than 63, is refused")
  func long() {
    let label = String(repeating: "a", count: 63)
    #expect(throws: Never.self) { try AssociatedDomain("applinks:\(label).example") }
    #expect(throws: InboxError.self) { try AssociatedDomain("applinks:\(label)a.example") }
    let host = Array(repeating: label, count: 4).joined(separator: ".")
    #expect(throws: InboxError.self) { try AssociatedDomain("applinks:\(host)") }
  }

  @Test(
    "UL-8 the longest applinks entry that stands for the host wins; a wildcard is not the bare host",
    arguments: [
      ("brand.example", ["applinks:brand.example"], "applinks:brand.example", ""),
      ("BRAND.example", ["applinks:Brand.Example"], "applinks:Brand.Example", ""),
      ("a.brand.example", ["applinks:*.brand.example"], "applinks:*.brand.example", ""),
      ("a.b.brand.example", ["applinks:*.brand.example"], "applinks:*.brand.example", ""),
      (
        "me.users.brand.example",
        ["applinks:*.brand.example", "applinks:*.users.brand.example?mode=managed"],
        "applinks:*.users.brand.example?mode=managed", "; it is longer than applinks:*.brand.example"
      ),
      (
        "a.brand.example", ["applinks:*.brand.example", "applinks:a.brand.example"],
        "applinks:a.brand.example",
        "; it is longer than applinks:*.brand.example"
      ),
      (
        "a.brand.example", ["applinks:a.brand.example", "webcredentials:a.brand.example", "nonsense"],
        "applinks:a.brand.example", ""
      ),
    ] as [(String, [String], String, String)])
  func covered(host: String, entries: [String], winner: String, rest: String) {
    let coverage = AssociatedDomain.covering(host: host, in: entries)
    #expect(coverage.entry?.text == winner)
    #expect(coverage.reason == "\(winner) covers \(host)\(rest)")
  }

  @Test(
    "UL-8 why no entry covers the host",
    arguments: [
      ("brand.example", [], "there is no applinks entry; add applinks:brand.example"),
      (
        "brand.example", ["applinks:*.brand.example"],
        "applinks:*.brand.example covers the subdomains only; add applinks:brand.example"
      ),
      (
        "brand.example", ["webcredentials:brand.example"],
        "webcredentials:brand.example is not for links; add applinks:brand.example"
      ),
      (
        "a.brand.example", ["applinks:brand.example", "applinks:b.brand.example"],
        "none of the 2 applinks entries covers a.brand.example; add applinks:a.brand.example"
      ),
      (
        "evilbrand.example", ["applinks:*.brand.example"],
        "the applinks entry does not cover evilbrand.example; add applinks:evilbrand.example"
      ),
    ] as [(String, [String], String)])
  func notCovered(host: String, entries: [String], reason: String) {
    let coverage = AssociatedDomain.covering(host: host, in: entries)
    #expect(coverage == .init(entry: nil, reason: reason, problems: []))
  }

  @Test("UL-8 a malformed entry does not count and is reported")
  func problems() {
    let coverage = AssociatedDomain.covering(host: "brand.example", in: ["applinks:brand.example/"])
    #expect(coverage.entry == nil)
    #expect(
      coverage.problems == [
        #"The associated domain "applinks:brand.example/" has a path; an entry is for a whole host."#
      ])
  }
}
