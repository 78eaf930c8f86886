import GRDB
import InboxCore

/// What a sandbox keeps.
extension Account {
  /// How many requests the journal holds.
  static let journalLimit = 1_000

  /// Lines, watchers and rows; receipts are kept until they are reset, as they prove that nothing came twice.
  func kept() throws -> [KeptCount] {
    let rows = try database.read { database in
      try [
        ("request", "requests in the journal", KeptCount.Growth.upTo(Self.journalLimit)),
        ("message", "messages of the account", .history),
        ("receipt_engagement", "receipts of events", .history),
        ("receipt_badge", "receipts of badges", .history), ("receipt_fetch", "kinds of fetches", .none),
      ].map { table, name, growth in
        KeptCount(name, try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0, growth)
      }
    }
    return [
      KeptCount("open push lines", subscribers.count, .none),
      KeptCount("programs that wait for receipts", watchers.count, .none),
    ] + rows
  }
}
