import HTTPTypes
import Hummingbird
import InboxCore

/// `/sandbox/receipts`, `/sandbox/requests` and `/sandbox/reset`: what came in, for tests of any program (SB-5).
struct ReceiptRoutes: Sendable {
  let account: Account
  let patience: any Clock<Duration>

  func add(to router: Router<SandboxContext>) {
    router.get("sandbox/receipts") { request, _ in
      let filter = ReceiptFilter(
        type: request.query("type"), message: request.query("message"), identity: request.query("identity"))
      if let count = try number("wait", request) {
        try await waitFor(count, filter, seconds: try number("timeout", request) ?? 10)
      }
      if let milliseconds = try number("quiet_ms", request) { try await waitUntilQuiet(milliseconds) }
      return try Response.json(encoding: try await account.receipts(filter))
    }
    router.get("sandbox/requests") { _, _ in try Response.json(encoding: try await account.journal()) }
    router.post("sandbox/reset") { _, _ in
      Response.json(.object(["generation": .integer(Int64(try await account.resetReceipts()))]))
    }
  }

  private func number(_ name: String, _ request: Request) throws -> Int? {
    guard let text = request.query(name) else { return nil }
    guard let number = Int(text), (0...3_600_000).contains(number) else {
      throw Refusal(status: .badRequest, error: "\(name)=\(text) is no whole number from 0 to 3600000.")
    }
    return number
  }

  private func waitFor(_ count: Int, _ filter: ReceiptFilter, seconds: Int) async throws {
    let enough = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        _ = try await account.receipts(filter) { $0.engagements.count >= count }
        return true
      }
      group.addTask {
        // The deadline of a wait that the caller asked for.
        try await patience.sleep(for: .seconds(seconds))
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
    guard enough else {
      let came = try await account.receipts(filter).engagements.count
      throw Refusal(
        status: .requestTimeout, error: "\(came) of \(count) engagements came within \(seconds) s.")
    }
  }

  private func waitUntilQuiet(_ milliseconds: Int) async throws {
    var seen = -1
    while await account.revision != seen {
      seen = await account.revision
      // Quiet is defined by how long nothing came.
      try await patience.sleep(for: .milliseconds(milliseconds))
    }
  }
}
