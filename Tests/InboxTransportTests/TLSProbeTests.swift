import Foundation
import InboxModel
import InboxTestSupport
import InboxTransport
import Testing

@testable import InboxDomains

/// Against real TLS servers, one fault each.
@Suite("UL-9 TLS", .queued)
struct TLSProbeTests {
  private let host = "news.example.com"

  /// Makes a certificate, serves it, and looks at it as `host`.
  private func probe(
    _ request: TestAuthority.CertificateRequest = .init(),
    intermediate: TestAuthority.CertificateRequest = .init(), options: [String] = [],
    sendsIntermediate: Bool = true, trustsRoot: Bool = true
  ) async throws -> TLSFacts {
    let authority = try await TestAuthority(intermediate: intermediate)
    try await authority.makeCertificate("server", request)
    let server = try await TLSServer(
      authority, "server", options: options, sendsIntermediate: sendsIntermediate)
    let probe = try TLSProbe(
      hosts: HostMap([.init(host: host, port: 443): .init(address: "127.0.0.1", port: server.port)]),
      authorities: trustsRoot ? [authority.rootPEM] : [])
    let result = await probe.facts(host, 443)
    await server.stop()
    return try result.get()
  }

  /// The rows that are not met.
  private func faults(_ facts: TLSFacts) -> [String] {
    let facts = DomainFacts(
      nameServers: .found(DomainCheck.requiredNameServers), tls: .success(facts),
      association: AssociationFacts())
    return DomainCheck(host: host, facts: facts, now: Date()).rows.dropFirst().prefix(9)
      .filter { $0.verdict != .pass }.map(\.id)
  }

  @Test("UL-9 a good server meets every demand, with an EC or an RSA key")
  func good() async throws {
    let facts = try await probe()
    #expect(facts.version == .tls13)
    #expect(facts.modernVersion == .met)
    #expect(facts.forwardSecrecy == .met)
    #expect(facts.chain == .trusted)
    #expect(facts.certificate.key == .ellipticCurve(256))
    #expect(facts.certificate.signature == .sha2(256))
    #expect(facts.certificate.names == [host])
    #expect((facts.certificate.subject, facts.certificate.issuer) == (host, "Test Intermediate"))
    #expect(facts.above.map(\.subject) == ["Test Intermediate"])
    #expect(faults(facts) == [])

    let rsa = try await probe(.init { $0.key = "rsa:2048" }, options: ["-tls1_2"])
    #expect(rsa.certificate.key == .rsa(2_048))
    #expect(rsa.version == .tls12)
    #expect(faults(rsa) == [])
  }

  @Test("UL-9 a wild card covers one label")
  func wildcard() async throws {
    let facts = try await probe(.init { $0.names = ["*.example.com"] })
    #expect(faults(facts) == [])
  }

  @Test("UL-9 a server with TLS 1.1 fails for that alone")
  func oldVersion() async throws {
    let facts = try await probe(options: ["-tls1_1"])
    #expect(facts.version == .tls11)
    #expect(faults(facts) == ["tls-version"])
  }

  @Test("UL-9 a server without forward secrecy fails for that alone")
  func noForwardSecrecy() async throws {
    let facts = try await probe(
      .init { $0.key = "rsa:2048" }, options: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"])
    #expect(facts.forwardSecrecy == .refused("the server's alert “handshake failure”"))
    #expect(faults(facts) == ["forward-secrecy"])
  }

  @Test(
    "UL-9 the suites of Apple's list with CBC are forward-secret",
    arguments: [
      "ECDHE-RSA-AES128-SHA256", "ECDHE-RSA-AES128-SHA",
    ])
  func olderSuites(cipher: String) async throws {
    let facts = try await probe(.init { $0.key = "rsa:2048" }, options: ["-tls1_2", "-cipher", cipher])
    #expect(facts.forwardSecrecy == .met)
  }

  @Test("UL-9 an RSA key of 1024 bits fails for that alone")
  func shortKey() async throws {
    let facts = try await probe(.init { $0.key = "rsa:1024" })
    #expect(facts.certificate.key == .rsa(1_024))
    #expect(facts.chain == .trusted)
    #expect(faults(facts) == ["key-size"])
  }

  @Test("UL-9 a certificate signed with SHA-1 fails for that alone")
  func oldHash() async throws {
    let facts = try await probe(.init { $0.hash = "sha1" })
    #expect(facts.certificate.signature == .old("SHA-1"))
    #expect(faults(facts) == ["signature-hash"])
  }

  @Test("UL-9 an expired certificate fails for its date alone")
  func expired() async throws {
    let facts = try await probe(
      .init {
        $0.start = "20200101000000Z"
        $0.end = "20210101000000Z"
      })
    #expect(facts.chain == .trusted)
    #expect(WireDate.format(facts.certificate.notBefore) == "2020-01-01T00:00:00.000Z")
    #expect(WireDate.format(facts.certificate.notAfter) == "2021-01-01T00:00:00.000Z")
    #expect(faults(facts) == ["certificate-dates"])
    let future = try await probe(
      .init {
        $0.start = "20980101000000Z"
        $0.end = "20980601000000Z"
      })
    #expect(faults(future) == ["certificate-dates"])
  }

  @Test("UL-9 a certificate for another name fails for that alone, and the common name counts for nothing")
  func wrongName() async throws {
    #expect(faults(try await probe(.init { $0.names = ["www.example.com"] })) == ["certificate-name"])
    let none = try await probe(.init { $0.names = [] })
    #expect(none.certificate.names == [])
    #expect(faults(none) == ["certificate-name"])
  }

  @Test("UL-9 a certificate that signs itself is reported as such")
  func selfSigned() async throws {
    let facts = try await probe(.init { $0.issuer = .itself }, sendsIntermediate: false)
    #expect(facts.chain == .selfSigned)
    #expect(faults(facts) == ["chain"])
    let expired = try await probe(
      .init {
        $0.issuer = .itself
        $0.start = "20200101000000Z"
        $0.end = "20210101000000Z"
      }, sendsIntermediate: false)
    #expect(faults(expired) == ["chain", "certificate-dates"])
  }

  @Test("UL-9 a certificate is issued for 398 days at most, 825 before September 2020")
  func lifetime() async throws {
    func faults(_ start: String, _ end: String) async throws -> [String] {
      self.faults(
        try await probe(
          .init {
            $0.start = start
            $0.end = end
          }))
    }
    #expect(try await faults(TestAuthority.time(days: -10), TestAuthority.time(days: 388)) == [])
    #expect(
      try await faults(TestAuthority.time(days: -10), TestAuthority.time(days: 389)) == [
        "certificate-lifetime"
      ])
    #expect(
      try await faults("20200831000000Z", "20221201000000Z") == ["certificate-dates"])
    #expect(
      try await faults("20200901000000Z", "20221201000000Z") == ["certificate-dates", "certificate-lifetime"])
    #expect(
      try await faults("20200831000000Z", "20230101000000Z") == ["certificate-dates", "certificate-lifetime"])
  }

  @Test("UL-9 a certificate that is not for servers, or does not say what it is for, fails for that alone")
  func purposes() async throws {
    #expect(faults(try await probe(.init { $0.purposes = "clientAuth" })) == ["server-authentication"])
    #expect(faults(try await probe(.init { $0.purposes = "" })) == ["server-authentication"])
    #expect(faults(try await probe(.init { $0.purposes = "clientAuth,serverAuth" })) == [])
    let old = try await probe(
      .init {
        $0.purposes = ""
        $0.start = "20200101000000Z"
        $0.end = "20200201000000Z"
      }, intermediate: .init { $0.start = "20190101000000Z" })
    #expect(old.certificate.purposes == nil)
  }

  @Test("UL-9 SHA-1 and a short key above the server's certificate are named with whose they are")
  func weakAbove() async throws {
    let old = try await probe(intermediate: .init { $0.hash = "sha1" })
    #expect(old.above.map(\.signature) == [.old("SHA-1")] && old.certificate.signature == .sha2(256))
    #expect(faults(old).contains("signature-hash"))
    let short = try await probe(intermediate: .init { $0.key = "rsa:1024" })
    #expect(short.above.map(\.key) == [.rsa(1_024)] && faults(short).contains("key-size"))
  }

  @Test(
    "UL-9 an intermediate that has expired, or is not valid yet, is reported as such: it is that one to replace"
  )
  func outdatedAbove() async throws {
    let expired = try await probe(intermediate: .init { $0.end = "20210101000000Z" })
    guard case .intermediateOutdated(let certificate) = expired.chain else {
      Issue.record("\(expired.chain)")
      return
    }
    #expect(certificate.subject == "Test Intermediate" && faults(expired) == ["chain"])
    let future = try await probe(intermediate: .init { $0.start = "20980101000000Z" })
    guard case .intermediateOutdated = future.chain else {
      Issue.record("\(future.chain)")
      return
    }
  }

  @Test("UL-9 a missing intermediate certificate and a private authority name the issuer")
  func brokenChain() async throws {
    let missing = try await probe(sendsIntermediate: false)
    #expect(missing.chain == .issuerUnknown("Test Intermediate"))
    #expect(faults(missing) == ["chain"])
    #expect(try await probe(trustsRoot: false).chain == .issuerUnknown("Test Root"))
    let short = try await probe(.init { $0.key = "rsa:1024" }, sendsIntermediate: false)
    #expect(short.chain == .issuerUnknown("Test Intermediate"))
  }

  @Test("UL-9 a private authority that is sent along is named as not trusted")
  func privateAuthority() async throws {
    let authority = try await TestAuthority()
    try await authority.makeCertificate("server", .init { $0.issuer = .root })
    let server = try await TLSServer(
      authority, "server", options: ["-cert_chain", authority.path + "/root.pem"], sendsIntermediate: false)
    let probe = try TLSProbe(
      hosts: HostMap([.init(host: host, port: 443): .init(address: "127.0.0.1", port: server.port)]))
    let result = await probe.facts(host, 443)
    await server.stop()
    #expect(try result.get().chain == .authorityUnknown("Test Root"))
  }

  @Test("UL-9 the test server answers with the files of its site")
  func site() async throws {
    let authority = try await TestAuthority()
    try await authority.makeCertificate("server")
    let server = try await TLSServer(
      authority, "server",
      site: ["/.well-known/apple-app-site-association": TLSServer.response("{\"applinks\":{}}")])
    let text = try await ServerProcess.run(
      [
        "/bin/sh", "-c",
        "printf 'GET /.well-known/apple-app-site-association HTTP/1.0\\r\\n\\r\\n'"
          + " | openssl s_client -quiet -connect 127.0.0.1:\(server.port) 2>/dev/null",
      ], in: authority.path)
    #expect(text.hasPrefix("HTTP/1.0 200 OK\r\n"))
    #expect(text.hasSuffix("\r\n\r\n{\"applinks\":{}}"))
    await server.stop()
  }
}
