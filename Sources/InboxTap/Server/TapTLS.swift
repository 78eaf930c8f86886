import InboxModel
import InboxSandbox
import NIOCore
import NIOSSL

/// TLS on both sides of a tap.
enum TapTLS {
  /// Checks the vendor's chain and name.
  ///
  /// - Parameter authorities: PEM certificates that count besides those of the machine.
  static func client(_ authorities: [String]) throws(InboxError) -> NIOSSLContext {
    do {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.minimumTLSVersion = .tlsv12
      tls.applicationProtocols = ["http/1.1"]
      let roots = try authorities.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) }
      if !roots.isEmpty { tls.additionalTrustRoots = [.certificates(roots)] }
      return try NIOSSLContext(configuration: tls)
    } catch {
      throw .configuration("A certificate authority of --ca is not a readable PEM certificate.")
    }
  }

  /// What an app gets: a certificate for some hosts, made by our own authority.
  static func server(_ authority: CertificateAuthority, hosts: [String]) throws(InboxError) -> NIOSSLContext {
    do {
      var tls = try authority.serverTLS(hosts: hosts)
      tls.applicationProtocols = ["http/1.1"]
      return try NIOSSLContext(configuration: tls)
    } catch let error as SandboxError {
      throw .configuration(error.description)
    } catch {
      throw .configuration("The tap's certificate cannot be made: \(error).")
    }
  }
}
