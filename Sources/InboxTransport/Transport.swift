import AsyncHTTPClient
import Foundation
package import InboxCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// HTTP for the core: the back end and the link hops.
///
/// Redirects are never followed, nothing is cached, no cookie is kept, and a failed connection is reported at
/// once.
package struct Transport: Sendable {
  /// The most that an answer may hold.
  static let largestAnswer = 8 * 1_024 * 1_024

  let settings: TransportSettings
  private let client: HTTPClient
  /// The line to the push service is silent for half a minute at a time.
  private let lineClient: HTTPClient

  /// - Throws: ``InboxError/configuration(_:)`` when a certificate authority cannot be read.
  package init(_ settings: TransportSettings) throws(InboxError) {
    self.settings = settings
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.timeout.connect = .seconds(5)
    configuration.dnsOverride = settings.hosts.targets.mapValues(\.address)
    configuration.tlsConfiguration = try Self.tls(settings.authorities)
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    configuration.timeout.read = .seconds(90)
    lineClient = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  private static func tls(_ authorities: [String]) throws(InboxError) -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    do {
      let extra = try authorities.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) }
      if !extra.isEmpty { tls.additionalTrustRoots = [.certificates(extra)] }
    } catch {
      throw .configuration("A certificate authority of the profile is not a readable PEM certificate.")
    }
    return tls
  }

  /// Closes every connection.
  ///
  /// Call it once, at the end.
  package func close() async {
    for client in [client, lineClient] {
      do { try await client.shutdown() } catch { continue }
    }
  }

  /// Makes a request for a URL, sent to where the host map says but naming the host of the URL.
  func request(_ url: String, method: String = "GET") -> HTTPClientRequest {
    let route = route(of: url)
    var request = HTTPClientRequest(url: route.url)
    request.method = .RAW(value: method)
    if let host = route.host { request.headers.add(name: "Host", value: host) }
    return request
  }

  /// What came back: the whole of it, or nothing.
  struct Exchange: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: Data
  }

  /// Sends a request and takes the whole answer within a time: a server that stalls after its first line is as late
  /// as one that says nothing.
  func exchange(_ request: HTTPClientRequest, seconds: Int, limit: Int) async throws -> Exchange {
    let client = client
    return try await withThrowingTaskGroup(of: Exchange.self) { group in
      group.addTask {
        let response = try await client.execute(request, timeout: .seconds(Int64(seconds)))
        let body = try await response.body.collect(upTo: limit)
        return Exchange(
          status: Int(response.status.code), headers: response.headers, body: Data(body.readableBytesView))
      }
      group.addTask {
        // The deadline that the answer races against.
        try await Task.sleep(for: .seconds(seconds))
        throw HTTPClientError.deadlineExceeded
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  /// Opens an answer that goes on.
  func line(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
    try await lineClient.execute(request, deadline: .distantFuture)
  }

  /// Puts the mapped port into the URL; the name itself is mapped by the client's name override, so that the
  /// certificate is checked against the name that the link carries.
  private func route(of url: String) -> (url: String, host: String?) {
    guard var parts = URLComponents(string: url), parts.scheme?.lowercased() == "https",
      let host = parts.host?.lowercased(), parts.port == nil, let target = settings.hosts.targets[host]
    else { return (url, nil) }
    parts.port = target.port
    return (parts.string ?? url, host)
  }

  // MARK: - Errors

  /// What a failed exchange means to a person.
  func meaning(of error: any Error) -> InboxError {
    if let error = error as? InboxError { return error }
    if error is CancellationError { return .cancelled }
    guard let error = error as? HTTPClientError else { return .noNetwork(Self.reason(error)) }
    switch error {
    case .deadlineExceeded, .readTimeout, .writeTimeout: return .timedOut(seconds: settings.timeout)
    case .connectTimeout: return .noNetwork("no connection within 5 s")
    case .cancelled: return .cancelled
    case .invalidURL, .emptyHost, .emptyScheme: return .invalidURL(settings.backEnd)
    default: return .noNetwork(Self.reason(error))
    }
  }

  /// Whether the request certainly did not reach a server.
  static func neverLeft(_ error: any Error) -> Bool {
    switch error {
    case is NIOConnectionError: true
    case NIOSSLError.handshakeFailed: true
    case is NIOSSLExtraError: true
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
    case let error as HTTPClientError: error.shortDescription
    case is NIOSSLError: "no trusted TLS connection"
    default: "the connection broke"
    }
  }
}
