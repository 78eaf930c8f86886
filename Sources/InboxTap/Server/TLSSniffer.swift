import NIOCore
import NIOSSL

/// Lets one port speak HTTP and HTTPS: a connection that begins with a TLS record gets a TLS handler.
final class TLSSniffer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The content type of a handshake (RFC 8446 §5.1).
  private static let handshake: UInt8 = 22

  private let tls: NIOSSLContext

  init(_ tls: NIOSSLContext) { self.tls = tls }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    guard let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) else { return }
    let handlers = context.pipeline.syncOperations
    do {
      if first == Self.handshake {
        try handlers.addHandler(NIOSSLServerHandler(context: tls), position: .after(self))
      }
      context.fireChannelRead(data)
      handlers.removeHandler(context: context, promise: nil)
    } catch {
      context.close(promise: nil)
    }
  }
}
