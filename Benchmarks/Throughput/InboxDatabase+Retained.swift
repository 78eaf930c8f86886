import GRDB

@testable import InboxStore

/// What the archive keeps on the disk.
nonisolated extension InboxDatabase {
  /// Rows of each table that grows with what happens.
  func retainedCounts() async throws -> [RetainedCount] {
    try await read { db in
      var counts = try [
        ("message", "messages in the archive"), ("event", "displays, opens and campaign events"),
        ("change", "changes for the server"),
        ("suppressed", "reasons why attempts were not reported"),
        ("passage", "changes of a message's presence"),
        ("badge", "lines of the badge ledger"),
      ].map { table, name in
        RetainedCount(name, try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0, .history)
      }
      let waiting = "SELECT count(*) FROM event WHERE state = 'waiting'"
      counts.append(RetainedCount("events that wait", try Int.fetchOne(db, sql: waiting) ?? 0, .none))
      return counts
    }
  }
}
