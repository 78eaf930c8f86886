import InboxSandbox
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// One end of a connection by bytes: what came, and what is sent.
final class Wire: Sendable {
  private let channel: any Channel
  private let received: NIOLockedValueBox<ByteBuffer>
  private let closed = NIOLockedValueBox(false)

  init(_ channel: any Channel, _ received: NIOLockedValueBox<ByteBuffer>) {
    self.channel = channel
    self.received = received
    channel.closeFuture.whenComplete { [closed] _ in closed.withLockedValue { $0 = true } }
  }

  /// Everything that came, each byte as the character of its number.
  var text: String {
    let bytes = received.withLockedValue { $0 }.readableBytesView
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
  /// How many bytes came.
  var count: Int { received.withLockedValue { $0.readableBytes } }
  var isClosed: Bool { closed.withLockedValue { $0 } }

  func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }
  func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }
  func close() async throws { try await channel.close() }

  /// Connects to a port of this machine.
  ///
  /// - Parameter authority: Over TLS, what has to have signed the certificate for `localhost`.
  static func connect(_ port: Int, trusting authority: CertificateAuthority? = nil) async throws -> Wire {
    let received = NIOLockedValueBox(ByteBuffer())
    let tls = try authority.map { authority in
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authority.pem.utf8)))
      return try NIOSSLContext(configuration: tls)
    }
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handlers = channel.pipeline.syncOperations
          if let tls {
            try handlers.addHandler(NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
          }
          try handlers.addHandler(Received(received))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    return Wire(channel, received)
  }
}

/// Collects what comes.
final class Received: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let text: NIOLockedValueBox<ByteBuffer>

  init(_ text: NIOLockedValueBox<ByteBuffer>) { self.text = text }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    text.withLockedValue { _ = $0.writeImmutableBuffer(unwrapInboundIn(data)) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// A vendor by bytes: a test reads each connection and says what is sent on it.
final class ByteOrigin: Sendable {
  let port: Int
  private let listener: any Channel
  private let wires: NIOLockedValueBox<[Wire]>

  init() async throws {
    let wires = NIOLockedValueBox<[Wire]>([])
    listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let received = NIOLockedValueBox(ByteBuffer())
          try channel.pipeline.syncOperations.addHandler(Received(received))
          wires.withLockedValue { $0.append(Wire(channel, received)) }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    self.wires = wires
    port = listener.localAddress?.port ?? 0
  }

  /// The connections in the order in which they came.
  var connections: [Wire] { wires.withLockedValue { $0 } }

  func stop() async throws { try await listener.close() }

  /// Stops where the test did not.
  func close() async { if listener.isActive { do { try await listener.close() } catch {} } }
}
