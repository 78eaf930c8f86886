import Foundation
import InboxCore
import InboxModel
import InboxVendors
import Testing

@testable import InboxDomains

/// Rows from facts alone.
@Suite("UL-9 domain check")
struct DomainCheckTests {
  private static let now = Date(timeIntervalSince1970: 1_795_000_000)
  private static let appID = "G3G853V3SJ.com.example.exampleapp"

  private static let certificate = CertificateFacts(
    subject: "news.example.com", issuer: "Some CA", names: ["news.example.com"],
    notBefore: now.addingTimeInterval(-86_400 * 10), notAfter: now.addingTimeInterval(86_400 * 41.5),
    signature: .sha2(256), key: .rsa(2_048))

  private static let tls = TLSFacts(
    version: .tls13, modernVersion: .met, forwardSecrecy: .met, certificate: certificate, chain: .trusted)

  private static let place = "https://news.example.com/.well-known/apple-app-site-association"
  private static let good = DomainFacts(
    nameServers: .found(raw: ["NS2.responsys.net.", "ns1.Responsys.net"]), tls: .success(tls),
    association: AssociationFacts(
      place: "https://news.example.com/.well-known/apple-app-site-association", appIDs: [appID],
      appPath: .init(verdict: .match, rule: "paths[0]"), webPath: .init(verdict: .noMatch, rule: "none")),
    entitlement: AssociatedDomain.covering(host: "news.example.com", in: ["applinks:news.example.com"]),
    appID: appID, appLink: "https://news.example.com/pub/acc")

  private func check(_ change: (inout DomainFacts) -> Void = { _ in }) -> DomainCheck {
    var facts = Self.good
    change(&facts)
    return DomainCheck(host: "News.Example.com.", facts: facts, now: Self.now)
  }

  private func check(tls change: (inout TLSFacts) -> Void) -> DomainCheck {
    var tls = Self.tls
    change(&tls)
    return check { $0.tls = .success(tls) }
  }

  private func row(_ check: DomainCheck, _ id: String) throws -> DomainCheck.Row {
    try #require(check.rows.first { $0.id == id })
  }

  /// The one row that is not met.
  private func fault(_ check: DomainCheck) -> [String] {
    check.rows.filter { $0.verdict != .pass }.map { "\($0.id) \($0.verdict): \($0.seen)" }
  }

  @Test("UL-9 a good domain is fit, its rows are always the same and ask for nothing")
  func good() {
    let check = check()
    #expect(
      check.rows.map(\.id) == [
        "name-servers", "tls-version", "forward-secrecy", "signature-hash", "key-size", "chain",
        "certificate-name",
        "certificate-dates", "certificate-lifetime", "server-authentication", "aasa", "app-id", "app-path",
        "web-path", "entitlement",
      ])
    #expect(check.isFit)
    #expect(check.host == "news.example.com")
    #expect(check.rows.allSatisfy { $0.remedy.isEmpty && !$0.seen.isEmpty })
  }

  @Test("UL-9 the name servers are exactly the two of Responsys")
  func nameServers() throws {
    let cases: [(NameServerResponse, String)] = [
      (.found(["ns1.responsys.net"]), "fail: ns1.responsys.net"),
      (.found(["ns1.else.net", "ns2.else.net"]), "fail: ns1.else.net, ns2.else.net"),
      (
        .found(["ns1.responsys.net", "ns2.responsys.net", "ns3.else.net"]),
        "fail: ns1.responsys.net, ns2.responsys.net, ns3.else.net"
      ),
      (.noSuchName, "fail: there is no name news.example.com"),
      (.noRecords, "fail: news.example.com has no name servers of its own"),
      (.failed("it answered with SERVFAIL"), "unknown: it answered with SERVFAIL"),
      (.noResponse("nobody answered"), "unknown: nobody answered"),
      (.notAsked("nobody can know"), "unknown: nobody can know"),
    ]
    for (response, expected) in cases {
      #expect(fault(check { $0.nameServers = response }) == ["name-servers \(expected)"])
    }
    // Where no name server can know, none is to be asked.
    let local = try self.row(check { $0.nameServers = .notAsked("r") }, "name-servers")
    #expect(local.remedy.hasPrefix("There is nothing to do here"))
    let row = try row(check { $0.nameServers = .noRecords }, "name-servers")
    #expect(row.remedy.contains("news IN NS ns1.responsys.net."))
    #expect(row.remedy.contains("zone file of example.com"))
  }

  @Test("UL-9 each demand of Apple's transport security has a row of its own")
  func transport() {
    func expect(_ text: String, _ change: (inout TLSFacts) -> Void) {
      #expect(fault(check(tls: change)) == [text])
    }
    expect("tls-version fail: TLS 1.1 at most") {
      $0.version = .tls11
      $0.modernVersion = .refused("protocol version")
    }
    expect("tls-version unknown: late") { $0.modernVersion = .unknown("late") }
    expect("forward-secrecy fail: none of Apple's forward-secret suites is spoken (no)") {
      $0.forwardSecrecy = .refused("no")
    }
    expect("signature-hash fail: SHA-1") { $0.certificate.signature = .old("SHA-1") }
    expect("signature-hash fail: SHA-224") { $0.certificate.signature = .sha2(224) }
    expect("signature-hash unknown: an algorithm that this program does not know (1.2.3)") {
      $0.certificate.signature = .unknown("1.2.3")
    }
    expect("key-size fail: RSA with 2047 bits") { $0.certificate.key = .rsa(2_047) }
    expect("key-size fail: EC with 224 bits") { $0.certificate.key = .ellipticCurve(224) }
    expect("key-size fail: Ed25519, which is neither RSA nor EC") { $0.certificate.key = .other("Ed25519") }
  }

  @Test("UL-9 chain, name and dates of a certificate are judged apart")
  func certificate() {
    func expect(_ text: String, _ change: (inout TLSFacts) -> Void) {
      #expect(fault(check(tls: change)) == [text])
    }
    expect("chain fail: the certificate is self-signed") { $0.chain = .selfSigned }
    expect("chain fail: the server does not send the certificate of Some CA, or Some CA is not trusted") {
      $0.chain = .issuerUnknown("Some CA")
    }
    expect("chain fail: it leads to Some Root, which is not trusted") {
      $0.chain = .authorityUnknown("Some Root")
    }
    expect("chain fail: for a reason") { $0.chain = .refused("for a reason") }
    expect("chain unknown: for a reason") { $0.chain = .unknown("for a reason") }
    expect("certificate-name fail: www.example.com, *.news.example.com") {
      $0.certificate.names = ["www.example.com", "*.news.example.com"]
    }
    expect("certificate-name fail: no names at all") { $0.certificate.names = [] }
    expect("certificate-dates fail: expired on 2026-11-18") {
      $0.certificate.notAfter = Self.now.addingTimeInterval(-1)
    }
    expect("certificate-dates fail: not valid before 2026-11-18") {
      $0.certificate.notBefore = Self.now.addingTimeInterval(1)
    }
  }

  @Test("UL-9 the dates that are well say how long they last")
  func dates() throws {
    #expect(try row(check(), "certificate-dates").seen == "2026-11-08 to 2026-12-29, 41 days left")
  }

  @Test("UL-9 without TLS nothing is known of it, and every row says why")
  func unreachable() {
    let rows = check { $0.tls = .failure(.timedOut(milliseconds: 5_000)) }.rows.filter { $0.verdict != .pass }
    #expect(rows.count == 9)
    #expect(rows.allSatisfy { $0.verdict == .unknown })
    // One cause is reported once.
    #expect(
      rows.map(\.seen).prefix(2) == ["the server said nothing within 5 s", "there is no TLS connection"])
    #expect(rows.allSatisfy { !$0.remedy.isEmpty })
  }

  @Test("UL-9 the file is there, in order, names the app, and treats the two paths apart")
  func association() {
    func expect(_ expected: [String], _ change: (inout AssociationFacts) -> Void) {
      #expect(fault(check { change(&$0.association) }) == expected)
    }
    let pending = ["app-id", "app-path", "web-path"].map { "\($0) unknown: the file could not be read" }
    expect(["aasa fail: not found in either place"] + pending) {
      $0 = AssociationFacts(problem: "not found in either place")
    }
    expect(["aasa unknown: the connection was refused"] + pending) {
      $0 = AssociationFacts(problem: "the connection was refused", isUnreachable: true)
    }
    expect(["aasa fail: https://h/apple-app-site-association: it answers with a redirect"] + pending) {
      $0.place = "https://h/apple-app-site-association"
      $0.problem = "it answers with a redirect"
    }
    expect(["app-id fail: A.b, not \(Self.appID)"]) { $0.appIDs = ["A.b"] }
    expect(["app-path fail: no_match: none of 2"]) {
      $0.appPath = .init(verdict: .noMatch, rule: "none of 2")
    }
    expect(["app-path fail: exclude: NOT /pub/*"]) {
      $0.appPath = .init(verdict: .exclude, rule: "NOT /pub/*")
    }
    expect(["web-path fail: match: *"]) { $0.webPath = .init(verdict: .match, rule: "*") }
    expect(["aasa unknown: \(Self.place); twice; as text/html"]) {
      $0.doubts = ["twice"]
      $0.notes = ["as text/html"]
    }
    #expect(fault(check { $0.association.notes = ["as text/html"] }) == [])
    expect(["web-path unknown: the file has no rules for the app"]) { $0.webPath = nil }
  }

  @Test("UL-9 a place that was late may hold the file; the app paths of the profile are what is looked at")
  func inspection() async throws {
    let probe = DomainProbe(
      nameServers: { _ in .noResponse("nobody was asked") },
      tls: { _, _ in .failure(.timedOut(milliseconds: 5_000)) })
    func check(_ response: @escaping @Sendable (String) throws(LinkHop.Failure) -> LinkHop.Response) async
      -> DomainCheck
    {
      let hop = LinkHop { request async throws(LinkHop.Failure) in try response(request.url) }
      return await DomainInspection(probe: probe, hop: hop)
        .check("News.Example.com.", appID: "T.a", appPaths: ["/go/acc"])
    }
    let late = await check { url throws(LinkHop.Failure) in
      if url.contains(".well-known") { throw .timedOut }
      return LinkHop.Response(404)
    }
    #expect(try row(late, "aasa").verdict == .unknown)
    let missing = await check { _ throws(LinkHop.Failure) in LinkHop.Response(404) }
    #expect(try row(missing, "aasa").verdict == .fail)
    let there = await check { _ throws(LinkHop.Failure) in
      LinkHop.Response(200, #"{"applinks":{"details":[{"appID":"T.a","paths":["/pub/acc"]}]}}"#)
    }
    let path = try row(there, "app-path")
    #expect(
      path.title == "/go/acc opens the app" && path.verdict == .fail && path.remedy.contains("“/go/acc”"))
  }

  @Test("UL-9 what says more than that there is no connection has a row that fails")
  func failures() throws {
    let cipher = check { $0.tls = .failure(.noCommonCipher("an alert")) }
    #expect(try row(cipher, "forward-secrecy").verdict == .fail)
    #expect(try row(cipher, "forward-secrecy").remedy.contains("ECDHE"))
    #expect(try row(cipher, "tls-version").verdict == .unknown)
    let plain = check { $0.tls = .failure(.plainHTTP) }
    #expect(try row(plain, "tls-version").verdict == .fail)
    #expect(try row(plain, "tls-version").seen.contains("plain HTTP"))
    #expect(try row(plain, "forward-secrecy").seen == "there is no TLS connection")
  }

  @Test("UL-9 what is wrong above the server's certificate is another advice than a new one of its own")
  func above() throws {
    var above = Self.certificate
    above.subject = "Some Intermediate"
    above.notAfter = Self.now.addingTimeInterval(-1)
    let outdated = check(tls: { $0.chain = .intermediateOutdated(above) })
    #expect(
      fault(outdated).first?.contains("Some Intermediate, which the server sends above its own, expired on")
        == true)
    let remedy = try row(outdated, "chain").remedy
    #expect(remedy.contains("intermediate CA certificate of Some Intermediate") && !remedy.contains("CSR"))
    above.signature = .old("SHA-1")
    let old = check(tls: { $0.above = [above] })
    #expect(fault(old).count == 1 && fault(old)[0].hasPrefix("signature-hash fail: SHA-256, but SHA-1"))
    #expect(try !row(old, "signature-hash").remedy.contains("CSR"))
  }

  @Test(
    "UL-7 UL-9 links are judged with the parameters that they carry, as ‘inbox links match’ judges them",
    arguments: [
      (#"{"components":[{"/":"/pub/acc","?":{"_ri_":"?*","_ei_":"?*"}}]}"#, "pass", "pass"),
      (#"{"components":[{"/":"/pub/acc","?":""}]}"#, "fail", "pass"),
      (#"{"components":[{"?":{"_ri_":"?*"},"exclude":true},{"/":"/pub/acc"}]}"#, "fail", "pass"),
      (#"{"components":[{"?":"_ri_=*"}]}"#, "pass", "fail"), (#"{"paths":["/pub/acc"]}"#, "pass", "pass"),
    ])
  func sampleQuery(rules: String, app: String, web: String) async throws {
    let details = #"{"appID":"T.a","# + rules.dropFirst()
    let check = await Self.inspect(#"{"applinks":{"details":["# + details + "]}}")
    let rows = try [row(check, "app-path"), row(check, "web-path")]
    #expect(rows.map(\.verdict.rawValue) == [app, web], "\(rows.map(\.seen))")
  }

  /// An inspection of a domain that serves a file and nothing else.
  private static func inspect(
    _ file: String, at place: String = ".well-known", first: LinkHop.Response = LinkHop.Response(404),
    type: String? = "application/json", vendor: DomainVendor = .responsys, sample: String? = nil,
    entries: [String]? = ["applinks:news.example.com"]
  ) async -> DomainCheck {
    let probe = DomainProbe(
      nameServers: { _ in .noResponse("nobody was asked") }, tls: { _, _ in .success(tls) })
    let hop = LinkHop { request in
      guard request.url.contains(place) else { return first }
      return LinkHop.Response(
        status: 200, location: nil, contentType: type, body: Data(file.utf8), milliseconds: 1)
    }
    return await DomainInspection(probe: probe, hop: hop).check(
      "news.example.com", vendor: vendor, appID: "T.a", associatedDomains: entries, sample: sample)
  }

  private static let file = #"{"applinks":{"details":[{"appID":"T.a","paths":["/pub/acc","/go/*"]}]}}"#

  @Test("UL-7 UL-9 content type, unknown keys, a byte order mark and a broken first place are said")
  func oddFiles() async throws {
    func aasa(_ check: DomainCheck) throws -> String {
      let row = try row(check, "aasa")
      return "\(row.verdict.rawValue): \(row.seen)"
    }
    #expect(try aasa(await Self.inspect(Self.file)) == "pass: \(Self.place)")
    #expect(
      try aasa(await Self.inspect(Self.file, type: "text/html; charset=utf-8"))
        == "pass: \(Self.place); it is sent as text/html; charset=utf-8, not as application/json")
    #expect(try aasa(await Self.inspect(Self.file, type: nil)).contains("without a content type"))
    let odd =
      #"{"applinks":{"detail":1,"details":[{"appID":"T.a","path":["/x"],"paths":["/pub/acc"]}]},"x":1}"#
    let keys = try aasa(await Self.inspect(odd))
    for key in ["applinks.detail is", "applinks.details[0].path is", "; x is"] {
      #expect(keys.contains(key + " not a key that Apple knows"), "\(keys)")
    }
    let mark = try aasa(await Self.inspect("\u{FEFF}" + Self.file))
    #expect(mark.hasPrefix("unknown: ") && mark.contains("byte order mark"), "\(mark)")
    let broken = await Self.inspect(
      Self.file, at: "com/apple-app-site", first: LinkHop.Response(200, "<html>"))
    #expect(try aasa(broken).hasPrefix("unknown: https://news.example.com/apple-app-site-association; "))
    #expect(try aasa(broken).contains("\(Self.place) is requested first, and there the file cannot be used"))
    #expect(try row(broken, "app-path").verdict == .pass)
    let missing = await Self.inspect(Self.file, at: "com/apple-app-site")
    #expect(try row(missing, "aasa").verdict == .pass)
  }

  @Test("UL-8 UL-9 an entry with ?mode= is not for everyone, unless another one is")
  func modes() async throws {
    let developer = "applinks:news.example.com?mode=developer"
    let only = await Self.inspect(Self.file, entries: [developer])
    #expect(try row(only, "entitlement").verdict == .unknown)
    #expect(try row(only, "entitlement").seen.contains("?mode=developer"))
    let both = await Self.inspect(Self.file, entries: [developer, "applinks:news.example.com"])
    #expect(try row(both, "entitlement").verdict == .pass)
  }

  @Test(
    "UL-9 a domain of Bloomreach or OneLink has no name servers of Responsys and no /pub/cc",
    arguments: [
      DomainVendor.bloomreach, .oneLink,
    ])
  func vendors(vendor: DomainVendor) async throws {
    let link = "https://news.example.com/go/spring?utm_source=x&xnpe_cmp=y"
    let check = await Self.inspect(Self.file, vendor: vendor, sample: link)
    #expect(check.isFit, "\(fault(check))")
    #expect(!check.rows.contains { ["name-servers", "web-path"].contains($0.id) })
    #expect(try row(check, "app-path").title == "/go/spring opens the app")
    let none = await Self.inspect(Self.file, vendor: vendor)
    let unknown = try row(none, "app-path")
    #expect(unknown.verdict == .unknown && unknown.remedy.contains("--sample"))
    let missing = await Self.inspect("<html>", vendor: vendor, sample: link)
    #expect(missing.rows.allSatisfy { !$0.remedy.contains("Oracle") && !$0.remedy.contains("Manage SSL") })
  }

  @Test("UL-9 the vendor of a domain is what the app's settings say")
  func vendorOfDomain() {
    let settings = LinkFixture.settings
    #expect(DomainVendor(of: "NEWS.brand.example.", settings) == .responsys)
    #expect(DomainVendor(of: "www.brand.example", settings) == .bloomreach)
    #expect(DomainVendor(of: "go.brand.example", settings) == .oneLink)
    #expect(DomainVendor(of: "brand.onelink.me", settings) == .oneLink)
    #expect(DomainVendor(of: "elsewhere.example", settings) == .responsys)
  }

  @Test("UL-9 what was not given is unknown, with the option to give")
  func notGiven() throws {
    let check = check {
      $0.appID = nil
      $0.entitlement = nil
    }
    #expect(!check.isFit)
    #expect(
      fault(check) == ["app-id unknown: \(Self.appID)", "entitlement unknown: no entitlements were given"])
    #expect(try row(check, "app-id").remedy.contains("--app-id"))
    #expect(try row(check, "entitlement").remedy.contains("--entitlements"))
  }

  @Test("UL-9 an entitlement that does not cover the domain says what to add")
  func entitlement() throws {
    let facts = AssociatedDomain.covering(host: "news.example.com", in: ["applinks:x y"])
    let row = try row(check { $0.entitlement = facts }, "entitlement")
    #expect(row.verdict == .fail && row.seen.hasPrefix("there is no applinks entry; "))
    #expect(row.seen.hasSuffix("The associated domain \"applinks:x y\" has no well-formed host name."))
    #expect(row.remedy.contains("applinks:news.example.com"))
  }

  @Test("UL-9 a row as JSON")
  func json() throws {
    let check = check { $0.nameServers = .noResponse("nobody answered") }
    let row = try row(check, "name-servers")
    #expect(
      row.json.serialized
        == #"{"id":"name-servers","remedy":"Ask again, or ask another name server.","#
        + #""seen":"nobody answered","#
        + #""title":"delegated to Responsys","verdict":"unknown"}"#)
    #expect(check.json["fit"] == .bool(false))
    #expect(check.json["rows"]?.elements?.count == 15)
  }

  @Test(
    "UL-9 names of certificates",
    arguments: [
      ("news.example.com", "news.example.com", true), ("News.Example.COM.", "news.example.com", true),
      ("*.example.com", "news.example.com", true), ("*.example.com", "example.com", false),
      ("*.example.com", "a.news.example.com", false), ("*.com", "example.com", false),
      ("n*.example.com", "news.example.com", false), ("*", "com", false), ("", "", false),
      ("news.*.com", "news.example.com", false), ("*.example.com", ".example.com", false),
    ])
  func certificateNames(pattern: String, host: String, isCovered: Bool) {
    #expect(DomainName.certificateName(pattern, covers: host) == isCovered)
  }
}
