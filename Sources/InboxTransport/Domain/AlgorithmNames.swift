import InboxDomains

/// Object identifiers of keys, curves, hashes and signatures (RFC 3279, 4055, 5480, 5758, 8410).
enum AlgorithmNames {
  static let rsa = "1.2.840.113549.1.1.1"
  static let ellipticCurve = "1.2.840.10045.2.1"
  static let pss = "1.2.840.113549.1.1.10"

  private static let signatures: [String: CertificateFacts.SignatureHash] = [
    "1.2.840.113549.1.1.2": .old("MD2"), "1.2.840.113549.1.1.4": .old("MD5"),
    "1.2.840.113549.1.1.5": .old("SHA-1"), "1.2.840.10040.4.3": .old("SHA-1"),
    "1.2.840.10045.4.1": .old("SHA-1"),
    "1.2.840.113549.1.1.14": .sha2(224), "1.2.840.10045.4.3.1": .sha2(224),
    "1.2.840.113549.1.1.11": .sha2(256), "1.2.840.10045.4.3.2": .sha2(256),
    "1.2.840.113549.1.1.12": .sha2(384), "1.2.840.10045.4.3.3": .sha2(384),
    "1.2.840.113549.1.1.13": .sha2(512), "1.2.840.10045.4.3.4": .sha2(512),
    // Ed25519 hashes with SHA-512 by its definition.
    "1.3.101.112": .sha2(512),
  ]

  private static let hashes: [String: CertificateFacts.SignatureHash] = [
    "1.3.14.3.2.26": .old("SHA-1"), "2.16.840.1.101.3.4.2.4": .sha2(224),
    "2.16.840.1.101.3.4.2.1": .sha2(256),
    "2.16.840.1.101.3.4.2.2": .sha2(384), "2.16.840.1.101.3.4.2.3": .sha2(512),
  ]

  private static let curves: [String: Int] = [
    "1.3.132.0.33": 224, "1.2.840.10045.3.1.7": 256, "1.3.132.0.10": 256, "1.3.132.0.34": 384,
    "1.3.132.0.35": 521,
  ]

  private static let keys = ["1.3.101.112": "Ed25519", "1.3.101.113": "Ed448", "1.2.840.10040.4.1": "DSA"]

  /// The hash of a signature algorithm other than ``pss``.
  static func signatureHash(_ identifier: String) -> CertificateFacts.SignatureHash {
    signatures[identifier] ?? .unknown(identifier)
  }

  static func hash(_ identifier: String) -> CertificateFacts.SignatureHash {
    hashes[identifier] ?? .unknown(identifier)
  }

  static func curve(_ identifier: String) -> CertificateFacts.Key {
    curves[identifier].map { .ellipticCurve($0) } ?? .other("the curve \(identifier)")
  }

  /// A kind of key that is neither RSA nor on a curve of ``ellipticCurve``.
  static func keyName(_ identifier: String) -> String { keys[identifier] ?? "a key of kind \(identifier)" }
}
