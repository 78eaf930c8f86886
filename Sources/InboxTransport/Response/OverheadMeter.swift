import NIOCore

/// Counts what a server sends since the last byte of a body, and ends the connection when that is too much.
///
/// The bound of NIO's decoder is two megabytes for each head, and it has none for interim responses (1xx) in a row, for
/// extensions of chunks and for the reason after a status. It comes before the decoder; ``ResponseGuard``, behind it,
/// says when something of a body came.
final class OverheadMeter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// As Chrome has it for a head; the largest honest ones are a tenth of it.
  static let limit = 256 << 10

  private var count = 0
  /// How deep reads lie in one another: what is read while a part is handed on waits in the decoder, and may be a body.
  private var depth = 0
  private var isOver = false

  func reset() { count = 0 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    count += unwrapInboundIn(data).readableBytes
    depth += 1
    context.fireChannelRead(data)
    depth -= 1
    guard depth == 0, count > Self.limit, !isOver else { return }
    isOver = true
    context.giveUp(.overhead(bytes: Self.limit))
  }
}
