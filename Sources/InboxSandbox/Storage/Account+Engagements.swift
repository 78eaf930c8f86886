import struct Foundation.UUID
import GRDB
import InboxCore

extension Account {
  /// What became of an upload, by the events' ids.
  struct Acceptance {
    var accepted: [String] = []
    var duplicates: [String] = []
    var late: [String] = []
    var generation: Int
  }

  /// Keeps events by id; an id that was received before is counted and reported as a duplicate (EN-8, SB-5).
  ///
  /// What happened before the last reset is accepted, named as late, and in no list (SB-5).
  func accept(_ events: [EngagementEvent]) throws -> Acceptance {
    let received = Int64(milliseconds: now())
    return try record { database in
      var result = Acceptance(
        generation: try Int.fetchOne(database, sql: "SELECT number FROM generation") ?? 0)
      let since = try Int64.fetchOne(database, sql: "SELECT since FROM generation") ?? Int64.min
      for event in events {
        let id = event.id.uuidString
        let isFormer =
          try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM former_engagement WHERE id = ?)", arguments: [id])
          ?? false
        guard !isFormer, Int64(milliseconds: event.time) >= since else {
          // It happened before the reset, however late it comes: nothing leaks past that (SB-5).
          try database.execute(sql: "UPDATE generation SET late = late + 1")
          result.accepted.append(id)
          result.late.append(id)
          continue
        }
        try database.execute(
          sql: "UPDATE receipt_engagement SET count = count + 1 WHERE id = ?", arguments: [id])
        if database.changesCount > 0 {
          result.duplicates.append(id)
          continue
        }
        try database.execute(
          sql: """
            INSERT INTO receipt_engagement (id, type, message_id, center, identity, session_id, session_number,
              ts, received, count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
            """,
          arguments: [
            id, event.kind.rawValue, event.message.id.rawValue, event.message.center.rawValue,
            event.identity.storageKey, event.session?.id.uuidString, event.session?.number,
            Int64(milliseconds: event.time), received,
          ])
        result.accepted.append(id)
      }
      return result
    }
  }
}
