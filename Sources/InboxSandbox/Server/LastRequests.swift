import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Reads from a request's version and from any spelling of `Connection: close` that it is the last one of its connection
/// (RFC 9112 §9.3).
///
/// Hummingbird takes the exact text “close” alone, and never sees the version: a client of HTTP/1.0 would wait for an end
/// that does not come.
final class LastRequests: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Places one in front of what drops the version.
  final class Placing: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      do {
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        try pipeline.addHandler(LastRequests(), position: .before(codec))
      } catch {
        context.fireErrorCaught(error)
      }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), !head.isKeepAlive else {
      return context.fireChannelRead(data)
    }
    head.headers.replaceOrAdd(name: "connection", value: "close")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}
