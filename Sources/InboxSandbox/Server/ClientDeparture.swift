import NIOCore
import NIOHTTPTypes
import Synchronization

/// Knows when a client has closed its side of the connection: no one reads what it waited for then.
final class ClientDeparture: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  /// The work that clients of a connection wait for.
  final class Work: Sendable {
    private struct State {
      var hasLeft = false
      var number = 0
      var cancels: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Has something cancelled when the client leaves; at once where it has left.
    ///
    /// - Returns: The number by which ``end(_:)`` forgets it.
    func begin(_ cancel: @escaping @Sendable () -> Void) -> Int {
      let (number, hasLeft) = state.withLock { state in
        state.number += 1
        if !state.hasLeft { state.cancels[state.number] = cancel }
        return (state.number, state.hasLeft)
      }
      if hasLeft { cancel() }
      return number
    }

    func end(_ number: Int) { state.withLock { $0.cancels[number] = nil } }

    fileprivate func leave() {
      let cancels = state.withLock { state in
        state.hasLeft = true
        defer { state.cancels = [:] }
        return state.cancels.values
      }
      for cancel in cancels { cancel() }
    }
  }

  fileprivate let work = Work()

  func handlerRemoved(context: ChannelHandlerContext) { work.leave() }

  func channelInactive(context: ChannelHandlerContext) {
    work.leave()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { work.leave() }
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
    let task = Task { try await wait() }
    let number = work.begin { task.cancel() }
    defer { work.end(number) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
