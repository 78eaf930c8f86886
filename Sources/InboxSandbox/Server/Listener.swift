import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import InboxCore
import InboxModel
import Logging
import NIOCore
import ServiceLifecycle

/// A server on one port of an address, running until it is stopped.
///
/// Hummingbird's `Application` would wake up every second to keep a Date header fresh. This runs its server without
/// that: while there is no traffic, nothing runs.
struct Listener: Sendable {
  let port: Int
  private let task: Task<Void, Never>

  /// Listens when it returns; the option is the one that names the port on a command line.
  static func start(
    _ responder: some HTTPResponder<SandboxContext>, server: HTTPServerBuilder, address: ListenAddress,
    port: Int, option: String
  ) async throws(SandboxError) -> Listener {
    do throws(InboxError) { try ProcessRoom.require(loops: NIOSingletons.groupLoopCountSuggestion) } catch {
      throw .noRoom(error.description)
    }
    let (started, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let logger = Logger(label: "inbox.sandbox") { _ in SwiftLogNoOpLogHandler() }
    let task = Task {
      do {
        let service = try server.buildServer(
          configuration: ServerConfiguration(
            address: .hostname(address.host, port: port), backlog: backlog),
          eventLoopGroup: EventLoopGroupProvider.singleton.eventLoopGroup, logger: logger
        ) { request, writer, channel in
          var request = request
          let last = request.headers[.connection] == "close" ? LastBody(request.body) : nil
          if let last { request.body = RequestBody(asyncSequence: last) }
          // The client sends the body once it gets this (RFC 9110 §10.1.1).
          if request.headers[.expect]?.lowercased() == "100-continue" {
            try await writer.writeInformationalHead(HTTPResponse(status: .continue))
          }
          let response = try await respond(request, channel, logger, responder)
          try await writer.write(response: response.head, body: response.body)
          last?.drain(channel)
        } onServerRunning: { channel in
          continuation.yield(channel.localAddress?.port ?? port)
        }
        try await service.run()
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    do {
      for try await bound in started { return Listener(port: bound, task: task) }
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw .portInUse(port, address: address.host, option: option)
    } catch {
      throw .cannotListen(port: port, address: address.host, reason: reason(error))
    }
    task.cancel()
    throw .cannotListen(port: port, address: address.host, reason: "the start was cancelled")
  }

  /// How many clients may connect at the same moment; the others have to retry, a second later.
  private static let backlog = 4_096

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? IOError else { return "\(error)" }
    return error.errnoCode == EADDRNOTAVAIL
      ? "this machine does not have that address" : String(cString: strerror(error.errnoCode))
  }

  private static func respond(
    _ request: Request, _ channel: any Channel, _ logger: Logger,
    _ responder: some HTTPResponder<SandboxContext>
  ) async throws -> Response {
    let context = SandboxContext(source: .init(channel: channel, logger: logger))
    let response: Response
    do {
      response = try await responder.respond(to: request, context: context)
    } catch is CancellationError {
      throw CancellationError()
    } catch let error as StoreError {
      response = Refusal(error).response
    } catch {
      response = Refusal(status: .internalServerError, error: "The sandbox failed: \(error)").response
    }
    // A client would take a body after this head for the next response.
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// Closes the port and every connection.
  func stop() async {
    task.cancel()
    await task.value
  }
}
