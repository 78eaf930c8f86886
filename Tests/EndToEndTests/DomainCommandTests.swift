import ArgumentParser
import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import inbox

/// `inbox domain check`: the real binary against real TLS servers and a real name server, all on loopback.
@Suite(.queued)
struct DomainCommandTests {
  private static let host = "news.example.com"
  private static let appID = "TEAM123456.com.example.app"
  private static let file =
    #"{"applinks":{"apps":[],"details":[{"appID":"TEAM123456.com.example.app","paths":["/pub/acc"]}]}}"#
  private static let zone = """
    news IN NS ns1.responsys.net.
    news IN NS ns2.responsys.net.
    """
  private static let missing = TLSServer.response("no", status: "404 Not Found", type: "text/plain")
  private static let places = ["/.well-known/apple-app-site-association", "/apple-app-site-association"]

  /// What goes wrong on the way.
  struct Setup: Sendable {
    var request = TestAuthority.CertificateRequest()
    var intermediate = TestAuthority.CertificateRequest()
    var options: [String] = []
    var sendsIntermediate = true
    var zone = DomainCommandTests.zone
    var site = [
      places[0]: TLSServer.response(file), places[1]: missing,
      "/pub/acc?_ri_=1": TLSServer.response(
        #"{"webLinkUrl":"https://w.example/","mobileDeepLinkUrl":"shop://x"}"#),
    ]
    var arguments = ["--app-id", appID, "--associated-domain", "applinks:news.example.com"]

    init(_ change: (inout Setup) -> Void = { _ in }) { change(&self) }
  }

  /// - Parameter files: What the command line names, by name; `@NAME` in the arguments becomes its path.
  private func run(
    _ setup: Setup, _ more: [String] = ["--json"], files: [String: String] = [:]
  ) async throws -> Program.Outcome {
    let program = try Program()
    let authority = try await TestAuthority(intermediate: setup.intermediate)
    try await authority.makeCertificate("server", setup.request)
    let server = try await TLSServer(
      authority, "server", options: setup.options, sendsIntermediate: setup.sendsIntermediate,
      site: setup.site)
    let names = try await NameServerProcess(zones: ["example.com": setup.zone])
    try program.home.write(authority.rootPEM, to: "ca.pem")
    for (name, text) in files { try program.home.write(text, to: name) }
    let arguments = setup.arguments.map { $0.hasPrefix("@") ? program.home.path + "/" + $0.dropFirst() : $0 }
    let outcome = try await program.run(
      ["domain", "check", "\(Self.host):\(server.port)"] + arguments + more + [
        "--resolve", "NEWS.Example.com.:\(server.port):127.0.0.1", "--ca", program.home.path + "/ca.pem",
        "--dns-server", "127.0.0.1:\(names.port)",
      ])
    await server.stop()
    await names.stop()
    return outcome
  }

  /// The rows that are not met, as “chain fail”.
  private func faults(_ outcome: Program.Outcome) throws -> [String] {
    let value = try JSONValue.parse(Data(outcome.output.utf8))
    return (value["rows"]?.elements ?? []).compactMap { row in
      row["verdict"]?.text == "pass" ? nil : "\(row["id"]?.text ?? "") \(row["verdict"]?.text ?? "")"
    }
  }

  @Test("UL-9 a domain that meets every requirement: every row passes, exit 0; for people and for programs")
  func fit() async throws {
    let json = try await run(Setup())
    #expect(json.status == 0, "\(json.output) \(json.errors)")
    #expect(try faults(json) == [])
    #expect(try JSONValue.parse(Data(json.output.utf8))["fit"] == .bool(true))
    let text = try await run(Setup { $0.site.removeValue(forKey: Self.places[1]) }, [])
    #expect(text.status == 0)
    #expect(
      text.output.hasPrefix(
        "news.example.com: ready for universal links: 15 passed, 0 failed, 0 unknown.\n"
          + "pass    delegated to Responsys: "))
    #expect(text.output.split(separator: "\n").count == 16)
  }

  private static let unreadable = ["aasa unknown", "app-id unknown", "app-path unknown", "web-path unknown"]

  @Test(
    "UL-9 each fault of a TLS server is reported in its own row, exit 1",
    arguments: [
      (Setup { $0.options = ["-tls1_1"] }, ["tls-version fail"] + unreadable),
      (Setup { $0.request.key = "rsa:1024" }, ["key-size fail"]),
      (Setup { $0.request.hash = "sha1" }, ["signature-hash fail"]),
      (Setup { $0.request.purposes = "clientAuth" }, ["server-authentication fail"]),
      (
        Setup {
          $0.request.start = TestAuthority.time(days: -20)
          $0.request.end = TestAuthority.time(days: 380)
        }, ["certificate-lifetime fail"]
      ),
      (Setup { $0.intermediate.end = "20210101000000Z" }, ["chain fail"] + unreadable),
      (Setup { $0.intermediate.hash = "sha1" }, ["signature-hash fail"]),
      (
        Setup {
          $0.request.start = "20200101000000Z"
          $0.request.end = "20210101000000Z"
        }, ["certificate-dates fail"] + unreadable
      ),
      (Setup { $0.request.names = ["other.example.com"] }, ["certificate-name fail"] + unreadable),
      (Setup { $0.request.issuer = .itself }, ["chain fail"] + unreadable),
      (Setup { $0.sendsIntermediate = false }, ["chain fail"] + unreadable),
      (
        Setup {
          $0.request.key = "rsa:2048"
          $0.options = ["-tls1_2", "-cipher", "AES128-GCM-SHA256"]
        }, ["forward-secrecy fail"]
      ),
    ])
  func tlsFaults(setup: Setup, expected: [String]) async throws {
    let outcome = try await run(setup)
    #expect(outcome.status == 1)
    // A key or a hash that is too weak may also be refused by the client that fetches the file.
    let found = try faults(outcome)
    #expect(found == expected || found == expected + Self.unreadable, "\(found)")
  }

  @Test(
    "UL-7 UL-8 UL-9 each fault of name servers, site association and entitlement is reported in its own row",
    arguments: [
      (Setup { $0.zone = "news IN NS ns1.responsys.net." }, ["name-servers fail"]),
      (Setup { $0.zone = "news IN NS ns1.elsewhere.net." }, ["name-servers fail"]),
      (Setup { $0.zone = "other IN A 192.0.2.1" }, ["name-servers fail"]),
      (
        Setup { $0.site[places[0]] = missing },
        ["aasa fail", "app-id unknown", "app-path unknown", "web-path unknown"]
      ),
      (
        Setup { $0.site[places[0]] = TLSServer.response("<html>") },
        ["aasa fail", "app-id unknown", "app-path unknown", "web-path unknown"]
      ),
      (
        Setup { $0.site[places[0]] = TLSServer.response(String(repeating: " ", count: 131_073)) },
        ["aasa fail", "app-id unknown", "app-path unknown", "web-path unknown"]
      ),
      (
        Setup { $0.site[places[0]] = TLSServer.response(file.replacing("TEAM123456", with: "OTHER12345")) },
        ["app-id fail", "app-path unknown", "web-path unknown"]
      ),
      (
        Setup { $0.site[places[0]] = TLSServer.response(file.replacing("/pub/acc", with: "/*")) },
        ["web-path fail"]
      ),
      (
        Setup { $0.site[places[0]] = TLSServer.response(file.replacing("/pub/acc", with: "pub")) },
        ["app-path fail"]
      ),
      (
        Setup { $0.arguments = ["--app-id", appID, "--associated-domain", "applinks:*.news.example.com"] },
        ["entitlement fail"]
      ),
      (Setup { $0.arguments = [] }, ["app-id unknown", "entitlement unknown"]),
    ])
  func otherFaults(setup: Setup, expected: [String]) async throws {
    let outcome = try await run(setup)
    #expect(outcome.status == 1)
    #expect(try faults(outcome) == expected)
  }

  @Test(
    "UL-7 UL-8 UL-9 the file at the root, the entitlements out of a file, and one resolve that says it is a click"
  )
  func rootAndLink() async throws {
    let setup = Setup {
      $0.site[Self.places[1]] = $0.site[Self.places[0]]
      $0.site[Self.places[0]] = Self.missing
      $0.arguments = ["--app-id", Self.appID, "--entitlements", "@app.entitlements"]
    }
    let entitlements = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key>
      <array><string>webcredentials:example.com</string><string>applinks:*.example.com</string></array></dict></plist>
      """
    let outcome = try await run(
      setup, ["--json", "--link", "https://news.example.com/pub/acc?_ri_=1"],
      files: ["app.entitlements": entitlements])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.errors.contains("which counts as a click"))
    let rows = try JSONValue.parse(Data(outcome.output.utf8))["rows"]?.elements ?? []
    #expect(rows.last?["id"]?.text == "link" && rows.last?["verdict"]?.text == "pass")
    #expect(
      rows.first { $0["id"]?.text == "aasa" }?["seen"]?.text?.hasSuffix("com/apple-app-site-association")
        == true)
    #expect(rows.first { $0["id"]?.text == "entitlement" }?["seen"]?.text == "applinks:*.example.com")
  }

  @Test("UL-7 UL-9 UL-15 a sample of another vendor's links, and the verdict of links match on it")
  func sample() async throws {
    let file =
      #"{"applinks":{"details":[{"appID":"TEAM123456.com.example.app","#
      + #""components":[{"/":"/go/*","?":{"xnpe_cmp":"?*"}}]}]}}"#
    let link = "https://news.example.com/go/x?xnpe_cmp=e1"
    let setup = Setup { $0.site[Self.places[0]] = TLSServer.response(file) }
    let good = try await run(setup, ["--json", "--vendor", "bloomreach", "--sample", link])
    #expect(good.status == 0, "\(good.output) \(good.errors)")
    let bare = try await run(
      setup, ["--json", "--vendor", "bloomreach", "--sample", "https://news.example.com/go/x"])
    #expect(try faults(bare) == ["app-path fail"])
    let program = try Program()
    try program.home.write(file, to: "aasa")
    let match = try await program.run(
      "links", "match", "--aasa", program.home.path + "/aasa", "--domain", "News.example.com.", "--app-id",
      Self.appID, link)
    #expect(match.output.hasPrefix("match"))
    #expect(good.output.contains("match: components[0]"))
  }

  @Test(
    "UL-9 what the command line has wrong gets one sentence, and status 2",
    arguments: [
      (["https://news.example.com"], 2, "is not a branded domain"),
      (["a.example", "--dns-server", "x"], 2, "is not ADDRESS:PORT"),
      (["a.example", "--dns-server", "localhost:53"], 2, "is not ADDRESS:PORT"),
      (["a.example", "--resolve", "x"], 2, "is not HOST:PORT:ADDRESS"),
      (["a.example", "--resolve", "a:1:::::::::::::"], 2, "is not an IP address"),
      (["a.example", "--ca", "/nowhere.pem"], 2, "there is no such file"),
      (["a.example", "--ca", "/etc/hostname"], 2, "PEM certificate"),
      (["a.example", "--entitlements", "/etc/hostname"], 2, "/etc/hostname: the entitlements file is not"),
      (["a.example", "--branded-domain", "*.x"], 2, "is not a host name"),
      (["a.example", "--read-only", "--link", "https://b.example/pub/acc"], 2, "nothing was requested"),
      (["a.example", "--link", "https://a.example/pub/cc"], 2, "nothing was requested"),
      (["a.example", "--sample", "https://b.example/x"], 2, "is not an https link of a.example"),
    ])
  func wrong(arguments: [String], status: Int, sentence: String) async throws {
    let outcome = try await Program().run(["domain", "check"] + arguments)
    #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }

  @Test(
    "UL-9 what is no domain is said to be that before anything is read",
    arguments: [
      ("news.example.com:x", "is not a port"), ("127.0.0.1", "is not a branded domain"),
      ("localhost:1", "is not a branded domain"), ("a_b.example.com", "is not a branded domain"),
    ])
  @MainActor func noDomain(domain: String, sentence: String) async throws {
    let command = try #require(try Inbox.parseAsRoot(["domain", "check", domain]) as? DomainCheckCommand)
    do {
      try await command.perform()
      Issue.record("\(domain) was taken")
    } catch {
      let exit = try #require(Exit(error))
      #expect(exit.status == 2 && exit.sentence.contains(sentence), "\(exit.sentence)")
    }
  }

  @Test("VE-8 UL-5 --read-only follows no link, with a profile or without one: nothing is sent")
  func readOnly() async throws {
    let program = try Program()
    let link = "https://news.example.com/pub/acc?_ri_=1"
    let resolved = try await program.run(
      "resolve", "--read-only", "--branded-domain", "news.example.com", link)
    #expect(
      resolved.status == 1 && resolved.output.contains("--read-only was given, so nothing was sent"),
      "\(resolved)")
    let checked = try await program.run(
      "domain", "check", "news.example.com", "--read-only", "--link", link)
    #expect(checked.status == 2 && checked.errors.contains("counts as a click"), "\(checked)")
  }
}
