import Hummingbird
import InboxCore
import InboxVendors

/// `GET /mc/v1/centers/{center}/messages` (MC-4).
struct MessageRoutes: Sendable {
  let account: Account
  let credentials: Credentials
  let faults: FaultBoard

  func add(to router: Router<SandboxContext>) {
    router.get("mc/v1/centers/:center/messages") { request, context in
      try await faults.answer(.messages, context: context) {
        let identity = try credentials.identity(of: request)
        let center = CenterName(try context.parameter("center"))
        let found = try await account.messages(
          center: center, identity: identity, base: context.baseURL(of: request))
        guard let messages = found else {
          throw Refusal(status: .notFound, error: "This app has no message center called “\(center)”.")
        }
        return .json(
          .object([
            "message_center_name": .string(center.rawValue),
            "messages": .array(messages.map(MessageWire.encode)),
          ]))
      }
    }
  }
}
