import NIOCore
import NIOHTTP1

/// Keeps from the HTTP client what it would not survive, and what it does not bound.
///
/// async-http-client 1.37 drops every head below 200 but 101 and then meets the body of one below 100, which the
/// decoder does not take for an interim response: it ends the program (`HTTPRequestStateMachine`). The connection is
/// closed after anything of the kind.
final class ResponseGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  private let meter: OverheadMeter
  private var isOver = false
  /// Whether a response has begun and not ended.
  private var isReceiving = false

  private init(_ meter: OverheadMeter) { self.meter = meter }

  /// Puts a guard around the decoder of a connection; call it on the connection's event loop.
  static func install(on channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      let meter = OverheadMeter()
      try pipeline.addHandler(meter, position: .before(decoder))
      try pipeline.addHandler(ResponseGuard(meter), position: .after(decoder))
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if head.status.code < 100 { return end(context, .status(Int(head.status.code))) }
      if head.status == .switchingProtocols { return end(context, .otherProtocol) }
      isReceiving = true
    case .body: meter.reset()
    case .end:
      meter.reset()
      isReceiving = false
    }
    context.fireChannelRead(data)
  }

  /// Of a response that is cancelled no more is read while TLS waits for the other side's goodbye.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if isReceiving { context.stopReading() }
    context.close(mode: mode, promise: promise)
  }

  private func end(_ context: ChannelHandlerContext, _ flaw: ResponseFlaw) {
    isOver = true
    context.giveUp(flaw)
  }
}
