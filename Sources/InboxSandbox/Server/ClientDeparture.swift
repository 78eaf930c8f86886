import NIOCore
import NIOHTTPTypes

/// Knows when a client has closed its side of the connection: no one reads what it waited for then.
final class ClientDeparture: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private var promise: EventLoopPromise<Void>?

  func handlerAdded(context: ChannelHandlerContext) { promise = context.eventLoop.makePromise() }

  func handlerRemoved(context: ChannelHandlerContext) { promise?.succeed() }

  func channelInactive(context: ChannelHandlerContext) {
    promise?.succeed()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { promise?.succeed() }
    context.fireUserInboundEventTriggered(event)
  }

  /// Succeeds when the client of a connection has left.
  static func from(_ channel: any Channel) async throws -> EventLoopFuture<Void> {
    try await channel.eventLoop.flatSubmit {
      do {
        let handler = try channel.pipeline.syncOperations.handler(type: ClientDeparture.self)
        return channel.eventLoop.makeSucceededFuture(handler.promise?.futureResult ?? channel.closeFuture)
      } catch {
        return channel.eventLoop.makeFailedFuture(error)
      }
    }.get()
  }
}

extension Channel {
  /// Does what a client waits for, and cancels it once the client has left.
  ///
  /// - Throws: what it throws, and `CancellationError` where the client has left.
  func whileClientWaits<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let departure = try await ClientDeparture.from(self)
    let task = Task { try await work() }
    departure.whenComplete { _ in task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
