import InboxModel
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Sees to what Hummingbird does not see of a request: its version, any spelling of `Connection: close`, and why it cannot
/// be read.
///
/// The connection ends with such a last request (RFC 9112 §9.3), and with any of HTTP/1.0, which gets neither chunks nor
/// an invitation to send its body (RFC 9112 §6.1, RFC 9110 §10.1.1).
final class ClientHTTP: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Places one in front of what drops the version.
  final class Placing: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      do {
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        try pipeline.addHandler(ClientHTTP(), position: .before(codec))
      } catch {
        context.fireErrorCaught(error)
      }
    }
  }

  /// The versions of the requests whose responses are still to come, in their order.
  private var versions = CircularBuffer<HTTPVersion>()
  private var flaw: HTTPParserError?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    versions.append(head.version)
    let isOld = head.version != .http1_1
    if isOld { head.headers.remove(name: "expect") }
    if isOld || !head.isKeepAlive { head.headers.replaceOrAdd(name: "connection", value: "close") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    flaw = flaw ?? error as? HTTPParserError
    context.fireErrorCaught(error)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), head.status.code >= 200 else {
      return context.write(data, promise: promise)
    }
    guard let version = versions.popFirst() else { return refuse(context, head, promise) }
    // By the version of a response without a length the encoder decides whether to send chunks.
    if version != .http1_1 { head.version = version }
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }

  /// Hummingbird's response to a request that cannot be read is empty.
  private func refuse(
    _ context: ChannelHandlerContext, _ head: HTTPResponseHead, _ promise: EventLoopPromise<Void>?
  ) {
    let (status, sentence) = RequestFlaw.response(to: flaw ?? .unknown, by: "The sandbox")
    let body = ByteBuffer(string: JSONValue.members(["error": sentence]).serialized + "\n")
    var head = head
    head.status = status
    head.headers.replaceOrAdd(name: "content-type", value: "application/json; charset=utf-8")
    head.headers.replaceOrAdd(name: "content-length", value: String(body.readableBytes))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: promise)
  }
}
