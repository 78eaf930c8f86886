import InboxCore

/// What a server's TLS is like, as far as Apple's transport security asks for it (UL-9; Apple,
/// “NSAppTransportSecurity”, and `CocoaKeys`, “App Transport Security technology requirements”).
public struct TLSFacts: Hashable, Sendable {
  /// A version of the protocol.
  public enum Version: String, Hashable, Sendable, Comparable {
    /// RFC 2246.
    case tls10 = "TLS 1.0"
    /// RFC 4346.
    case tls11 = "TLS 1.1"
    /// RFC 5246.
    case tls12 = "TLS 1.2"
    /// RFC 8446.
    case tls13 = "TLS 1.3"

    /// Older is less.
    public static func < (left: Version, right: Version) -> Bool { left.rawValue < right.rawValue }
  }

  /// How a handshake went that demanded something.
  public enum Demand: Hashable, Sendable {
    /// The server can do it.
    case met
    /// The server cannot; the reason is what it said.
    case refused(String)
    /// The handshake went wrong for another reason, which is the end of a sentence.
    case unknown(String)
  }

  /// What the server chose when it had the choice of all from TLS 1.0 to 1.3.
  public var version: Version
  /// A handshake with TLS 1.2 or newer.
  public var modernVersion: Demand
  /// A handshake with the forward-secret suites of Apple's list alone, in any version.
  public var forwardSecrecy: Demand
  /// The server's own certificate.
  public var certificate: CertificateFacts
  /// Those above it that the server sends, up to the authority's own.
  public var above: [CertificateFacts]
  /// Where the certificate leads.
  public var chain: ChainVerdict

  /// Makes facts.
  public init(
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
