import Foundation
import InboxModel
import NIOCore
import NIOPosix
import NIOSSL

/// Why there is no connection to a vendor, as the part of a sentence.
enum VendorFailure {
  /// Whether a connection failed before anything passed over it.
  static func isHandshake(_ error: any Error) -> Bool {
    switch error {
    case is NIOSSLExtraError, is OutOfDate, NIOSSLError.handshakeFailed: true
    default: false
    }
  }

  /// A certificate that was refused and is out of date; the library does not say which of its checks it failed.
  struct OutOfDate: Error {
    /// When it begins and ends to count.
    var start, end: Date

    /// Nil for one whose time it is.
    init?(_ certificate: NIOSSLCertificate) {
      let now = Date()
      start = Date(timeIntervalSince1970: Double(certificate.notValidBefore))
      end = Date(timeIntervalSince1970: Double(certificate.notValidAfter))
      if start <= now, now <= end { return nil }
    }

    var reason: String {
      end < Date()
        ? "its certificate expired at \(WireDate.format(end))"
        : "its certificate counts from \(WireDate.format(start)) on"
    }
  }

  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as OutOfDate: error.reason
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { reason($0.error) } ?? "the name \(error.host) is not known"
    case let error as IOError where error.errnoCode == ECONNREFUSED: "connection refused"
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case ChannelError.connectTimeout: "no connection within 10 s"
    case is NIOSSLExtraError: "its certificate is for another name"
    case NIOSSLError.handshakeFailed(let error) where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"):
      "its certificate comes from no authority that this machine trusts (--ca names another one)"
    case NIOSSLError.handshakeFailed: "the TLS handshake failed"
    case NIOSSLError.uncleanShutdown: "the vendor cut the connection"
    case is NIOSSLError: "TLS failed (\(error))"
    default: "\(error)"
    }
  }
}
