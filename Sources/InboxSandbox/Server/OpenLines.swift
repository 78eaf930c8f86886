import struct Foundation.Data
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// An open response of JSON lines in the place of the platform's push service.
  ///
  /// - Parameters:
  ///   - lines: What is written, without newlines, until they end or the client goes away.
  ///   - end: Called when either happens, perhaps more than once; it ends the lines.
  static func lines(
    _ lines: AsyncStream<Data>, of request: Request, end: @escaping @Sendable () async -> Void
  ) -> Response {
    let body = ResponseBody { writer in
      do {
        try await request.body.consumeWithInboundCloseHandler { _ in
          for await line in lines {
            var buffer = ByteBuffer(bytes: line)
            buffer.writeString("\n")
            try await writer.write(buffer)
          }
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
    return Response(
      status: .ok, headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"], body: body)
  }
}
