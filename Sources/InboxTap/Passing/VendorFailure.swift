import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Why there is no connection to a vendor, as the part of a sentence.
enum VendorFailure {
  /// Whether a connection failed before anything passed over it.
  static func isHandshake(_ error: any Error) -> Bool {
    switch error {
    case is NIOSSLExtraError, NIOSSLError.handshakeFailed: true
    default: false
    }
  }

  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { reason($0.error) } ?? "the name \(error.host) is not known"
    case let error as IOError where error.errnoCode == ECONNREFUSED: "connection refused"
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case ChannelError.connectTimeout: "no connection within 10 s"
    case is NIOSSLExtraError: "its certificate is for another name"
    case NIOSSLError.handshakeFailed(let error) where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"):
      "its certificate comes from no authority that this machine trusts"
    case NIOSSLError.handshakeFailed: "the TLS handshake failed"
    case NIOSSLError.uncleanShutdown: "the vendor cut the connection"
    case is NIOSSLError: "TLS failed (\(error))"
    default: "\(error)"
    }
  }
}
