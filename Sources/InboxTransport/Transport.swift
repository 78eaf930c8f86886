import AsyncHTTPClient
import Foundation
package import InboxModel
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOSSL

/// HTTP for the vendors and the core: requests that a vendor makes, the line of pushes, and the link hops.
///
/// Redirects are never followed, nothing is cached, no cookie is kept, and a failed connection is reported at once.
package struct Transport: Sendable {
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
      // The library collects header blocks of HTTP/2 without a bound; nothing here gains by it.
      configuration.httpVersion = .http1Only
      configuration.http1_1ConnectionDebugInitializer = { ResponseGuard.install(on: $0) }
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

  /// Hides the secrets that are known by now.
  var mask: SecretMask { settings.book?.mask ?? SecretMask(known: settings.secrets) }

  /// Closes every connection; call it once, at the end.
  package func close() async {
    await clients.close()
  }

  /// A request for a URL, sent to where the host map says but naming the host of the URL.
  ///
  /// What is asked is made of the parts that were checked, so that no library reads the text another way.
  /// - Throws: `WebLink.Flaw` for a URL that names no place.
  func request(_ url: String, method: String = "GET") throws(WebLink.Flaw) -> HTTPClientRequest {
    let link = try WebLink(url)
    let place = HostMap.Place(link)
    var request = HTTPClientRequest(url: link.text(host: link.host, port: link.port))
    request.method = HTTPMethod(rawValue: method)
    guard let target = settings.hosts.targets[place] else { return request }
    // The name stays in the URL: the certificate is checked against the name that the link carries. The client finds
    // the address by that name, in one spelling.
    request.url = link.text(host: place.host, port: target.port)
    request.headers.add(name: "Host", value: place.host + (link.port.map { ":\($0)" } ?? ""))
    return request
  }

  /// What becomes of a response whose body is too long, or has a coding that cannot be taken off.
  enum BodyRule: Sendable {
    /// It is an error: without its body the response says nothing.
    case whole
    /// What is too long is cut.
    case cut
    /// The body is left out: the head says that the server took what was sent to it.
    case optional
  }

  /// The response: the whole of it, or nothing.
  struct Exchange: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body = Data()
    /// Whether the body was longer than was wanted.
    var isCut = false
    /// Why the body was left out.
    var flaw: ResponseFlaw?

    /// What is known when the head has come.
    ///
    /// Blanks around a value are not part of it (RFC 9110 §5.5); the decoder leaves those behind it.
    init(_ response: HTTPClientResponse) {
      status = Int(response.status.code)
      headers = HTTPHeaders(
        response.headers.map { ($0.name, $0.value.trimmingCharacters(in: Self.blanks)) })
    }

    private static let blanks = CharacterSet(charactersIn: " \t")

    /// Takes off the coding of the body; of a failure, what cannot be read is left out, as its status says enough.
    ///
    /// - Parameter limit: The most bytes that it may have without it.
    mutating func decode(limit: Int, _ rule: BodyRule) throws(ResponseFlaw) {
      let coding = headers[canonicalForm: "Content-Encoding"].joined(separator: ", ")
      switch BodyCoding.plain(body, coding: coding, limit: limit) {
      case .plain(let plain): body = plain
      case .unread where !(200..<300).contains(status): body = Data()
      case .unread(let reason): try leaveOut(.coding(reason), rule)
      }
    }

    /// Leaves the body out where that may be.
    mutating func leaveOut(_ flaw: ResponseFlaw, _ rule: BodyRule) throws(ResponseFlaw) {
      guard rule == .optional else { throw flaw }
      (body, self.flaw) = (Data(), flaw)
    }
  }

  /// Sends a request and takes the whole response within a time: a server that stalls after its first line is as late
  /// as one that says nothing.
  ///
  /// - Parameters:
  ///   - isGuarded: Whether a name that leads into this machine or its network ends it, as
  ///     ``PrivateAddressGuard/Refused``.
  ///   - limit: The most bytes of the body.
  ///   - rule: What becomes of a longer body, and of one that cannot be read.
  ///   - sent: The body of the request, for a recording.
  ///   - people: Whose messages or events it is about; nil for any identity.
  ///   - wanted: Of which statuses the body is read; of others the head is all.
  /// - Throws: ``ResponseFlaw`` for a body that the rule wants whole.
  func exchange(
    _ request: HTTPClientRequest, isGuarded: Bool = false, seconds: Int, limit: Int,
    _ rule: BodyRule = .whole, bodyOf wanted: @escaping @Sendable (Int) -> Bool = { _ in true },
    sent: Data? = nil, about people: [Identity]? = []
  ) async throws -> Exchange {
    let tap = ExchangeTap(request, sent, about: people, number: exchanges, settings)
    do {
      let purpose =
        address(of: request).map { .mapped(to: $0) } ?? (isGuarded ? .guarded : Clients.Purpose.plain)
      var exchange = try await perform(
        request, over: purpose, seconds: seconds, limit: limit, rule, bodyOf: wanted)
      // What was asked for without a coding is shown as it came.
      let wireSize = exchange.body.count
      if request.headers.contains(name: Self.acceptEncoding) { try exchange.decode(limit: limit, rule) }
      tap?.completed(
        exchange, wireSize: wireSize, isRead: wanted(exchange.status) && exchange.flaw == nil)
      return exchange
    } catch {
      tap?.failed(Self.reason(error))
      throw error
    }
  }

  /// The header by which a request asks for a coded body, which ``exchange`` takes the coding off again.
  static let acceptEncoding = "Accept-Encoding"

  private func perform(
    _ request: HTTPClientRequest, over purpose: Clients.Purpose, seconds: Int, limit: Int,
    _ rule: BodyRule, bodyOf wanted: @escaping @Sendable (Int) -> Bool
  ) async throws -> Exchange {
    let client = try clients.client(for: purpose)
    return try await withThrowingTaskGroup(of: Exchange.self) { group in
      group.addTask {
        let response = try await client.execute(request, timeout: .seconds(Int64(seconds)))
        var exchange = Exchange(response)
        guard wanted(exchange.status) else { return exchange }
        for try await part in response.body {
          exchange.body.append(contentsOf: part.readableBytesView.prefix(limit + 1 - exchange.body.count))
          guard exchange.body.count > limit else { continue }
          exchange.isCut = rule == .cut
          if !exchange.isCut { try exchange.leaveOut(.body(bytes: limit), rule) }
          break
        }
        exchange.body = exchange.body.prefix(limit)
        return exchange
      }
      group.addTask {
        // The deadline that the response races against.
        try await Task.sleep(for: .seconds(seconds))
        throw HTTPClientError.deadlineExceeded
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  /// Opens a response that goes on.
  func line(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
    try await clients.client(for: .line(to: address(of: request))).execute(request, deadline: .distantFuture)
  }

  /// The address that a request, whose port is mapped already, goes to.
  private func address(of request: HTTPClientRequest) -> String? {
    guard let host = request.headers.first(name: "Host") else { return nil }
    let link = WebLink(valid: request.url.prefix { $0 != ":" } + "://" + host)
    return link.flatMap { settings.hosts.targets[HostMap.Place($0)]?.address }
  }
}
