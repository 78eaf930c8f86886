import Foundation
import InboxCore
package import InboxModel
import InboxSandbox
import InboxTransport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A reverse proxy between an app and its vendor (QA-4), listening until it is stopped.
///
/// It sends nothing of its own, keeps nothing, and follows no redirect.
package struct Tap: Sendable {
  /// Where it listens.
  package let port: Int
  package let faults: TapFaults
  private let line: TapLine
  private let listener: any Channel
  private let connections: OpenConnections

  /// Listens when it returns.
  ///
  /// - Parameter report: Gets every exchange when it is over, on an event loop: it must not wait.
  /// - Throws: ``InboxError/configuration(_:)`` for a port that cannot be had, certificates that cannot be read, and a
  ///   tap that would stand in front of itself.
  package static func start(
    _ options: TapOptions, report: @escaping @Sendable (TappedExchange) -> Void
  ) async throws(InboxError) -> Tap {
    try ProcessRoom.requireNetwork()
    let faults = TapFaults()
    let line = TapLine(
      origin: options.origin,
      tls: options.origin.isSecure ? try TapTLS.client(options.authorities) : nil,
      bodyLimit: options.bodyLimit, faults: faults, report: report)
    let server = try options.authority.map { authority throws(InboxError) in
      try TapTLS.server(authority, hosts: options.names)
    }
    let connections = OpenConnections()
    let listener = try await listen(line, server, connections, options)
    let port = listener.localAddress?.port ?? options.port
    guard
      !(LoopbackHost.contains(options.origin.address ?? options.origin.host) && options.origin.port == port)
    else {
      listener.close(promise: nil)
      throw .configuration(
        "The tap would stand in front of itself: it passes on to port \(port) of this machine, on which it listens. Give another port with --listen."
      )
    }
    return Tap(port: port, faults: faults, line: line, listener: listener, connections: connections)
  }

  private static func listen(
    _ line: TapLine, _ tls: NIOSSLContext?, _ connections: OpenConnections, _ options: TapOptions
  ) async throws(InboxError) -> any Channel {
    do {
      return try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
        .serverChannelOption(.backlog, value: 1_024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            connections.add(channel)
            let handlers = channel.pipeline.syncOperations
            if let tls { try handlers.addHandler(TLSSniffer(tls)) }
            let app = AppConnection(line)
            try handlers.addHandler(AppBytes(app))
            try handlers.addHandler(
              ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
            try handlers.addHandler(app)
          }
        }
        .bind(host: options.address.host, port: options.port).get()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw .configuration(
        "Port \(options.port) on \(options.address.host) is in use. Stop the program that listens there, or give another port with --listen; 0 picks a free one."
      )
    } catch {
      throw .configuration(
        "The tap cannot listen on \(options.address.host), port \(options.port): \(VendorFailure.reason(error))."
      )
    }
  }

  /// Closes the port and every connection; exchanges that are under way are reported as cut.
  package func stop() async {
    do { try await listener.close() } catch ChannelError.alreadyClosed {
      // Something closed it before.
    } catch {
      // Nothing is to be done about a port that cannot be closed.
    }
    line.end()
    await connections.close()
  }
}
