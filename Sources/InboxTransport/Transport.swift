import AsyncHTTPClient
import Foundation
package import InboxCore
import NIOConcurrencyHelpers
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

  package let settings: TransportSettings
  private let exchanges = NIOLockedValueBox(0)
  private let clients: Clients

  /// - Throws: ``InboxError/configuration(_:)`` when a certificate authority cannot be read.
  package init(_ settings: TransportSettings) throws(InboxError) {
    self.settings = settings
    let authorities = try Self.certificates(settings.authorities)
    clients = Clients(settings.hosts) {
      var configuration = HTTPClient.Configuration()
      configuration.redirectConfiguration = .disallow
      configuration.connectionPool.retryConnectionEstablishment = false
      configuration.timeout.connect = .seconds(5)
      configuration.tlsConfiguration = Self.tls(authorities)
      return configuration
    }
  }

  private static func tls(_ authorities: [NIOSSLCertificate]) -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    // A server that stalls does not say goodbye either; five seconds would hold up a quit.
    tls.shutdownTimeout = .milliseconds(100)
    if !authorities.isEmpty { tls.additionalTrustRoots = [.certificates(authorities)] }
    return tls
  }

  private static func certificates(_ authorities: [String]) throws(InboxError) -> [NIOSSLCertificate] {
    do { return try authorities.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) } } catch {
      throw .configuration("A certificate authority of the profile is not a readable PEM certificate.")
    }
  }

  /// Closes every connection.
  ///
  /// Call it once, at the end.
  package func close() async {
    await clients.close()
  }

  /// Makes a request for a URL, sent to where the host map says but naming the host of the URL.
  func request(_ url: String, method: String = "GET") -> HTTPClientRequest {
    var request = HTTPClientRequest(url: url)
    request.method = .RAW(value: method)
    guard var parts = URLComponents(string: url), let place = Self.place(of: parts),
      let target = settings.hosts.targets[place]
    else { return request }
    // The name stays in the URL: the certificate is checked against the name that the link carries. The client finds
    // the address by that name, in one spelling.
    request.headers.add(name: "Host", value: place.host + (parts.port.map { ":\($0)" } ?? ""))
    parts.encodedHost = place.host
    parts.port = target.port
    request.url = parts.string ?? url
    return request
  }

  /// What came back: the whole of it, or nothing.
  struct Exchange: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: Data
    /// Whether the body was longer than was wanted.
    var isCut = false
  }

  /// Sends a request and takes the whole answer within a time: a server that stalls after its first line is as late
  /// as one that says nothing.
  ///
  /// - Parameters:
  ///   - isGuarded: Whether a name that leads into this machine or its network ends it, as
  ///     ``PrivateAddressGuard/Refused``.
  ///   - limit: The most bytes of the body.
  ///   - cuts: Whether a longer body is cut, and not an error.
  ///   - sent: The body of the request, for a recording.
  ///   - people: Whose messages or events it is about; nil for anybody's.
  ///   - wanted: Of which statuses the body is read; of others the head is all.
  /// - Throws: `NIOTooManyBytesError` for a body that is too long and must not be cut.
  func exchange(
    _ request: HTTPClientRequest, isGuarded: Bool = false, seconds: Int, limit: Int, cuts: Bool = false,
    bodyOf wanted: @escaping @Sendable (Int) -> Bool = { _ in true }, sent: Data? = nil,
    about people: [Identity]? = []
  ) async throws -> Exchange {
    let tap = ExchangeTap(request, sent, about: people, number: exchanges, settings)
    do {
      let purpose =
        address(of: request).map { .mapped(to: $0) } ?? (isGuarded ? .guarded : Clients.Purpose.plain)
      let exchange = try await perform(
        request, over: purpose, seconds: seconds, limit: limit, cuts: cuts, bodyOf: wanted)
      tap?.answered(exchange)
      return exchange
    } catch {
      tap?.failed(Self.reason(error))
      throw error
    }
  }

  private func perform(
    _ request: HTTPClientRequest, over purpose: Clients.Purpose, seconds: Int, limit: Int, cuts: Bool,
    bodyOf wanted: @escaping @Sendable (Int) -> Bool
  ) async throws -> Exchange {
    let client = try clients.client(for: purpose)
    return try await withThrowingTaskGroup(of: Exchange.self) { group in
      group.addTask {
        let response = try await client.execute(request, timeout: .seconds(Int64(seconds)))
        var exchange = Exchange(status: Int(response.status.code), headers: response.headers, body: Data())
        guard wanted(exchange.status) else { return exchange }
        guard cuts else {
          exchange.body = Data(try await response.body.collect(upTo: limit).readableBytesView)
          return exchange
        }
        for try await part in response.body {
          exchange.body.append(contentsOf: part.readableBytesView.prefix(limit + 1 - exchange.body.count))
          exchange.isCut = exchange.body.count > limit
          if exchange.isCut { break }
        }
        exchange.body = exchange.body.prefix(limit)
        return exchange
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
    try await clients.client(for: .line).execute(request, deadline: .distantFuture)
  }

  /// Where a URL is really asked; nil for where it says.
  private func target(of parts: URLComponents) -> HostMap.Target? {
    Self.place(of: parts).flatMap { settings.hosts.targets[$0] }
  }

  /// The host and port that a URL names; nil where it names none.
  static func place(of parts: URLComponents) -> HostMap.Place? {
    guard let host = parts.host, let port = parts.port ?? defaultPort(parts) else { return nil }
    return HostMap.Place(host: host, port: port)
  }

  /// The address that a request, whose port is mapped already, goes to.
  private func address(of request: HTTPClientRequest) -> String? {
    guard let host = request.headers.first(name: "Host"), let parts = URLComponents(string: request.url),
      let named = URLComponents(string: "\(parts.scheme ?? "https")://\(host)")
    else { return nil }
    return target(of: named)?.address
  }

  private static func defaultPort(_ parts: URLComponents) -> Int? {
    switch parts.scheme?.lowercased() {
    case "https": 443
    case "http": 80
    default: nil
    }
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
    case is NIOConnectionError, is PrivateAddressGuard.Refused: true
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
    case let error as HTTPClientError where error == .cancelled: "called off"
    case let error as HTTPClientError: error.shortDescription
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      "its certificate is for another name"
    case is PrivateAddressGuard.Refused: "its name leads into this machine or its network"
    case is NIOSSLError: "no trusted TLS connection"
    case is CancellationError: "called off"
    default: "the connection broke"
    }
  }
}
