import InboxCore
import InboxModel
import InboxTransport
import InboxTUI
import InboxVendors
import Testing

@testable import inbox

/// What a profile of the configuration becomes, whole.
struct ConfigFileTests {
  private func profile(
    _ more: String, backEnd: String = "https://mc.example.com/", appToken: String = "a"
  ) throws -> Profile {
    let text = """
      [profile.p]
      back-end = "\(backEnd)"
      app-token = "\(appToken)"
      account-token = "b"
      \(more)
      """
    return try ConfigFile(text: text, name: "config.toml").profile("p")
  }

  @Test("FE-11 what the example wrote is to be replaced, or left out where the profile can do without it")
  func placeholders() throws {
    func problem(_ text: String) throws -> String {
      let file = try ConfigFile(text: "[profile.p]\n" + text, name: "config.toml")
      return "\(try #require(try file.profile("p").placeholder))"
    }
    let needed = "still says “replace me”, as the example does. Write your own."
    let optional = "still says “replace me”, as the example does. Write your own, or leave the key out."
    let tokens = "back-end = \"https://mc.example.com/\"\naccount-token = \"a\"\n"
    #expect(try problem(tokens + "app-token = \"Replace me\"").hasSuffix(needed))
    #expect(try problem(tokens + "app-token = \"a\"\nuser = \"replace me\"").hasSuffix(optional))
    // The first in the file, whatever comes first in the alphabet.
    let two = "app-token = \"replace me\"\naccount-token = \"replace me\""
    #expect(try problem("back-end = \"https://mc.example.com/\"\n" + two).contains(":3:1: "))
    let inner = "app-token = \"a\"\n[profile.p.links]\napp-id = \"replace me\""
    #expect(try problem(tokens + inner).hasSuffix(optional))
    let iterable = "vendor = \"iterable\"\nemail = \"a@b.example\"\n"
    #expect(try problem(iterable + "api-key = \"replace me\"").hasSuffix(needed))
  }

  @Test(
    "MC-1 MC-3 MC-6 EN-3 EN-7 UL-4 UL-10 UL-11 UL-12 UL-14 every key of a profile is read, each into its setting"
  )
  func full() throws {
    let profile = try profile(
      """
      user = "anna"
      centers = ["Offers"]
      enabled = false
      refresh = { interval = 45.5 }
      cache = { retention-days = 3 }
      session = { ends-on-open = true, displays = "at-session-end" }
      outbox = { events = 200 }
      [profile.p.links]
      branded-domains = ["news.acme.example"]
      app-paths = ["/pub/app"]
      flow = "sdk"
      execute-web-url = true
      esp-domains = ["click.acme.example"]
      onelink-domains = ["go.acme.example"]
      app-id = "TEAMID1234.example.acme"
      associated-domains = ["applinks:news.acme.example"]
      on-open = "follow"
      [profile.p.bloomreach]
      domains = ["www.acme.example"]
      project-token = "project"
      authorization = "Token key"
      base-url = "https://api.acme.example"
      automatic-session-tracking = false
      session-timeout = 90
      [[profile.p.routes]]
      pattern = "acme://sale/{name}"
      screen = "Sale"
      """)
    var settings = MessageCenterSettings(centers: try CenterList(["Offers"]))
    settings.isEnabled = false
    settings.refreshInterval = 45.5
    settings.retention = RetentionPolicy(days: 3)
    settings.sessionEndsOnOpen = true
    settings.displayDelivery = .atSessionEnd
    settings.outboxLimit = OutboxLimit(events: 200)
    var campaigns = CampaignSettings(cookie: "")
    campaigns.tracksSessions = false
    campaigns.sessionTimeout = 90
    #expect(profile.vendors.campaigns == campaigns)
    #expect(profile.settings == settings && profile.user == "anna" && profile.onOpen == .follow)
    var links = LinkSettings(
      brandedDomains: ["news.acme.example"], appPaths: ["/pub/app"],
      appsFlyer: EmailLinkPolicy(emailDomains: ["click.acme.example"], oneLinkDomains: ["go.acme.example"]),
      campaignDomains: ["www.acme.example"],
      routes: RouteTable([.init(pattern: "acme://sale/{name}", screen: "Sale")]))
    links.responsysFlow = .sdk(executesWebURL: true)
    #expect(profile.links == links && profile.appID == "TEAMID1234.example.acme")
    #expect(profile.associatedDomains == ["applinks:news.acme.example"])
    let vendors = VendorSettings(
      responsys: ResponsysSettings(base: "https://mc.example.com", appToken: "a", accountToken: "b"),
      tracking: TrackingSettings(
        base: "https://api.acme.example", project: "project", authorization: "Token key"),
      campaigns: campaigns)
    #expect(profile.vendors == vendors && profile.transport.origins == ["https://mc.example.com"])
    #expect(profile.transport.secrets == ["a", "b", "Token key", "key"])
  }

  @Test(
    "MC-1 MC-3 MC-6 EN-3 EN-7 UL-4 UL-12 what a profile leaves out is as the vendors have it, in an empty table too"
  )
  func bare() throws {
    let bare = try profile("")
    let tables = ["refresh", "cache", "session", "outbox", "links", "bloomreach"]
    let empty = try profile(tables.map { "\($0) = {}" }.joined(separator: "\n"))
    for (profile, campaigns) in [(bare, nil), (empty, CampaignSettings(cookie: ""))] {
      let settings = MessageCenterSettings(centers: .primaryOnly)
      #expect(profile.vendors.campaigns == campaigns)
      #expect(profile.settings == settings && profile.links == LinkSettings() && profile.user == nil)
      #expect(profile.settings.isEnabled && profile.settings.refreshInterval == 300)
      #expect(profile.settings.retention == nil)
      #expect(!profile.settings.sessionEndsOnOpen && profile.settings.displayDelivery == .asShown)
      #expect(profile.settings.outboxLimit.events == 10_000)
      #expect(profile.links.appPaths == ["/pub/acc"] && profile.links.responsysFlow == .independent)
      #expect(profile.appID == nil && profile.associatedDomains == nil)
      #expect(profile.vendors.tracking == nil && profile.transport.timeout == 20)
    }
    #expect(empty.vendors.campaigns?.tracksSessions == true)
    #expect(empty.vendors.campaigns?.sessionTimeout == 60)
    let links = try profile(
      """
      links = { flow = "sdk" }
      bloomreach = { project-token = "p", authorization = "Bearer x" }
      """)
    #expect(links.links.responsysFlow == .sdk(executesWebURL: false))
    #expect(
      links.vendors.tracking
        == TrackingSettings(base: "https://api.exponea.com", project: "p", authorization: "Bearer x"))
  }

  @Test(
    "VE-1 VE-6 a person whom the vendor cannot have is refused with the place in the file",
    arguments: [
      ("vendor = \"iterable\"\napi-key = \"k\"\nemail = \"a b@c.example\"", "4:1", "not an e-mail address"),
      ("vendor = \"iterable\"\napi-key = \"k\"\nuser = \"userId=\"", "4:1", "names no one"),
      (
        "back-end = \"https://a.example\"\napp-token = \"a\"\naccount-token = \"b\"\nuser = \"a\\u000Ab\"",
        "5:1", "U+000A"
      ),
    ])
  func people(text: String, place: String, says: String) throws {
    let file = try ConfigFile(text: "[profile.p]\n" + text, name: "config.toml")
    let error = #expect(throws: (any Error).self) { try file.profile("p") }
    let sentence = error.map { "\($0)" } ?? ""
    #expect(sentence.hasPrefix("config.toml:\(place)") && sentence.contains(says), "\(sentence)")
  }

  @Test(
    "UL-1 UL-3 app paths are compared as the paths of links are, and one that could never match is refused")
  func appPaths() throws {
    for path in ["/pub/acc", "/pub/acc/", "/pub/%61cc"] {
      let links = try profile("links = { branded-domains = [\"a.example\"], app-paths = [\"\(path)\"] }")
        .links
      #expect(links.appPaths == ["/pub/acc"])
      #expect(links.classify("https://a.example/pub/acc?_ri_=x") == .responsysApp)
    }
    for (path, mark) in [("/pub/acc?x", "?"), ("/pub/acc#x", "#"), ("/pub/*", "*")] {
      let error = #expect(throws: (any Error).self) { try profile("links = { app-paths = [\"\(path)\"] }") }
      let text = error.map { "\($0)" } ?? ""
      #expect(
        text.contains("app-paths: “\(path)” never matches: ") && text.contains(" Leave \(mark) out."),
        "\(text)")
    }
  }

  @Test(
    "VE-7 a secret that holds a control character is refused with its place, before anything is sent",
    arguments: ["a\\nb", "a\\u001bb", "a\\u007f"])
  func controlCharacters(secret: String) throws {
    let error = #expect(throws: (any Error).self) {
      try profile("", appToken: secret)
    }
    #expect(
      error.map { "\($0)" }?.contains("app-token: it holds a line break or another control character") == true
    )
  }

  @Test(
    "VE-1 tokens go over https only, but to this machine, never beside a user name, and never behind a query or a fragment",
    arguments: [
      ("http://mc.example.com", "tokens go over https only, except to this machine."),
      ("https://u:p@mc.example.com", "it carries a user name or password."),
      ("https://u@mc.example.com", "it carries a user name or password."),
      ("https://@mc.example.com/api", "it carries a user name or password."),
      ("https://mc.example.com/api?key=x", "it has a query (?…), and paths are appended to it."),
      ("https://mc.example.com?", "it has a query (?…), and paths are appended to it."),
      ("http://127.0.0.1:9/#top", "it has a fragment (#…), which no server gets."),
    ])
  func addresses(address: String, complaint: String) throws {
    let backEnd = #expect(throws: (any Error).self) { try profile("", backEnd: address) }
    let tracking = #expect(throws: (any Error).self) {
      try profile("bloomreach = { base-url = \"\(address)\" }")
    }
    for (error, key) in [(backEnd, "back-end"), (tracking, "base-url")] {
      #expect(error.map { "\($0)" }?.contains("\(key): \(complaint)") == true)
    }
    #expect(try profile("", backEnd: "http://127.0.0.1:9").vendors.responsys.base == "http://127.0.0.1:9")
  }
}
