import NIOCore

/// Hands on what an app sends after both sides left HTTP, before anything reads it as a request.
final class AppBytes: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let app: AppConnection

  init(_ app: AppConnection) { self.app = app }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard app.isTunnel else { return context.fireChannelRead(data) }
    app.tunnel(unwrapInboundIn(data))
  }
}
