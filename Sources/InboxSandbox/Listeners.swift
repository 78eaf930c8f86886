import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import NIOCore
import NIOSSL

/// Both servers of a sandbox: the back end over HTTP, the branded domains and web pages over HTTPS.
struct Listeners: Sendable {
  let http: Listener
  let https: Listener

  /// The server of both, without TLS.
  ///
  /// - Parameter idle: How long a connection may send nothing while no response to it is under way. It is longer than
  ///   clients keep a connection (OkHttp: five minutes), which would lose a request on one that is being closed.
  static func plain(idle: Duration = .seconds(600)) -> HTTPServerBuilder {
    .http1(
      configuration: .init(
        additionalChannelHandlers: [ClientDeparture(), ClientHTTP.Placing()], idleTimeout: TimeAmount(idle))
    )
  }

  /// Both listen when it returns, or none does.
  static func start(
    _ options: SandboxOptions, _ door: SpaceDoor, _ web: WebHosts, tls: HTTPServerBuilder
  ) async throws(SandboxError) -> Listeners {
    let http = try await Listener.start(
      door, server: plain(), address: options.address, port: options.port,
      option: "--port")
    do throws(SandboxError) {
      let https = try await Listener.start(
        web, server: tls, address: options.address, port: options.tlsPort, option: "--tls-port")
      return Listeners(http: http, https: https)
    } catch {
      await http.stop()
      throw error
    }
  }

  /// The HTTPS server with a fresh certificate for these hosts.
  static func tls(_ authority: CertificateAuthority, hosts: [String]) throws(SandboxError)
    -> HTTPServerBuilder
  {
    let configuration = try authority.serverTLS(hosts: hosts)
    do { return try .tls(plain(), tlsConfiguration: configuration) } catch {
      throw .certificates(reason: "\(error)")
    }
  }

  func stop() async {
    await http.stop()
    await https.stop()
  }
}
