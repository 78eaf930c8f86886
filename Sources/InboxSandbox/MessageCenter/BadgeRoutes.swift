import Hummingbird
import InboxCore

/// `PUT /mc/v1/badge`: sets the badge, capped, and answers what is held (BD-1, BD-5).
struct BadgeRoutes: Sendable {
  let account: Account
  let credentials: Credentials
  let faults: FaultBoard

  func add(to router: Router<SandboxContext>) {
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
