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
        return .lines(lines, of: request) { await account.unsubscribe(number) }
      }
    }
  }
}
