package import struct Foundation.Date
package import InboxDomains
import InboxModel
import NIOSSL

/// Finds out what a server's TLS is like by shaking hands with it in several ways (UL-9).
///
/// No request is sent over TLS, so nothing counts as a click; only where there is no TLS, a HEAD without it asks
/// whether the server speaks HTTP there. NIOSSL does not report which cipher suite was agreed on; therefore each demand
/// is a handshake of its own that offers nothing else.
package struct TLSProbe: Sendable {
  private let hosts: HostMap
  private let timeLimit: Duration
  private let judge: ChainJudge
  private let authorities: [NIOSSLCertificate]
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - hosts: Where to connect to instead, for a host and a port; the certificate is judged for the host all
  ///     the same.
  ///   - authorities: Authorities to trust besides the system's, as PEM.
  ///   - timeLimit: For the connection, and again for the handshake.
  ///   - now: The time at which the certificate is judged.
  /// - Throws: ``TLSFailure/unreadableAuthority``.
  package init(
    hosts: HostMap = HostMap(), authorities: [String] = [], timeLimit: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(TLSFailure) {
    self.hosts = hosts
    self.timeLimit = timeLimit
    self.now = now
    judge = try ChainJudge(authorities: authorities)
    do {
      self.authorities = try authorities.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) }
    } catch {
      throw .unreadableAuthority
    }
  }

  /// Shakes hands up to four times; every connection is closed when this returns.
  package func facts(_ host: String, _ port: Int) async -> Result<TLSFacts, TLSFailure> {
    let host = HostName.normalized(host)
    let mapped = hosts.targets[HostMap.Place(host: host, port: port)]
    let handshake = TLSHandshake(
      target: mapped ?? HostMap.Target(address: host, port: port), serverName: host, timeLimit: timeLimit)
    do throws(TLSFailure) {
      let first = try await handshake.perform(permissive, isVerified: false)
      let chain = try Self.outlines(first.certificates)
      let modern = await demand(handshake) { $0.minimumTLSVersion = .tlsv12 }
      // Apple asks for both at once: forward secrecy in a version that is too old is none.
      async let forward = demand(handshake) {
        $0.cipherSuiteValues = Self.forwardSecret
        if modern == .met { $0.minimumTLSVersion = .tlsv12 }
      }
      let verdict = await judge.verdict(chain.all, now: now()) { await isTrusted(handshake) }
      return .success(
        TLSFacts(
          version: TLSFacts.Version(first.version), modernVersion: modern, forwardSecrecy: await forward,
          certificate: chain.own.facts, above: CertificateOutline.path(up: chain.all).map(\.facts),
          chain: verdict))
    } catch {
      guard Self.isSilent(error), await speaksHTTP(handshake) else { return .failure(error) }
      return .failure(.plainHTTP)
    }
  }

  /// Whether a server may not have understood what was said to it.
  private static func isSilent(_ failure: TLSFailure) -> Bool {
    switch failure {
    case .notTLS, .timedOut, .handshakeFailed(TLSFailure.closedReason): true
    default: false
    }
  }

  private func speaksHTTP(_ handshake: TLSHandshake) async -> Bool {
    await PlainHTTPProbe(target: handshake.target, host: handshake.serverName, timeLimit: timeLimit)
      .responds()
  }

  /// The suites of Apple's list that give forward secrecy (“NSExceptionRequiresForwardSecrecy”), without the two with
  /// `CBC_SHA384`, which BoringSSL does not know; those of TLS 1.3, which all do, are always offered.
  private static let forwardSecret: [NIOTLSCipher] = [
    .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
    .TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, .TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA,
    .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    .TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA,
    // TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256 and TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256.
    NIOTLSCipher(0xC023), NIOTLSCipher(0xC027),
  ]

  /// Everything that BoringSSL can do; the two suites with CBC and SHA-256 only when they are named.
  private var permissive: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv1
    configuration.cipherSuites = "ALL:ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA256"
    return configuration
  }

  private func demand(
    _ handshake: TLSHandshake, _ restrict: (inout TLSConfiguration) -> Void
  ) async -> TLSFacts.Demand {
    var configuration = permissive
    restrict(&configuration)
    do {
      _ = try await handshake.perform(configuration, isVerified: false)
      return .met
    } catch .handshakeFailed(let reason), .noCommonCipher(let reason) {
      return .refused(reason)
    } catch {
      return .unknown(error.description)
    }
  }

  private func isTrusted(_ handshake: TLSHandshake) async -> Bool {
    var configuration = permissive
    if !authorities.isEmpty { configuration.additionalTrustRoots = [.certificates(authorities)] }
    do {
      _ = try await handshake.perform(configuration, isVerified: true)
      return true
    } catch {
      return false
    }
  }

  private static func outlines(
    _ certificates: [[UInt8]]
  ) throws(TLSFailure) -> (own: CertificateOutline, all: [CertificateOutline]) {
    do {
      let all = try certificates.map { try CertificateOutline($0) }
      guard let own = all.first else { throw DERFields.Missing() }
      return (own, all)
    } catch {
      throw .unreadableCertificate("it is not a certificate of RFC 5280")
    }
  }
}

extension TLSFacts.Version {
  fileprivate init(_ version: TLSVersion) {
    self =
      switch version {
      case .tlsv1: .tls10
      case .tlsv11: .tls11
      case .tlsv12: .tls12
      case .tlsv13: .tls13
      }
  }
}
