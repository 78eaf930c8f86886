import Hummingbird
import InboxCore
import InboxVendors

/// `POST /mc/v1/engagements`: displays and opens, kept by id (EN-8).
struct EngagementRoutes: Sendable {
  let account: Account
  let credentials: Credentials
  let faults: FaultBoard

  func add(to router: Router<SandboxContext>) {
    router.post("mc/v1/engagements") { request, context in
      try await faults.answer(.engagements, context: context) {
        try credentials.checkTokens(of: request)
        let body = try await request.bodyData()
        let events = try Refusal.unprocessable { () throws(InboxError) in
          try EngagementWire.decodeRequest(body)
        }
        let result = try await account.accept(events)
        return .json(
          data: EngagementWire.encodeAnswer(
            accepted: result.accepted, duplicates: result.duplicates, late: result.late,
            generation: result.generation))
      }
    }
  }
}

extension Refusal {
  /// Turns what is wrong with a body into 422 with the reason.
  static func unprocessable<Value>(_ decode: () throws(InboxError) -> Value) throws -> Value {
    do {
      return try decode()
    } catch {
      switch error {
      case .invalidPayload(let reason): throw Refusal(status: .unprocessableContent, error: reason)
      case .emptyResponse: throw Refusal(status: .unprocessableContent, error: "the body is empty")
      default: throw Refusal(status: .unprocessableContent, error: error.description)
      }
    }
  }
}
