import AsyncHTTPClient
import Foundation
import InboxModel
import InboxVendors
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// What a failed exchange means.
extension Transport {
  func meaning(of error: any Error, _ request: WireRequest) -> InboxError {
    if let error = error as? InboxError { return error }
    if let flaw = error as? ResponseFlaw { return .invalidPayload(flaw.reason) }
    if error is CancellationError { return .cancelled }
    if error is WebLink.Flaw { return .invalidURL(request.url) }
    guard let error = error as? HTTPClientError else { return .noNetwork(Self.reason(error)) }
    switch error {
    case .deadlineExceeded, .readTimeout, .writeTimeout: return .timedOut(seconds: seconds(of: request))
    case .cancelled: return .cancelled
    case .invalidURL, .emptyHost, .emptyScheme: return .invalidURL(request.url)
    default: return .noNetwork(Self.reason(error))
    }
  }

  /// Whether the request certainly did not reach a server.
  static func neverLeft(_ error: any Error) -> Bool {
    switch error {
    case is WebLink.Flaw, is InboxError: true
    case is NIOConnectionError, is PrivateAddressGuard.Refused: true
    case NIOSSLError.handshakeFailed, is NIOSSLExtraError: true
    case let error as IOError: error.errnoCode == ECONNREFUSED
    case let error as HTTPClientError:
      [.connectTimeout, .invalidURL, .emptyHost, .emptyScheme, .tlsHandshakeTimeout].contains(error)
    default: false
    }
  }

  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError where error.errnoCode == ECONNREFUSED: "connection refused"
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { reason($0.error) }
        ?? "the name \(error.host) is not known"
    case let error as HTTPClientError: reason(error)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      "its certificate is for another name"
    case NIOSSLError.handshakeFailed(let reason) where "\(reason)".contains("NO_APPLICATION_PROTOCOL"):
      "it speaks HTTP/2 alone, and this program HTTP/1.1"
    case is PrivateAddressGuard.Refused: "its name leads into this machine or its network"
    case NIOSSLError.uncleanShutdown: "the server closed the connection"
    case is NIOSSLError: "no trusted TLS connection"
    case let flaw as ResponseFlaw: flaw.reason
    case let flaw as WebLink.Flaw: flaw.reason
    case let error as InboxError: error.description
    case HTTPParserError.headerOverflow: "the server sent too many headers, or one of more than 80 KiB"
    case HTTPParserError.closedConnection, HTTPParserError.invalidEOFState: "the server closed the connection"
    case is HTTPParserError, is NIOHTTPDecoderError: "what the server sent is not HTTP/1.1"
    case is CancellationError: "cancelled"
    default: "the connection broke"
    }
  }

  private static func reason(_ error: HTTPClientError) -> String {
    switch error {
    case .cancelled: "cancelled"
    case .connectTimeout: "no connection within 5 s"
    case .deadlineExceeded, .readTimeout, .writeTimeout: "the response did not come in time"
    case .tlsHandshakeTimeout: "the TLS handshake did not end in time"
    case .remoteConnectionClosed, .uncleanShutdown: "the server closed the connection"
    default: error.shortDescription
    }
  }
}
