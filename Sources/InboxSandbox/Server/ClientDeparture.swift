import NIOCore
import NIOHTTPTypes

/// Knows when a client has closed its side of the connection: no one reads what it waited for then.
final class ClientDeparture: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  fileprivate let work = HeldWork()

  func handlerRemoved(context: ChannelHandlerContext) { work.end() }

  func channelInactive(context: ChannelHandlerContext) {
    work.end()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { work.end() }
    context.fireUserInboundEventTriggered(event)
  }
}

extension Channel {
  /// Does what a client waits for, and cancels it once the client has left.
  ///
  /// - Throws: what it throws, and `CancellationError` where the client has left.
  func whileClientWaits<Value: Sendable>(
    _ wait: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let work = try await eventLoop.submit {
      try self.pipeline.syncOperations.handler(type: ClientDeparture.self).work
    }.get()
    return try await work.run(wait)
  }
}
