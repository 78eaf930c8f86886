import NIOCore
import NIOHTTP1
import NIOSSL

/// The connection to the vendor that belongs to one connection of an app.
///
/// What comes is passed to the app as it is, byte for byte, and read beside that: what cannot be read passes all the
/// same.
final class VendorConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let app: AppConnection
  private var failure: (any Error)?

  init(_ app: AppConnection) { self.app = app }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if app.isServed(by: context.channel) { app.read(unwrapInboundIn(data)) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    app.regulate()
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard app.isServed(by: context.channel) else { return context.close(promise: nil) }
    // That the vendor hung up before the end is said when the connection is over.
    if case HTTPParserError.invalidEOFState = error { return }
    // A response that cannot be read passes; a connection that fails ends.
    if case ByteToMessageDecoderError.dataReceivedInErrorState(let first, _) = error {
      // What comes behind it passes, too.
      app.vendorIsUnreadable("\(first)")
    } else if error is HTTPParserError || error is NIOHTTPDecoderError || error is ByteToMessageDecoderError {
      app.vendorIsUnreadable("\(error)")
    } else {
      failure = failure ?? outOfDate(error, context) ?? error
      context.close(promise: nil)
    }
  }

  /// The certificate of a handshake that failed, where its dates are the reason.
  private func outOfDate(_ error: any Error, _ context: ChannelHandlerContext) -> VendorFailure.OutOfDate? {
    guard VendorFailure.isHandshake(error) else { return nil }
    // Without TLS there is no such handler.
    let tls = try? context.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
    return tls?.peerCertificate.flatMap { VendorFailure.OutOfDate($0) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if app.isServed(by: context.channel) { app.vendorClosed(failure) }
    context.fireChannelInactive()
  }
}

/// Hands the bytes of a response on before anything reads them, and writes requests as they came.
final class RawPassage: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = ByteBuffer

  private let app: AppConnection
  private var encoder = MessageEncoder()

  init(_ app: AppConnection) { self.app = app }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard app.isServed(by: context.channel) else { return }
    let bytes = unwrapInboundIn(data)
    app.pass(bytes)
    guard !app.isTunnel else { return }
    context.fireChannelRead(data)
    if app.isTunnel { app.count(behindHead: bytes) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    app.flush()
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let bytes: ByteBuffer? =
      switch unwrapOutboundIn(data) {
      case .head(let head): encoder.head(head)
      case .body(.byteBuffer(let part)): encoder.body(part)
      case .body(.fileRegion): nil
      case .end(let trailers): encoder.end(trailers)
      }
    context.write(wrapOutboundOut(bytes ?? ByteBuffer()), promise: promise)
  }
}
