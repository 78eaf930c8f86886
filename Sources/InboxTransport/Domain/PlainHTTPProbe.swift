import NIOCore
import NIOPosix

/// Finds out whether a server speaks HTTP where it should speak TLS.
struct PlainHTTPProbe: Sendable {
  var target: HostMap.Target
  /// The name that is requested.
  var host: String
  var timeLimit: Duration

  /// Whether the first bytes of a response to a HEAD are those of HTTP.
  func responds() async -> Bool {
    let limit = TimeAmount(timeLimit)
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let isHTTP = loop.makePromise(of: Bool.self)
    let host = host
    let connecting = ClientBootstrap(group: loop).connectTimeout(limit).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(Asker(host, isHTTP, limit: limit))
      }
    }
    do {
      let channel = try await connecting.connect(host: target.address, port: target.port).get()
      let response = try await isHTTP.futureResult.get()
      channel.close(promise: nil)
      return response
    } catch {
      isHTTP.fail(error)
      return false
    }
  }

  private final class Asker: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let beginning = Array("HTTP/".utf8)
    private let host: String
    private let isHTTP: EventLoopPromise<Bool>
    private let limit: TimeAmount
    private var received: [UInt8] = []
    private var deadline: Scheduled<Void>?

    init(_ host: String, _ isHTTP: EventLoopPromise<Bool>, limit: TimeAmount) {
      self.host = host
      self.isHTTP = isHTTP
      self.limit = limit
    }

    func channelActive(context: ChannelHandlerContext) {
      let isHTTP = isHTTP
      deadline = context.eventLoop.scheduleTask(in: limit) { isHTTP.succeed(false) }
      let head = "HEAD / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
      context.writeAndFlush(NIOAny(ByteBuffer(string: head)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += unwrapInboundIn(data).readableBytesView.prefix(Self.beginning.count)
      guard received.count >= Self.beginning.count else { return }
      isHTTP.succeed(received.starts(with: Self.beginning))
    }

    func channelInactive(context: ChannelHandlerContext) { isHTTP.succeed(false) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { isHTTP.succeed(false) }

    func handlerRemoved(context: ChannelHandlerContext) {
      deadline?.cancel()
      isHTTP.succeed(false)
    }
  }
}
