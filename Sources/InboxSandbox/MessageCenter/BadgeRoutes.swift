import Hummingbird
import InboxCore
import InboxVendors

/// `/mc/v1/badge`: `PUT` sets the badge, capped, and both answer what is held (BD-1, BD-5, BD-7).
struct BadgeRoutes: Sendable {
  let account: Account
  let credentials: Credentials
  let faults: FaultBoard

  func add(to router: Router<SandboxContext>) {
    router.get("mc/v1/badge") { request, context in
      try await faults.answer(.badge, context: context) {
        let identity = try credentials.identity(of: request)
        return .json(data: BadgeWire.encodeAnswer(try await account.heldBadge(of: identity)))
      }
    }
    router.put("mc/v1/badge") { request, context in
      try await faults.answer(.badge, context: context) {
        let identity = try credentials.identity(of: request)
        let body = try await request.bodyData()
        let count = try Refusal.unprocessable { () throws(InboxError) in try BadgeWire.decode(body) }
        return .json(data: BadgeWire.encodeAnswer(try await account.setBadge(count, identity: identity)))
      }
    }
  }
}
