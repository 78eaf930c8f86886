import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Synchronization
import Testing

@testable import inbox

/// What profiles of other vendors become, and where their secrets come from.
struct VendorProfileTests {
  private func profile(_ text: String, name: String = "config.toml") throws -> Profile {
    try ConfigFile(text: "[profile.p]\n" + text, name: name).profile("p")
  }

  @Test("VE-1 a profile of Bloomreach and one of Iterable have their vendor's hosts, or another one")
  func accounts() async throws {
    let shop = try profile(
      """
      vendor = "bloomreach"
      project-token = "proj"
      api-key = "shop-key-1"
      ids = { registered = "maria" }
      """)
    #expect(shop.transport.origins == ["https://api.exponea.com"] && shop.settings.centers == .primaryOnly)
    #expect(try shop.identity(on: "d") == .user("maria"))
    let club = try profile(
      """
      vendor = "iterable"
      api-key = "club-key-1"
      email = "maria@brand.example"
      region = "eu"
      placements = [3, 7]
      """)
    #expect(club.transport.origins == ["https://api.eu.iterable.com/api"])
    #expect(club.settings.centers.map(\.rawValue) == ["Primary", "3", "7"])
    #expect(try club.identity(on: "d") == .user("maria@brand.example"))
    #expect(try await club.opened(writes: false).transport.secrets == ["club-key-1"])
  }

  @Test(
    "VE-1 a key of another vendor, a missing one and a wrong one are named with line, column and vendor",
    arguments: [
      ("vendor = \"iterable\"\ncenters = [\"Offers\"]", "config.toml:3:1", "belongs to Responsys"),
      ("vendor = \"iterable\"\nproject-token = \"x\"", "config.toml:3:1", "belongs to Bloomreach"),
      (
        "vendor = \"iterable\"\napi-key = \"k\"\nemail = \"a@b.example\"\n[profile.p.bloomreach]\ndomains = [\"x.example\"]",
        "config.toml:5:", "tracked in a profile of Bloomreach or Responsys"
      ),
      (
        "vendor = \"bloomreach\"\nemail = \"x\"", "config.toml:3:1",
        "the vendor of this profile is Bloomreach"
      ),
      ("app-token = \"x\"\njwt = \"y\"", "config.toml:3:1", "the vendor of this profile is Responsys"),
      ("vendor = \"iterable\"", "config.toml:1:1", "Iterable needs it"),
      ("vendor = \"bloomreach\"", "config.toml:1:1", "Bloomreach needs it"),
      ("vendo = \"iterable\"\napi-key = \"k\"", "config.toml:2:1", "Did you mean “vendor”?"),
      (
        "vendor = \"iterable\"\napi-key = \"k\"", "config.toml:1:1",
        "Write email = \"…\", user-id = \"…\" or user = \"…\"."
      ),
      ("[[profile.p.route]]\npattern = \"a\"", "config.toml:2:1", "Did you mean “routes”?"),
      (
        "[[profile.p.routes]]\npattern = \"a\"", "config.toml:2:1",
        "[profile], p, [[routes]] 1, screen: it is missing."
      ),
      ("vendor = \"airship\"", "config.toml:2:1", "“airship” is not a known vendor"),
      (
        "vendor = \"iterable\"\napi-key = \"k\"\nemail = \"a\"\nuser-id = \"b\"", "config.toml:5:1",
        "one of email and user-id"
      ),
      (
        "vendor = \"iterable\"\napi-key = \"k\"\nemail = \"a\"\nbase-url = \"http://x.example\"",
        "config.toml:5:1", "https only"
      ),
      (
        "vendor = \"iterable\"\napi-key = \"k\"\nemail = \"a\"\nbase-url = \"https://x.example/api?a=b\"",
        "config.toml:5:1", "it has a query (?…)"
      ),
      ("vendor = \"iterable\"\napi-key = { env = \"A\", file = \"b\" }", "config.toml:3:1", "give one of"),
    ])
  func flaws(text: String, place: String, complaint: String) throws {
    let error = #expect(throws: (any Error).self) { try profile(text) }
    let sentence = error.map { "\($0)" } ?? ""
    #expect(sentence.hasPrefix(place) && sentence.contains(complaint), "\(sentence)")
  }

  @Test(
    "UL-11 VE-9 a profile of Bloomreach reports campaign clicks to its own account, or to a project that it names whole"
  )
  func campaigns() async throws {
    let account = """
      vendor = "bloomreach"
      project-token = "proj"
      api-key = "shop-key-1"
      base-url = "https://api.brand.example"
      ids = { registered = "maria" }
      bloomreach = { domains = ["www.brand.example"]
      """
    let own = try await profile(account + " }").opened(writes: false)
    #expect(own.vendors.tracking == nil && own.vendors.campaigns != nil)
    let sent = Mutex<[WireRequest]>([])
    let wire = WirePort(
      send: { request throws(InboxError) in
        sent.withLock { $0.append(request) }
        return WireResponse(status: 200)
      }, listen: { _, _ in AsyncThrowingStream { $0.finish() } })
    let ports = VendorAccount.Ports(
      wire: wire, device: "d", time: .system,
      listener: SandboxListener(clock: { _ in }, faults: { _ in }))
    let make = try #require(own.vendor?.campaigns)
    let send = try #require(make(CampaignSettings(cookie: "d"), ports).send)
    try await send(
      VendorEvent(
        .campaignClick, id: UUID(), identity: .user("maria"), customerIDs: ["cookie": "d"], at: Date(),
        url: "https://www.brand.example/?xnpe_cmp=1", properties: [:]))
    let request = try #require(sent.withLock { $0 }.first)
    #expect(request.url == "https://api.brand.example/track/v2/projects/proj/campaigns/clicks")
    #expect(request.headers.last == WireHeader("Authorization", "Token shop-key-1"))
    let other = #", project-token = "q", authorization = "Token k", base-url = "https://x.example" }"#
    #expect(
      try profile(account + other).vendors.tracking
        == TrackingSettings(base: "https://x.example", project: "q", authorization: "Token k"))
    for (part, key) in [
      (#", project-token = "q" }"#, "project-token"), (#", base-url = "https://x.example" }"#, "base-url"),
    ] {
      let error = #expect(throws: (any Error).self) { try profile(account + part) }
      let sentence = error.map { "\($0)" } ?? ""
      #expect(sentence.hasPrefix("config.toml:7:"), "\(sentence)")
      #expect(sentence.contains("\(key): campaign clicks go to the account of this profile"), "\(sentence)")
    }
  }

  @Test("VE-7 a secret comes from a file of its owner or a program, and no error has a part of it")
  func credentials() async throws {
    let folder = try TemporaryFolder()
    try folder.write("the-secret\n", to: "key")
    #expect(try await Credential(.file(folder.path + "/key")).value() == "the-secret")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: folder.path + "/key")
    await #expect(throws: InboxError.self) { try await Credential(.file(folder.path + "/key")).value() }
    #expect(try await Credential(.command(["/bin/echo", "a b", "$HOME"])).value() == "a b $HOME")
    for words in [["/bin/false"], ["/nowhere/program"], ["/bin/true"]] {
      await #expect(throws: InboxError.self) { try await Credential(.command(words)).value() }
    }
    await #expect(throws: InboxError.self) {
      try await CredentialCommand.output(of: ["/bin/sleep", "600"], within: .milliseconds(50))
    }
  }

  @Test(
    "VE-1 VE-7 a secret that is not where the configuration says is named with line, column and key",
    arguments: ["{ env = \"NOT_SET_ANYWHERE\" }", "{ file = \"/nowhere\" }", "{ command = [\"/nowhere\"] }"])
  func missingSecret(place: String) async throws {
    let profile = try profile("vendor = \"iterable\"\napi-key = \(place)\nemail = \"maria@brand.example\"")
    let error = await #expect(throws: InboxError.self) { _ = try await profile.opened(writes: false) }
    #expect(
      error?.description.hasPrefix("config.toml:3:1: [profile], p, api-key: ") == true, "\(error as Any)")
  }

  @Test("UL-14 a browser that BROWSER names and that is not there is named where another one took its place")
  func missingBrowser() {
    #expect(Browser.missing("/nowhere/b") == "BROWSER names “/nowhere/b”, which is not there.")
    for named in [nil, "", ":", "/nowhere/b:/bin/sh"] { #expect(Browser.missing(named) == nil) }
  }

  @Test(
    "VE-7 what no secret can be is refused, from a file and from a program, and not repeated",
    arguments: [
      (String(repeating: "s", count: 64 * 1_024 + 1), "holds more than 64 KiB"),
      ("s1\ns2", "holds more than one line"), ("s1\u{1B}[31m", "or another control character"),
      (" \n\t ", "holds no secret"),
    ])
  func notASecret(text: String, words: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "key")
    for source: Credential.Source in [
      .file(folder.path + "/key"), .command(["/bin/cat", folder.path + "/key"]),
    ] {
      let error = await #expect(throws: InboxError.self) { try await Credential(source).value() }
      let sentence = error?.description ?? ""
      #expect(sentence.contains(words), "\(sentence)")
      #expect(!sentence.contains("s1") && !sentence.contains("sss"), "\(sentence)")
    }
    let longest = String(repeating: "s", count: 64 * 1_024)
    try folder.write(longest, to: "key")
    #expect(try await Credential(.file(folder.path + "/key")).value() == longest)
  }

  @Test(
    "VE-7 a program that leaves another one behind has printed its secret when it ends; how it ended is said")
  func leftBehind() async throws {
    let text = try await CredentialCommand.output(of: ["/bin/sh", "-c", "setsid sleep 600 & echo $!"])
    let child = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(child, SIGKILL) == 0, "It was waited for.")
    let error = await #expect(throws: InboxError.self) {
      try await CredentialCommand.output(of: ["/bin/sh", "-c", "kill -9 $$"])
    }
    #expect(error?.description.contains("ended with signal 9") == true, "\(error?.description ?? "")")
  }

  @Test(
    "VE-7 UL-14 a program that is started gets no signal blocked, as threads of ours have them, nor ignored")
  func signals() async throws {
    let lines = try await CredentialCommand.output(of: ["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"])
    let sets = lines.split(separator: "\n").compactMap {
      UInt64($0.split(separator: "\t").last ?? "", radix: 16)
    }
    // Behind the first 31 are glibc's own two and those of real time.
    #expect(sets.map { $0 & 0x7FFF_FFFF } == [0, 0], "\(lines)")
  }

  /// A token that runs out when it says so.
  private static func token(_ expires: Int) -> String {
    let claims = Data("{\"exp\":\(expires)}".utf8).base64EncodedString().replacing("=", with: "")
    return "e30.\(claims).x"
  }

  @Test("VE-7 a JWT is taken anew 30 s before it runs out and after a refusal, and not before")
  func renewal() async throws {
    let folder = try TemporaryFolder()
    let now = Mutex(Date(timeIntervalSince1970: 1_000))
    let source = PersonToken(
      Credential(.file(folder.path + "/jwt")), use: .untilItRunsOut, now: { now.withLock { $0 } }
    ).source
    try folder.write(Self.token(2_000), to: "jwt")
    #expect(try await source.token(false) == Self.token(2_000))
    try folder.write(Self.token(3_000), to: "jwt")
    now.withLock { $0 = Date(timeIntervalSince1970: 1_969) }
    #expect(try await source.token(false) == Self.token(2_000))
    now.withLock { $0 = Date(timeIntervalSince1970: 1_970) }
    #expect(try await source.token(false) == Self.token(3_000))
    try folder.write(Self.token(4_000), to: "jwt")
    #expect(try await source.token(true) == Self.token(4_000))
  }

  @Test("VE-7 VE-9 a customer token serves for one call, as Bloomreach's SDKs retain none")
  func once() async throws {
    let folder = try TemporaryFolder()
    let source = PersonToken(Credential(.file(folder.path + "/jwt")), use: .once).source
    for token in [Self.token(4_000_000_000), Self.token(4_000_000_001)] {
      try folder.write(token, to: "jwt")
      #expect(try await source.token(false) == token)
    }
  }

  @Test("VE-7 a program that prints a token is never run twice at once, however many calls need one")
  func oneAtATime() async throws {
    let folder = try TemporaryFolder()
    // It fails where another one has not ended.
    let words = ["/bin/sh", "-c", "mkdir \"$0\" && echo token && rmdir \"$0\"", folder.path + "/running"]
    let source = PersonToken(Credential(.command(words)), use: .once).source
    try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<32 { group.addTask { try await source.token(number % 3 == 0) } }
      for try await token in group { #expect(token == "token") }
    }
  }

  @Test("VE-6 VE-7 each person has a token of their own, no matter who reads")
  func tokensOfPersons() async throws {
    let source = PersonToken(Credential(.command(["/usr/bin/printenv", "INBOX_USER"])), use: .untilItRunsOut)
      .source
    for name in ["anna", "ben", "anna"] {
      #expect(try await source.token(false, for: .user(name)) == name)
    }
    #expect(try await source.token(true, for: .user("ben")) == "ben")
  }
}
