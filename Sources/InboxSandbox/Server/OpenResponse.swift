import struct Foundation.Data
import HTTPTypes
import Hummingbird
import InboxModel
import NIOCore

extension Response {
  /// A response that stays open until its body ends or the client goes away.
  ///
  /// - Parameters:
  ///   - end: Called when either happens, perhaps more than once; it ends what is written.
  ///   - write: Writes the body.
  static func open(
    _ type: String, of request: Request, end: @escaping @Sendable () async -> Void,
    write: @escaping @concurrent @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> Response {
    let body = ResponseBody { writer in
      do {
        try await request.body.consumeWithInboundCloseHandler { _ in
          try await write(&writer)
        } onInboundClosed: {
          Task { await end() }
        }
      } catch {
        await end()
        throw error
      }
      await end()
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: type, .cacheControl: "no-store"], body: body)
  }
}

extension Account {
  /// An open response of JSON lines in the place of the platform's push service.
  ///
  /// - Parameter words: What is said of a change; nil for the sandbox's own pushes.
  func pushes(
    to identity: Identity, at vendor: VendorName, of request: Request,
    saying words: (@Sendable (VendorChange) -> Data)? = nil
  ) async throws -> Response {
    let (lines, number) = try await subscribe(identity, at: vendor, saying: words)
    return .open("application/x-ndjson", of: request, end: { await self.unsubscribe(number) }) { writer in
      for await line in lines {
        var buffer = ByteBuffer(bytes: line)
        buffer.writeString("\n")
        try await writer.write(buffer)
      }
    }
  }
}
