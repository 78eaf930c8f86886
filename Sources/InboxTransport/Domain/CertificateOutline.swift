import Foundation
import InboxDomains
import InboxModel
import NIOSSL
import SwiftASN1
import X509

/// What can be read from any certificate, also from one whose key or signature is too weak for the library
/// that verifies chains (swift-certificates takes no RSA key under 2048 bits).
struct CertificateOutline: Sendable {
  /// The facts for the rows.
  var facts: CertificateFacts
  /// The encoded certificate.
  var encoded: [UInt8]
  /// The encoded name of its subject.
  var subject: ArraySlice<UInt8>
  /// The encoded name of its issuer.
  var issuer: ArraySlice<UInt8>

  /// Whether subject and issuer are the same.
  var isSelfIssued: Bool { subject == issuer }

  /// Whether a moment is within its dates, both included.
  func isValid(at moment: Date) -> Bool { facts.notBefore <= moment && moment <= facts.notAfter }

  /// The certificates of a chain on the way from its first to an authority, without what signs itself and without what
  /// no certificate on the path was signed by.
  static func path(up chain: [CertificateOutline]) -> [CertificateOutline] {
    guard var tip = chain.first else { return [] }
    var path: [CertificateOutline] = []
    for _ in chain {
      guard let next = chain.first(where: { $0.subject == tip.issuer }), !next.isSelfIssued else { break }
      path.append(next)
      tip = next
    }
    return path
  }

  /// Reads the DER encoding of a certificate (RFC 5280 §4.1).
  ///
  /// - Throws: When it is not such an encoding.
  init(_ encoded: [UInt8]) throws {
    self.encoded = encoded
    var outer = try DERFields(DER.parse(encoded))
    var fields = try DERFields(outer.next())
    if fields.isNext(.contextSpecific(0)) { _ = try fields.next() }
    _ = try fields.next()
    let signature = try Self.signature(fields.next())
    let issuer = try fields.next()
    var validity = try DERFields(fields.next())
    let subject = try fields.next()
    let key = try Self.key(fields.next())
    self.subject = subject.encodedBytes
    self.issuer = issuer.encodedBytes
    facts = CertificateFacts(
      subject: try Self.name(subject), issuer: try Self.name(issuer), names: try Self.names(fields.rest),
      notBefore: try Self.date(validity.next()), notAfter: try Self.date(validity.next()),
      signature: signature, key: key, purposes: try Self.purposes(fields.rest))
  }

  // MARK: - Names

  private static func name(_ node: ASN1Node) throws -> String {
    let name = try DistinguishedName(derEncoded: node)
    for part in name.reversed() {
      for attribute in part where attribute.type == .RDNAttributeType.commonName {
        return printable(String(describing: attribute.value))
      }
    }
    return printable(String(describing: name))
  }

  /// A certificate is a stranger's text: nothing in it may move the cursor of a terminal.
  private static func printable(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "?"
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func names(_ rest: [ASN1Node]) throws -> [String] {
    guard let names = try value(of: .X509ExtensionID.subjectAlternativeName, rest) else { return [] }
    return try DERFields(names).rest.filter { $0.identifier == .contextSpecific(2) }.compactMap { name in
      guard case .primitive(let bytes) = name.content else { return nil }
      return printable(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func purposes(_ rest: [ASN1Node]) throws -> [String]? {
    guard let purposes = try value(of: .X509ExtensionID.extendedKeyUsage, rest) else { return nil }
    return try DERFields(purposes).rest.map { try ASN1ObjectIdentifier(derEncoded: $0).description }
  }

  /// What an extension holds; nil where the certificate has none of the kind.
  private static func value(of kind: ASN1ObjectIdentifier, _ rest: [ASN1Node]) throws -> ASN1Node? {
    guard let extensions = rest.first(where: { $0.identifier == .contextSpecific(3) }) else { return nil }
    var wrapper = try DERFields(extensions)
    for node in try DERFields(wrapper.next()).rest {
      var fields = try DERFields(node)
      guard try ASN1ObjectIdentifier(derEncoded: fields.next()) == kind, let value = fields.rest.last else {
        continue
      }
      return try DER.parse(ASN1OctetString(derEncoded: value).bytes)
    }
    return nil
  }

  private static func date(_ node: ASN1Node) throws -> Date {
    func moment(_ year: Int, _ month: Int, _ day: Int, _ seconds: Int) -> Date {
      let days = CivilDate(year: year, month: month, day: day).daysSince1970
      return Date(timeIntervalSince1970: Double(days * 86_400 + seconds))
    }
    if node.identifier == .utcTime {
      let time = try UTCTime(derEncoded: node)
      return moment(time.year, time.month, time.day, time.hours * 3_600 + time.minutes * 60 + time.seconds)
    }
    let time = try GeneralizedTime(derEncoded: node)
    return moment(time.year, time.month, time.day, time.hours * 3_600 + time.minutes * 60 + time.seconds)
  }

  // MARK: - Algorithms

  private static func signature(_ node: ASN1Node) throws -> CertificateFacts.SignatureHash {
    var fields = try DERFields(node)
    let identifier = try ASN1ObjectIdentifier(derEncoded: fields.next()).description
    guard identifier == AlgorithmNames.pss else { return AlgorithmNames.signatureHash(identifier) }
    // RFC 4055 §3.1: the hash is the first parameter, and SHA-1 when it is missing.
    guard let parameters = fields.rest.first,
      let hash = try DERFields(parameters).rest.first(where: { $0.identifier == .contextSpecific(0) })
    else { return .old("SHA-1") }
    var wrapper = try DERFields(hash)
    var algorithm = try DERFields(wrapper.next())
    return AlgorithmNames.hash(try ASN1ObjectIdentifier(derEncoded: algorithm.next()).description)
  }

  private static func key(_ node: ASN1Node) throws -> CertificateFacts.Key {
    var fields = try DERFields(node)
    var algorithm = try DERFields(fields.next())
    let identifier = try ASN1ObjectIdentifier(derEncoded: algorithm.next()).description
    switch identifier {
    case AlgorithmNames.rsa:
      var key = try DERFields(DER.parse(ASN1BitString(derEncoded: fields.next()).bytes))
      return .rsa(bits(of: try key.next()))
    case AlgorithmNames.ellipticCurve:
      guard let curve = algorithm.rest.first, curve.identifier == .objectIdentifier else {
        return .other("a curve without a name")
      }
      return AlgorithmNames.curve(try ASN1ObjectIdentifier(derEncoded: curve).description)
    default: return .other(AlgorithmNames.keyName(identifier))
    }
  }

  private static func bits(of integer: ASN1Node) -> Int {
    guard case .primitive(let bytes) = integer.content else { return 0 }
    let significant = bytes.drop { $0 == 0 }
    return significant.count * 8 - (significant.first?.leadingZeroBitCount ?? 0)
  }
}

extension ASN1Identifier {
  fileprivate static func contextSpecific(_ number: UInt) -> ASN1Identifier {
    ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
  }
}
