import Foundation
import InboxDomains
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// Decides whether the certificates that a server sent lead to a trusted authority, and if not, why.
///
/// Trusted are this system's authorities, which on Debian are Mozilla's; Apple's own list is a little different.
struct ChainJudge: Sendable {
  private let roots: CertificateStore
  /// The authorities that are trusted besides the system's.
  private let own: [Certificate]

  /// - Parameter authorities: Authorities to trust besides the system's, as PEM.
  /// - Throws: ``TLSFailure/unreadableAuthority``.
  init(authorities: [String]) throws(TLSFailure) {
    do {
      own = try authorities.flatMap { text in
        // An old authority with a weak key can be trusted by NIOSSL, but not used here.
        try PEMDocument.parseMultiple(pemString: text).compactMap { try? Certificate(pemDocument: $0) }
      }
      roots = CertificateStore.systemTrustRoots.appending(contentsOf: own)
    } catch {
      throw .unreadableAuthority
    }
  }

  /// Judges a chain apart from the dates of the server's own certificate: when it is not valid now, the chain
  /// is judged for the moment at which it was, or will be.
  ///
  /// - Parameter isTrusted: A second opinion, asked only when the first is not clear: NIOSSL takes keys and
  ///   signatures that swift-certificates does not.
  func verdict(
    _ chain: [CertificateOutline], now: Date, isTrusted: () async -> Bool
  ) async -> ChainVerdict {
    guard let leaf = chain.first else { return .unknown("the server sent no certificate") }
    let verdict = await verified(chain, leaf, now)
    if verdict == .trusted || leaf.isSelfIssued { return verdict ?? .selfSigned }
    let isValidNow = leaf.isValid(at: now)
    if isValidNow, await isTrusted() { return .trusted }
    if verdict == nil, !isValidNow {
      return .unknown("a certificate with such a key cannot be verified once it is out of date")
    }
    return verdict ?? outdated(chain, at: now) ?? broken(chain, leaf)
  }

  /// - Returns: nil when the library cannot read the certificate.
  private func verified(
    _ chain: [CertificateOutline], _ leaf: CertificateOutline, _ now: Date
  ) async -> ChainVerdict? {
    guard let certificate = try? Certificate(derEncoded: leaf.encoded) else { return nil }
    let others = chain.dropFirst().compactMap { try? Certificate(derEncoded: $0.encoded) }
    let moment = min(max(now, leaf.facts.notBefore), leaf.facts.notAfter)
    var verifier = Verifier(rootCertificates: roots) {
      RFC5280Policy(fixedExpiryValidationTime: moment)
      ToleratedExtensions()
    }
    switch await verifier.validate(leaf: certificate, intermediates: CertificateStore(others)) {
    case .validCertificate: return .trusted
    case .couldNotValidate(let failures):
      if leaf.isSelfIssued { return .selfSigned }
      if let outdated = outdated(chain, at: moment) { return outdated }
      guard let failure = failures.first else { return broken(chain, leaf) }
      return .refused(Self.words("\(failure.policyFailureReason)", of: [certificate] + others + own))
    }
  }

  /// Follows the issuers from certificate to certificate to where they end.
  private func broken(_ chain: [CertificateOutline], _ leaf: CertificateOutline) -> ChainVerdict {
    let tip = CertificateOutline.path(up: chain).last ?? leaf
    let above = chain.first { $0.subject == tip.issuer && $0.isSelfIssued }
    return above.map { .authorityUnknown($0.facts.subject) } ?? .issuerUnknown(tip.facts.issuer)
  }

  private func outdated(_ chain: [CertificateOutline], at moment: Date) -> ChainVerdict? {
    CertificateOutline.path(up: chain).first { !$0.isValid(at: moment) }
      .map { .intermediateOutdated($0.facts) }
  }

  /// The library's reason, with a certificate's name where it prints the whole certificate.
  private static func words(_ reason: String, of certificates: [Certificate]) -> String {
    let named = certificates.reduce(reason) { $0.replacing("\($1)", with: "“\($1.subject)”") }
      .replacing("RFC5280Policy: ", with: "")
    return named.count > 160 ? named.prefix(160) + "…" : named
  }
}
