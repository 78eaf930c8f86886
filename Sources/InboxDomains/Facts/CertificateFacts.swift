package import struct Foundation.Date

/// What a server's certificate says, as far as Apple's transport security asks for it (UL-9).
package struct CertificateFacts: Hashable, Sendable {
  /// How the certificate's own signature was made.
  package enum SignatureHash: Hashable, Sendable {
    /// A hash of the SHA-2 family, by its size: 224, 256, 384 or 512.
    case sha2(Int)
    /// SHA-1, MD5 or another one that is older than SHA-2.
    case old(String)
    /// One that this program does not know, by its object identifier.
    case unknown(String)
  }

  /// The key that the certificate vouches for.
  package enum Key: Hashable, Sendable {
    /// RSA and the size of the modulus in bits.
    case rsa(Int)
    /// An elliptic curve and its size in bits.
    case ellipticCurve(Int)
    /// Another kind, by name or object identifier.
    case other(String)
  }

  /// Whose it is, for people.
  package var subject: String
  /// Who signed it, for people.
  package var issuer: String
  /// The names that it is good for (its DNS names; the common name counts for nothing, RFC 9525 §6.3).
  package var names: [String]
  /// When it begins to be valid.
  package var notBefore: Date
  package var notAfter: Date
  package var signature: SignatureHash
  package var key: Key
  /// What it may be used for (extended key usage), as object identifiers; nil where it does not say.
  package var purposes: [String]?

  package init(
    subject: String, issuer: String, names: [String], notBefore: Date, notAfter: Date,
    signature: SignatureHash, key: Key, purposes: [String]? = [serverAuthentication]
  ) {
    self.subject = subject
    self.issuer = issuer
    self.names = names
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.signature = signature
    self.key = key
    self.purposes = purposes
  }

  /// The purpose of a server (RFC 5280 §4.2.1.12).
  package static let serverAuthentication = "1.3.6.1.5.5.7.3.1"

  /// Days that it is valid, a started one being a whole one.
  package var days: Int { Int((notAfter.timeIntervalSince(notBefore) / 86_400).rounded(.up)) }

  /// Whether one of its names stands for the host, whatever its dates and its issuer.
  package func covers(_ host: String) -> Bool {
    names.contains { DomainName.certificateName($0, covers: host) }
  }
}
