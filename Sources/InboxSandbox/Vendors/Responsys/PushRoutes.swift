import Hummingbird
import InboxCore
import InboxVendors
import NIOCore

/// `GET /mc/v1/pushes`: an open response of JSON lines in the place of the platform's push service.
struct PushRoutes: Sendable {
  let account: Account
  let credentials: Credentials
  let faults: FaultBoard

  func add(to router: RouterGroup<SandboxContext>) {
    router.get("mc/v1/pushes") { request, context in
      try await faults.respond(.pushes, context: context) {
        let identity = try credentials.identity(of: request)
        let (lines, number) = try await account.subscribe(identity)
        return Response(
          status: .ok, headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
          body: body(lines, number, request))
      }
    }
  }

  /// Writes until the account ends the line or the client goes away.
  private func body(_ lines: AsyncStream<SandboxLine>, _ number: Int, _ request: Request) -> ResponseBody {
    ResponseBody { writer in
      do {
        try await request.body.consumeWithInboundCloseHandler { _ in
          for await sentCount in lines {
            var line = ByteBuffer(bytes: sentCount.data)
            line.writeString("\n")
            try await writer.write(line)
          }
        } onInboundClosed: {
          Task { await account.unsubscribe(number) }
        }
      } catch {
        await account.unsubscribe(number)
        throw error
      }
      await account.unsubscribe(number)
      try await writer.finish(nil)
    }
  }
}
