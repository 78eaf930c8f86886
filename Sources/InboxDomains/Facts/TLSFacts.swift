/// What a server's TLS is like, as far as Apple's transport security asks for it (UL-9; Apple,
/// “NSAppTransportSecurity”, and `CocoaKeys`, “App Transport Security technology requirements”).
package struct TLSFacts: Hashable, Sendable {
  /// A version of the protocol.
  package enum Version: String, Hashable, Sendable {
    /// RFC 2246.
    case tls10 = "TLS 1.0"
    /// RFC 4346.
    case tls11 = "TLS 1.1"
    /// RFC 5246.
    case tls12 = "TLS 1.2"
    /// RFC 8446.
    case tls13 = "TLS 1.3"
  }

  /// How a handshake went that demanded something.
  package enum Demand: Hashable, Sendable {
    /// The server can do it.
    case met
    /// The server cannot; the reason is what it said.
    case refused(String)
    /// The handshake went wrong for another reason, which is the end of a sentence.
    case unknown(String)
  }

  /// What the server chose when it had the choice of all from TLS 1.0 to 1.3.
  package var version: Version
  /// A handshake with TLS 1.2 or newer.
  package var modernVersion: Demand
  /// A handshake with the forward-secret suites of Apple's list alone, in any version.
  package var forwardSecrecy: Demand
  /// The server's own certificate.
  package var certificate: CertificateFacts
  /// Those above it that the server sends, up to the authority's own.
  package var above: [CertificateFacts]
  package var chain: ChainVerdict

  package init(
    version: Version, modernVersion: Demand, forwardSecrecy: Demand, certificate: CertificateFacts,
    above: [CertificateFacts] = [], chain: ChainVerdict
  ) {
    self.version = version
    self.modernVersion = modernVersion
    self.forwardSecrecy = forwardSecrecy
    self.certificate = certificate
    self.above = above
    self.chain = chain
  }
}

/// Whether a server's certificate leads to an authority that is trusted, apart from its dates and names (UL-9).
package enum ChainVerdict: Hashable, Sendable {
  case trusted
  /// The certificate was signed with its own key.
  case selfSigned
  /// The chain breaks off: the certificate of this issuer was not sent, and it is not a trusted authority either.
  case issuerUnknown(String)
  /// The chain is complete, but the authority that it ends in is not trusted.
  case authorityUnknown(String)
  /// A certificate between the server's own and the authority is out of date, or not valid yet.
  case intermediateOutdated(CertificateFacts)
  /// The chain leads to a trusted authority and is not good for another reason, which is the end of a sentence.
  case refused(String)
  /// It is not known; the reason is a clause.
  case unknown(String)
}
