import Hummingbird
import InboxVendors
import NIOCore

/// `GET /mc/v1/pushes`: an open response of JSON lines in the place of the platform's push service.
struct PushRoutes: Sendable {
  let account: Account
  let credentials: Credentials
  let faults: FaultBoard

  var route: APIRoute {
    let operation = APIOperation(
      .get, "/mc/v1/pushes", "Pushes: one JSON object a line, until the client goes",
      returns: .text("application/x-ndjson"))
    return .responsys(operation) { request, context in
      // Without the tokens no fault strikes.
      let identity = try credentials.identity(of: request)
      return try await faults.respond(.pushes, context: context) {
        let (lines, number) = try await account.subscribe(identity)
        return .lines(lines, of: request) { await account.unsubscribe(number) }
      }
    }
  }
}
