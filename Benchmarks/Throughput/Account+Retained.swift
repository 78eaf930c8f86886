@testable import InboxSandbox

/// What a sandbox keeps.
extension Account {
  /// Lines, watchers and rows; receipts are kept, as they prove that nothing was received twice.
  func retainedCounts() async throws -> [RetainedCount] {
    let rows = try await transaction(.reading) { tables in
      try [
        (
          "request", "requests in the journal",
          RetainedCount.Growth.upTo(Self.journalLimit + Self.refusedLimit)
        ),
        ("message", "messages of the account", .history),
        ("receipt_engagement", "receipts of events", .history),
        ("receipt_event", "receipts of vendors' events", .history),
        ("receipt_badge", "receipts of badges", .history), ("vendor_mark", "marks of messages", .history),
        ("receipt_fetch", "kinds of fetches", .none), ("profile", "profiles of users", .history),
      ].map { table, name, growth in
        let row = try tables.run("SELECT count(*) AS count FROM \(table) WHERE space = $1").first
        return RetainedCount(name, try row?["count"] ?? 0, growth)
      }
    }
    return [
      RetainedCount("open push lines", subscribers.count, .none),
      RetainedCount("programs that wait for receipts", watchers.count, .none),
    ] + rows
  }
}
