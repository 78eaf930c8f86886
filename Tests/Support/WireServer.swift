import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// A server on loopback that plays whatever a test makes up, byte by byte and without end, over TLS where it has a
/// certificate: what no honest server would send.
package final class WireServer: Sendable {
  /// What it counts.
  private struct State {
    var requests: [String] = []
    var sent = 0
    var open = 0
  }

  package let port: Int
  private let channel: any Channel
  private let state: NIOLockedValueBox<State>

  /// Listens when it returns.
  ///
  /// - Parameters:
  ///   - certificate: Where its certificate and key are, in PEM; nil speaks without TLS.
  ///   - protocols: What it offers by ALPN.
  ///   - waits: Whether it waits for a whole request; otherwise it plays as soon as anything has come.
  ///   - play: What follows a request: its method and path, such as “GET /x”.
  package init(
    certificate: (authority: TestAuthority, name: String)? = nil, protocols: [String] = [],
    waits: Bool = true, _ play: @escaping @Sendable (String) -> WirePlay
  ) async throws {
    let state = NIOLockedValueBox(State())
    let tls = try certificate.map { try Self.tls($0.authority, $0.name, protocols) }
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        state.withLockedValue { $0.open += 1 }
        channel.closeFuture.whenComplete { _ in state.withLockedValue { $0.open -= 1 } }
        return channel.eventLoop.makeCompletedFuture {
          if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
          try channel.pipeline.syncOperations.addHandler(Player(play, state, waits: waits))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    self.state = state
    port = channel.localAddress?.port ?? 0
  }

  static func tls(
    _ authority: TestAuthority, _ name: String, _ protocols: [String]
  ) throws -> NIOSSLContext {
    let chain =
      try NIOSSLCertificate.fromPEMFile("\(authority.path)/\(name).pem")
      + NIOSSLCertificate.fromPEMFile("\(authority.path)/intermediate.pem")
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: "\(authority.path)/\(name).key", format: .pem)))
    configuration.applicationProtocols = protocols
    // A client that goes does not say goodbye.
    configuration.shutdownTimeout = .milliseconds(100)
    return try NIOSSLContext(configuration: configuration)
  }

  /// What it was asked so far, in order.
  package var requests: [String] { state.withLockedValue { $0.requests } }
  /// The bytes that the clients' system has taken so far.
  package var sent: Int { state.withLockedValue { $0.sent } }
  /// The connections that are open.
  package var open: Int { state.withLockedValue { $0.open } }

  package func stop() async throws { try await channel.close() }

  /// Plays on one connection.
  private final class Player: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let play: @Sendable (String) -> WirePlay
    private let state: NIOLockedValueBox<State>
    private let waits: Bool
    private var received = ""

    init(_ play: @escaping @Sendable (String) -> WirePlay, _ state: NIOLockedValueBox<State>, waits: Bool) {
      self.play = play
      self.state = state
      self.waits = waits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += String(decoding: unwrapInboundIn(data).readableBytesView, as: UTF8.self)
      guard let request = waits ? whole() : "" else { return }
      state.withLockedValue { $0.requests.append(request) }
      let play = play(request)
      write(play.pieces[...], of: play, context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func write(_ pieces: ArraySlice<[UInt8]>, of play: WirePlay, _ context: ChannelHandlerContext) {
      guard let piece = pieces.first ?? play.endless else {
        if play.closes { context.close(promise: nil) }
        return
      }
      let state = state
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: piece))).whenSuccess {
        state.withLockedValue { $0.sent += piece.count }
        let (player, context) = bound.value
        player.write(pieces.dropFirst(), of: play, context)
      }
    }

    /// Method and path of a request that is here with its body; nil before.
    private func whole() -> String? {
      guard let end = received.firstRange(of: "\r\n\r\n") else { return nil }
      let head = received[..<end.lowerBound].split(separator: "\r\n")
      let length = head.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
      let body = received[end.upperBound...]
      guard body.utf8.count >= length.flatMap({ Int($0) }) ?? 0 else { return nil }
      received = ""
      return head.first?.split(separator: " ").prefix(2).joined(separator: " ") ?? ""
    }
  }
}
