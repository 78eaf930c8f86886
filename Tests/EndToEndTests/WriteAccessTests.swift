import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTransport
import InboxVendors
import Synchronization
import Testing

@testable import InboxCore
@testable import inbox

/// What may be changed on hosts beyond this machine, and who is asked.
struct WriteAccessTests {
  private func profile(_ text: String) throws -> Profile {
    try ConfigFile(text: "[profile.p]\n" + text, name: "config.toml").profile("p")
  }

  @Test("VE-8 a person is asked once for each profile and its hosts; where no one can be, nothing is changed")
  func question() throws {
    let folder = try TemporaryFolder()
    var asked: [String] = []
    func access(
      _ line: String?, hosts: [String] = ["api.iterable.com"], isTerminal: Bool = true
    ) throws -> WriteAccess {
      var question = WriteQuestion(inbox: hosts, person: "maria", path: folder.path + "/p/writes")
      if isTerminal {
        question.ask = {
          asked.append($0)
          return line
        }
      }
      return try question.access()
    }
    #expect(try access(nil, isTerminal: false).withholding?.contains("writes = \"allow\"") == true)
    // The end of the input is no answer, and is not remembered as one.
    #expect(try access(nil).withholding == "the question about api.iterable.com was not answered")
    for line in ["y", "n", nil] {
      let access = try access(line)
      #expect(access.withholding == nil && access.refusal(of: "api.iterable.com") == nil)
    }
    #expect(
      asked.count == 2
        && asked[0].hasPrefix("inbox reports to api.iterable.com, as maria, what arrives,"))
    #expect(
      try access("", hosts: ["api.eu.iterable.com"]).withholding?.hasPrefix("you did not allow it") == true)
    #expect(asked.count == 3)
    // Another program may have had a reply to its own question while this one was open.
    var slow = WriteQuestion(inbox: ["a.example"], person: "maria", path: folder.path + "/p/writes")
    slow.ask = { _ in
      do { _ = try access("y", hosts: ["b.example"]) } catch { Issue.record(error) }
      return "y"
    }
    #expect(try slow.access().refusal(of: "b.example") == nil)
    #expect(try access(nil, hosts: ["a.example", "b.example"]).withholding == nil && asked.count == 4)
  }

  @Test(
    "VE-8 no request that changes something passes where nothing may be changed", arguments: [true, false])
  func net(changes: Bool) async throws {
    let sent = Mutex(0)
    let port = WirePort(
      send: { _ throws(InboxError) in
        sent.withLock { $0 += 1 }
        return WireResponse(status: 200)
      }, listen: { _, _ in AsyncThrowingStream { $0.finish() } })
    let request = WireRequest("POST", "https://api.iterable.com/api/x", changes: changes)
    let notAsked = WriteAccess(refused: ["api.iterable.com": "you have not been asked for permission yet"])
    for access in [WriteAccess.none("--read-only was given"), notAsked] {
      do { _ = try await port.checked(by: access).send(request) } catch {
        #expect(error.kind == "read-only")
      }
    }
    #expect(sent.withLock { $0 } == (changes ? 0 : 2))
    let local = WireRequest("POST", "http://127.0.0.1:9/x", changes: changes)
    _ = try await port.checked(by: notAsked).send(local)
  }

  @Test("VE-8 a profile of Responsys that says nothing of writes is not asked; one of another vendor is")
  func defaults() throws {
    let own = try profile("back-end = \"https://mc.example.com\"\napp-token = \"a\"\naccount-token = \"b\"")
    #expect(try own.access(asks: true, nil).refused == [:])
    var club = try profile("vendor = \"iterable\"\napi-key = \"k\"\nuser-id = \"u1\"")
    club.folder = "/nowhere"
    let notAsked = "you have not been asked for permission yet"
    let unasked = try club.access(asks: false, nil)
    #expect(unasked.withholding == nil && unasked.refused == ["api.iterable.com": notAsked])
    #expect(try club.access(asks: true, nil).withholding != nil)
    club.writes = .allow
    #expect(try club.access(asks: true, nil) == .all)
    club.readsOnly = true
    #expect(try club.access(asks: true, nil).withholding == "--read-only was given")
  }

  private static let domains = """
    links = { branded-domains = ["news.acme.example"], esp-domains = ["click.acme.example", "127.0.0.1"] }
    """

  @Test(
    "VE-8 UL-5 where only links lead beyond this machine, a person is asked about their hosts, and nothing else waits",
    arguments: [
      "vendor = \"iterable\"\napi-key = \"k\"\nuser-id = \"u1\"\nbase-url = \"http://127.0.0.1:9\"",
      "back-end = \"https://mc.example.com\"\napp-token = \"a\"\naccount-token = \"b\"",
    ])
  func links(account: String) async throws {
    let folder = try TemporaryFolder()
    var profile = try profile("\(account)\n\(Self.domains)")
    profile.folder = folder.path
    let hosts = ["*.onelink.me", "click.acme.example", "news.acme.example"]
    let (early, notAsked) = (
      try profile.access(asks: false, nil), "you have not been asked for permission yet"
    )
    #expect(
      early.withholding == nil
        && early.refused == Dictionary(uniqueKeysWithValues: hosts.map { ($0, notAsked) }))
    let unasked = try profile.access(asks: true, nil)
    #expect(unasked.withholding == nil && unasked.refusal(of: "127.0.0.1") == nil)
    for host in hosts { #expect(unasked.refusal(of: host)?.contains("writes = \"allow\"") == true) }
    let wire = Wire()
    func follow(_ link: String, _ access: WriteAccess) async -> LinkTrail {
      await wire.follow(link, in: profile, access)
    }
    let trail = await follow("https://news.acme.example/pub/acc?_ri_=1", unasked)
    #expect(
      trail.branch == "address-refused" && trail.click == .no && trail.reason.contains("no terminal to ask"))
    #expect(await follow("https://127.0.0.1/x", unasked).click == .yes)
    var asked: [String] = []
    func say(_ line: String) throws -> WriteAccess {
      try profile.access(asks: true) {
        asked.append($0)
        return line
      }
    }
    let refused = try say("n")
    #expect(try refused.withholding == nil && refused.refusal(of: hosts[1]) != nil && say("y") == refused)
    #expect(
      asked.count == 1
        && asked[0].hasPrefix(
          "A tracked link that is followed here is requested from *.onelink.me and click.")
    )
    try FileManager.default.removeItem(atPath: folder.path + "/writes")
    #expect(try say("y").refused == [:] && say("n").refused == [:])
    #expect(await follow("https://news.acme.example/pub/acc?_ri_=1", try say("n")).click == .yes)
    #expect(wire.sent.withLock { $0 } == ["https://127.0.0.1/x", "https://news.acme.example/pub/acc?_ri_=1"])
  }

  @Test("VE-8 UL-5 an earlier permission holds for the hosts that it named; a new one is asked about")
  func newHost() throws {
    let folder = try TemporaryFolder()
    func access(_ links: [String], _ line: String?) throws -> WriteAccess {
      var question = WriteQuestion(
        inbox: ["api.iterable.com"], links: links, person: "maria", path: folder.path + "/writes")
      if let line { question.ask = { _ in line } }
      return try question.access()
    }
    func refused(_ links: [String], _ line: String? = nil) throws -> [String] {
      try access(links, line).refused.keys.sorted()
    }
    #expect(try refused([], "y") == [])
    let unasked = try access(["news.acme.example"], nil)
    #expect(unasked.withholding == nil && unasked.refused.keys.sorted() == ["news.acme.example"])
    #expect(try refused(["news.acme.example"], "y") == [])
    #expect(try refused(["news.acme.example"]) == [] && refused([]) == [])
    // A refusal is about the hosts that were asked about, and about no other.
    #expect(try refused(["news.acme.example", "other.example"], "n") == ["other.example"])
    #expect(try access(["other.example"], nil).withholding == nil)
    #expect(try refused(["news.acme.example", "third.example"], "y") == ["other.example"])
    #expect(try refused(["other.example", "third.example"], "y") == ["other.example"])
    // Refusals first: an earlier version takes the first word for the reply about every host.
    #expect(
      try String(contentsOfFile: folder.path + "/writes", encoding: .utf8)
        == "never other.example\nallow api.iterable.com news.acme.example third.example\n")
  }

  @Test(
    "VE-8 an earlier version's reply, one word for all hosts, holds for each of them",
    arguments: [true, false])
  func formerReply(isAllowed: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("\(isAllowed ? "allow" : "never") api.iterable.com news.acme.example\n", to: "writes")
    var question = WriteQuestion(
      inbox: ["api.iterable.com"], links: ["news.acme.example", "other.example"], person: "maria",
      path: folder.path + "/writes")
    var asked = 0
    question.ask = { _ in
      asked += 1
      return "n"
    }
    let access = try question.access()
    // Where nothing is sent anyway, no more is asked.
    #expect(asked == (isAllowed ? 1 : 0) && (access.withholding == nil) == isAllowed)
    #expect((access.refusal(of: "news.acme.example") == nil) == isAllowed)
    #expect(access.refusal(of: "other.example") != nil)
  }

  @Test(
    "VE-8 UL-11 a campaign's clicks that go to a server of their own are asked about; the profile's own is not"
  )
  func campaignServer() throws {
    var own = try profile(
      """
      back-end = "https://mc.example.com"
      app-token = "a"
      account-token = "b"
      bloomreach = { domains = ["www.acme.example"], project-token = "p", authorization = "Token t" }
      """)
    own.folder = "/nowhere"
    let access = try own.access(asks: true, nil)
    #expect(access.withholding == nil && access.refusal(of: "mc.example.com") == nil)
    #expect(access.refusal(of: "api.exponea.com") != nil)
    own.writes = .allow
    #expect(try own.access(asks: true, nil) == .all)
  }

  @Test(
    "VE-8 a server of campaigns that came later withholds what goes to it, and nothing from the inbox's own")
  func laterCampaignServer() throws {
    let folder = try TemporaryFolder()
    func access(_ host: String, isTracked: Bool = true, _ line: String? = nil) throws -> WriteAccess {
      var own = try profile(
        """
        back-end = "\(host)"
        app-token = "a"
        account-token = "b"
        writes = "ask"
        \(isTracked ? "bloomreach = { project-token = \"p\", authorization = \"Token t\" }" : "")
        """)
      own.folder = folder.path
      return try own.access(asks: true, line.map { line in { _ in line } })
    }
    #expect(try access("https://mc.example.com", isTracked: false, "y").refused == [:])
    for host in ["https://mc.example.com", "http://127.0.0.1:9"] {
      let unasked = try access(host)
      #expect(unasked.withholding == nil && unasked.refusal(of: "mc.example.com") == nil)
      #expect(
        unasked.refusal(of: "api.exponea.com")?.hasPrefix("no terminal to ask whether api.exponea.com may")
          == true)
    }
    let refused = try access("https://mc.example.com", "n")
    #expect(refused.withholding == nil && refused.refused.keys.sorted() == ["api.exponea.com"])
  }

  @Test("VE-8 an earlier “no” about a server that no one is asked about any more stops nothing")
  func staleReply() throws {
    let folder = try TemporaryFolder()
    try folder.write("never mc.example.com api.exponea.com\n", to: "writes")
    func access(_ more: String = "", resolve: String? = nil) throws -> WriteAccess {
      var own = try profile(
        """
        back-end = "https://mc.example.com"
        app-token = "a"
        account-token = "b"
        bloomreach = { project-token = "p", authorization = "Token t" }
        \(more)
        """)
      own.folder = folder.path
      if let resolve { try own.transport.hosts.add(resolve: "\(resolve):443:127.0.0.1") }
      return try own.access(asks: true, nil)
    }
    #expect(try access("writes = \"ask\"").withholding != nil)
    let unasked = try access()
    #expect(unasked.withholding == nil && unasked.refused.keys.sorted() == ["api.exponea.com"])
    // Nor is one that the host map sends to this machine.
    #expect(try access(resolve: "api.exponea.com").refused == [:])
    #expect(try access("writes = \"ask\"", resolve: "mc.example.com").withholding == nil)
  }

  @Test("VE-8 UL-5 a server of one's own that no one is asked about has the links of its own domain as well")
  func ownDomain() async throws {
    var own = try profile(
      """
      back-end = "https://news.acme.example"
      app-token = "a"
      account-token = "b"
      links = { branded-domains = ["news.acme.example"] }
      """)
    own.folder = "/nowhere"
    #expect(try own.access(asks: true, nil).refused == [:])
    let wire = Wire()
    let link = "https://news.acme.example/pub/acc?_ri_=1"
    #expect(await wire.follow(link, in: own, try own.access(asks: true, nil)).click == .yes)
    own.writes = .ask
    #expect(try own.access(asks: true, nil).withholding != nil)
  }

  @Test(
    "VE-8 UL-5 a place that is sent to this machine needs no permission; another port or scheme of its host does"
  )
  func portOfHost() async throws {
    var profile = try profile(
      "back-end = \"http://127.0.0.1:9\"\napp-token = \"a\"\naccount-token = \"b\"\n\(Self.domains)")
    profile.folder = "/nowhere"
    for host in ["click.acme.example", "news.acme.example"] {
      try profile.transport.hosts.add(resolve: "\(host):443:127.0.0.1")
    }
    let wire = Wire()
    let access = try profile.access(asks: true, nil)
    let local = ["https://click.acme.example/x", "https://news.acme.example/pub/acc?_ri_=1"]
    for link in local { #expect(await wire.follow(link, in: profile, access).click == .yes) }
    for link in [
      "http://click.acme.example/x", "https://click.acme.example:8443/x",
      "https://news.acme.example:8443/pub/acc?_ri_=1",
    ] {
      let trail = await wire.follow(link, in: profile, access)
      #expect(trail.branch == "address-refused" && trail.click == .no, "\(link)")
      #expect(
        trail.reason.contains(
          "links of \(link.contains("click") ? "click" : "news").acme.example may be requested: ‘inbox resolve’ of \(link) asks"
        ), "\(trail.reason)")
    }
    // Where the link is known before, its host is asked about.
    profile.followed = "http://click.acme.example/x"
    #expect(try profile.access(asks: true, nil).refused.keys.sorted() == ["click.acme.example"])
    // A redirect is a request like any other.
    wire.location.withLock { $0 = "http://click.acme.example/y" }
    #expect(await wire.follow(local[0], in: profile, access).branch == "redirect-refused")
    #expect(wire.sent.withLock { $0 } == local + [local[0]])
  }

  @Test(
    "VE-8 UL-10 a tracked link beyond this machine that nothing names is asked about, also where a sandbox is the server",
    arguments: [
      ("https://acme.onelink.me/abc/def", "acme.onelink.me"),
      ("https://news.other.example/pub/acc?_ri_=1", "news.other.example"),
    ])
  func unnamed(link: String, host: String) async throws {
    let folder = try TemporaryFolder()
    var profile = try profile(
      "back-end = \"http://127.0.0.1:9\"\napp-token = \"a\"\naccount-token = \"b\"\n"
        + "links = { branded-domains = [\"news.acme.example\"] }")
    try profile.transport.hosts.add(resolve: "news.acme.example:443:127.0.0.1")
    (profile.folder, profile.isLocal) = (folder.path, true)
    // As with ‘--branded-domain’.
    profile.links.brandedDomains.insert("news.other.example")
    let wire = Wire()
    let unknown = await wire.follow(link, in: profile, try profile.access(asks: true, nil))
    #expect(unknown.branch == "address-refused" && unknown.click == .no)
    profile.followed = link
    var asked: [String] = []
    let access = try profile.access(asks: true) {
      asked.append($0)
      return "y"
    }
    #expect(asked.count == 1 && asked[0].contains(host) && !asked[0].contains("news.acme.example"))
    #expect(await wire.follow(link, in: profile, access).click == .yes)
    #expect(wire.sent.withLock { $0 } == [link])
  }

  @Test("VE-8 UL-10 the OneLinks to which the links of emails lead are asked about with those")
  func oneLinks() async throws {
    let folder = try TemporaryFolder()
    var profile = try profile(
      "back-end = \"http://127.0.0.1:9\"\napp-token = \"a\"\naccount-token = \"b\"\n\(Self.domains)")
    profile.folder = folder.path
    let access = try profile.access(asks: true) { _ in "y" }
    let wire = Wire()
    #expect(await wire.follow("https://acme.onelink.me/abc/def", in: profile, access).click == .yes)
    #expect(try profile.access(asks: true) { _ in "n" } == access)
    // Nor is one asked about by itself where all are allowed.
    profile.followed = "https://other.onelink.me/abc/def"
    let followed = try profile.access(asks: true, nil)
    #expect(followed == access)
    #expect(await wire.follow("https://other.onelink.me/abc/def", in: profile, followed).click == .yes)
  }

  @Test("VE-8 SB-4 TS-2 a sandbox on another machine needs no permission, nor what its brands' links lead to")
  func remoteSandbox() async throws {
    let sandbox = try await Sandbox.start(
      SandboxOptions(launchesTimed: false), campaigns: [CampaignFile.parse(Acme.campaigns, name: "acme.toml")]
    )
    let text = try sandbox.endpoint.value.serialized.replacing("127.0.0.1", with: "10.0.0.5")
    await sandbox.stop()
    let endpoint = try #require(SandboxEndpoint.decode(Data(text.utf8)))
    #expect(endpoint.address == "10.0.0.5")
    let wire = Wire()
    for vendor in [nil, VendorName.iterable, .bloomreach] {
      let profile = try ProfileSource.profile(
        of: endpoint, folder: "/nowhere", name: "sandbox@team", vendor: SandboxVendor(vendor))
      let access = try profile.access(asks: true, nil)
      #expect(access.withholding == nil && access.refusal(of: "10.0.0.5") == nil)
      #expect(access.refused == [:], "\(access.refused)")
      let brand = try #require(endpoint.brands.first { $0.emailDomain != nil }?.emailDomain)
      let trail = await wire.follow("https://\(brand)/x", in: profile, access)
      #expect(trail.click == .yes, "\(trail.reason)")
      let other = await wire.follow("https://acme-other.onelink.me/abc/def", in: profile, access)
      #expect(other.branch == "address-refused" && other.click == .no)
    }
  }

  /// What link hops request; each has a response.
  private final class Wire: Sendable {
    let sent = Mutex<[String]>([])
    let location = Mutex<String?>(nil)

    func follow(_ link: String, in profile: Profile, _ access: WriteAccess) async -> LinkTrail {
      let hop = LinkHop { request async throws(LinkHop.Failure) in
        self.sent.withLock { $0.append(request.url) }
        let location = self.location.withLock { $0 }
        return LinkHop.Response(
          status: location == nil ? 200 : 302, location: location, body: Data("{}".utf8), milliseconds: 1)
      }
      let checked = hop.checked(by: access, of: profile.links, in: profile.transport.hosts)
      return await LinkResolver(settings: profile.links, hop: checked).resolve(
        LinkRequest(link, from: .commandLine))
    }
  }
}
