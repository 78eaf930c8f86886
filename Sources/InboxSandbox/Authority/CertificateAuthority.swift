import Crypto
import Foundation
import NIOCore
package import NIOSSL
import SwiftASN1
import X509

/// The certificate authority of this program (SB-1): of the sandbox and of the tap.
///
/// Only a client that is configured to trust it does so.
///
/// Dates are the machine's: a TLS client judges certificates by its own clock, not by a virtual one.
package struct CertificateAuthority: Sendable {
  /// The certificate, for clients.
  package let pem: String
  private let certificate: Certificate
  private let key: P256.Signing.PrivateKey

  /// How long a certificate of a server is valid, which gets no other one while it runs.
  ///
  /// With the day before the start that is less than the 398 days that Apple's systems take of a public authority
  /// (HT211025): the check of a domain finds no fault with it.
  private static let lifetime: TimeInterval = 396 * 86_400

  /// The folder's authority; a new one when it has none, or one that is damaged or expires before what it signs.
  package static func load(folder: SandboxFolder?) throws(SandboxError) -> CertificateAuthority {
    if let retained = try folder.flatMap(read) { return retained }
    let made: CertificateAuthority
    do { made = try make() } catch { throw .certificates(reason: "\(error)") }
    if let folder {
      try folder.write(Data(made.key.pemRepresentation.utf8), to: keyName, permissions: 0o600)
      try folder.write(Data(made.pem.utf8), to: certificateName, permissions: 0o644)
    }
    return made
  }

  /// The name of the certificate's file in the folder.
  package static let certificateName = "ca.pem"
  private static let keyName = "ca-key.pem"

  private static func read(_ folder: SandboxFolder) throws(SandboxError) -> CertificateAuthority? {
    guard let pem = try folder.read(certificateName), let key = try folder.read(keyName) else { return nil }
    let text = String(decoding: pem, as: UTF8.self)
    do {
      let certificate = try Certificate(pemEncoded: text)
      guard certificate.notValidAfter > Date(timeIntervalSinceNow: lifetime) else { return nil }
      let key = try P256.Signing.PrivateKey(pemRepresentation: String(decoding: key, as: UTF8.self))
      guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else { return nil }
      return CertificateAuthority(pem: text, certificate: certificate, key: key)
    } catch {
      return nil
    }
  }

  private static func make() throws -> CertificateAuthority {
    let key = P256.Signing.PrivateKey()
    let name = try DistinguishedName {
      OrganizationName("inbox sandbox")
      CommonName("inbox sandbox CA")
    }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
      notValidBefore: Date(timeIntervalSinceNow: -86_400),
      notValidAfter: Date(timeIntervalSinceNow: 3_650 * 86_400), issuer: name, subject: name,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
      }, issuerPrivateKey: .init(key))
    return CertificateAuthority(
      pem: try certificate.serializeAsPEM().pemString + "\n", certificate: certificate, key: key)
  }

  /// What an HTTPS server with a fresh certificate for these hosts is set up with.
  package func serverTLS(hosts: [String]) throws(SandboxError) -> TLSConfiguration {
    let (certificate, key) = try leaf(hosts: hosts)
    do {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map {
          .certificate($0)
        },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
      configuration.minimumTLSVersion = .tlsv12
      // A stop waits this long for a client that does not say goodbye; five seconds would hold up a quit.
      configuration.shutdownTimeout = .milliseconds(20)
      return configuration
    } catch {
      throw .certificates(reason: "\(error)")
    }
  }

  /// A certificate for these host names.
  ///
  /// It names no IP address: a client that connects to an address that is named would accept it for any host.
  package func leaf(hosts: [String]) throws(SandboxError) -> (certificatePEM: String, keyPEM: String) {
    do {
      let leafKey = P256.Signing.PrivateKey()
      let leaf = try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(leafKey.publicKey),
        notValidBefore: Date(timeIntervalSinceNow: -86_400),
        notValidAfter: Date(timeIntervalSinceNow: Self.lifetime), issuer: certificate.subject,
        subject: try DistinguishedName { CommonName("inbox sandbox") }, signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          Critical(KeyUsage(digitalSignature: true))
          try ExtendedKeyUsage([.serverAuth])
          SubjectAlternativeNames(hosts.map { .dnsName($0) })
          AuthorityKeyIdentifier(
            keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
        }, issuerPrivateKey: .init(key))
      return (try leaf.serializeAsPEM().pemString, leafKey.pemRepresentation)
    } catch {
      throw .certificates(reason: "\(error)")
    }
  }
}
