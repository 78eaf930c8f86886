import InboxModel

/// Why nothing could be learned about a server's TLS (UL-9).
package enum TLSFailure: Error, Hashable, Sendable {
  /// The host's name has no address.
  case unknownHost(String)
  /// Nothing listens there.
  case connectionRefused
  /// There is no connection for another reason.
  case unreachable(String)
  /// No connection, or no end of the handshake, in this many milliseconds.
  case timedOut(milliseconds: Int)
  /// What listens there does not speak TLS.
  case notTLS
  /// What listens there speaks HTTP without TLS.
  case plainHTTP
  /// The server takes none of the cipher suites that were offered; the reason is what it said.
  case noCommonCipher(String)
  /// The server ended the handshake, or the two have nothing in common; the reason is OpenSSL's.
  case handshakeFailed(String)
  /// The certificate cannot be read.
  case unreadableCertificate(String)
  /// A certificate authority that was given is not a readable PEM certificate.
  case unreadableAuthority
}

extension TLSFailure: CustomStringConvertible {
  /// The reason as a clause.
  package var description: String {
    switch self {
    case .unknownHost(let host): "the name \(host) has no address"
    case .connectionRefused: "the connection was refused"
    case .unreachable(let reason): "there is no connection: \(reason)"
    case .timedOut(let milliseconds): "the server said nothing within \(milliseconds.millisecondsInSeconds) s"
    case .notTLS: "what listens there does not speak TLS"
    case .plainHTTP: "what listens there speaks plain HTTP, without TLS"
    case .noCommonCipher(let reason): "there is no cipher suite in common: \(reason)"
    case .handshakeFailed(let reason): "the handshake failed: \(reason)"
    case .unreadableCertificate(let reason): "the server's certificate cannot be read: \(reason)"
    case .unreadableAuthority: "a given certificate authority is not a readable PEM certificate"
    }
  }
}
