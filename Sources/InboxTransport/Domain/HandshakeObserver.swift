import NIOCore
import NIOSSL
import NIOTLS

/// Reports how a handshake ends, and ends it when its time is up.
final class HandshakeObserver: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  struct TimeUp: Error {}

  /// The server closed the connection in the middle of it.
  struct Closed: Error {}

  private let version: EventLoopPromise<TLSVersion>
  private let limit: TimeAmount
  private var deadline: Scheduled<Void>?

  init(_ version: EventLoopPromise<TLSVersion>, limit: TimeAmount) {
    self.version = version
    self.limit = limit
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let version = version
    deadline = context.eventLoop.scheduleTask(in: limit) { version.fail(TimeUp()) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
    version.fail(Closed())
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard let event = event as? TLSUserEvent, case .handshakeCompleted = event else {
      return context.fireUserInboundEventTriggered(event)
    }
    version.completeWith(
      Result {
        let handler = try context.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
        guard let version = handler.tlsVersion else { throw Closed() }
        return version
      })
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    version.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { version.fail(Closed()) }
}
