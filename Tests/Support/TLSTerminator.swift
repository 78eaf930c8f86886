import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// Ends TLS in front of a server on loopback, as a proxy does that leaves the requests as they are.
package final class TLSTerminator: Sendable {
  package let port: Int
  private let channel: any Channel
  private let server: NIOLockedValueBox<Int>

  /// Listens when it returns.
  ///
  /// - Parameter name: The certificate of the authority that it has.
  package init(_ authority: TestAuthority, _ name: String) async throws {
    let server = NIOLockedValueBox(0)
    let tls = try WireServer.tls(authority, name, [])
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        // On one event loop, so that neither side is written to after it is gone.
        ClientBootstrap(group: channel.eventLoop)
          .connect(host: "127.0.0.1", port: server.withLockedValue { $0 })
          .flatMapThrowing { peer in
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
            try channel.pipeline.syncOperations.addHandler(Forwarder(to: peer))
            try peer.pipeline.syncOperations.addHandler(Forwarder(to: channel))
          }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    self.server = server
    port = channel.localAddress?.port ?? 0
  }

  /// From now on what comes goes there.
  package func pass(to port: Int) { server.withLockedValue { $0 = port } }

  package func stop() async throws { try await channel.close() }

  private final class Forwarder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel

    init(to other: any Channel) { self.other = other }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      other.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
