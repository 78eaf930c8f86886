import Foundation
import InboxDomains
import NIOCore
import NIOPosix
import NIOSSL

/// What NIO's and BoringSSL's errors mean to a person.
extension TLSFailure {
  /// Finds the one reason in an error of a connection or a handshake.
  init(_ error: any Error, host: String, timeLimit: Duration) {
    switch error {
    case is HandshakeObserver.TimeUp: self = .timedOut(milliseconds: Int(timeLimit / .milliseconds(1)))
    case is HandshakeObserver.Closed: self = .handshakeFailed(Self.closedReason)
    case ChannelError.connectTimeout: self = .timedOut(milliseconds: Int(timeLimit / .milliseconds(1)))
    case let error as NIOConnectionError:
      guard let first = error.connectionErrors.first else {
        self = .unknownHost(host)
        return
      }
      self.init(first.error, host: host, timeLimit: timeLimit)
    case let error as IOError: self.init(number: error.errnoCode)
    case NIOSSLError.handshakeFailed(let reason): self.init(reason)
    case let error as NIOSSLExtraError: self = .handshakeFailed("\(error)")
    case is NIOSSLError: self = .handshakeFailed(Self.closedReason)
    default: self = .unreachable("\(error)")
    }
  }

  static let closedReason = "the server closed the connection"

  private init(number: Int32) {
    switch number {
    case ECONNREFUSED: self = .connectionRefused
    case ECONNRESET, EPIPE: self = .handshakeFailed(Self.closedReason)
    default: self = .unreachable(String(cString: strerror(number)))
    }
  }

  private init(_ error: BoringSSLError) {
    guard case .sslError(let stack) = error, let first = stack.first else {
      self = .handshakeFailed(Self.closedReason)
      return
    }
    if first == .eofDuringHandshake {
      self = .handshakeFailed(Self.closedReason)
      return
    }
    let name = Self.reasonName(first.description)
    // RFC 8446 §6.2: no acceptable set of parameters.
    if ["SSLV3_ALERT_HANDSHAKE_FAILURE", "TLSV1_ALERT_INSUFFICIENT_SECURITY"].contains(name) {
      self = .noCommonCipher(Self.sentence(name))
      return
    }
    // What is not a record of TLS at all: the response of a server that speaks something else.
    let foreign = ["WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST", "INVALID_RECORD"]
    self = foreign.contains(name) ? .notTLS : .handshakeFailed(Self.sentence(name))
  }

  /// `…:OPENSSL_internal:WRONG_VERSION_NUMBER at /…` → `WRONG_VERSION_NUMBER`.
  private static func reasonName(_ description: String) -> String {
    let reason = description.components(separatedBy: "OPENSSL_internal:").last ?? description
    return reason.components(separatedBy: " at ").first ?? reason
  }

  /// `SSLV3_ALERT_HANDSHAKE_FAILURE` → `the server's alert “handshake failure”`.
  private static func sentence(_ name: String) -> String {
    let words = name.lowercased().split(separator: "_")
    guard let alert = words.firstIndex(of: "alert") else { return words.joined(separator: " ") }
    return "the server's alert “\(words[(alert + 1)...].joined(separator: " "))”"
  }
}
