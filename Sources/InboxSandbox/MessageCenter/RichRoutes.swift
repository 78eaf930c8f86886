import Hummingbird
import InboxCore

/// `GET /mc/v1/rich/{id}`: HTML once for each identity and message, then 410 (MC-17).
struct RichRoutes: Sendable {
  let account: Account
  let credentials: Credentials
  let faults: FaultBoard

  func add(to router: Router<SandboxContext>) {
    router.get("mc/v1/rich/:id") { request, context in
      try await faults.answer(.rich, context: context) {
        let identity = try credentials.identity(of: request)
        let id = MessageID(try context.parameter("id"))
        switch try await account.richContent(id, identity: identity) {
        case .html(let html): return .html(html)
        case .servedBefore(let date):
          throw Refusal(
            status: .gone, error: "served", more: ["served_ts": .string(WireDate.format(date))])
        case .unknown:
          throw Refusal(status: .notFound, error: "No message “\(id)” of this identity has content here.")
        }
      }
    }
  }
}
