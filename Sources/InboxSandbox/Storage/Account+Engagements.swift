import struct Foundation.UUID
import InboxCore
import InboxModel

extension Account {
  /// What became of an upload: the ids of its events, by outcome.
  struct Acceptance: Sendable {
    var accepted: [String] = []
    var duplicates: [String] = []
    var late: [String] = []
    var generation: Int
  }

  /// Stores events by id; an id that was received before is counted and reported as a duplicate (EN-8, SB-5).
  ///
  /// An event from before the last reset is accepted and named as late, and is in no list (SB-5).
  func accept(_ events: [EngagementEvent]) async throws -> Acceptance {
    let received = Int64(milliseconds: now())
    return try await record(count: events.count) { tables in
      let generation = try tables.generation()
      var result = Acceptance(generation: generation.number)
      for event in events {
        let id = event.id.uuidString
        // Events from before the reset, and those that an earlier generation has, belong there, however late they come:
        // nothing leaks past a reset (SB-5).
        let count =
          generation.contains(Int64(milliseconds: event.time), now: received)
          ? try Self.insert(event, generation.number, received, tables) : nil
        switch count {
        case nil:
          try tables.countLate()
          result.accepted.append(id)
          result.late.append(id)
        case 1: result.accepted.append(id)
        default: result.duplicates.append(id)
        }
      }
      return result
    }
  }

  /// - Returns: How often the event has been received by now; nil where an earlier generation has it.
  private static func insert(
    _ event: EngagementEvent, _ generation: Int, _ received: Int64, _ tables: SpaceTables
  ) throws -> Int? {
    try tables.run(
      """
      INSERT INTO receipt_engagement (space, generation, id, type, message_id, center, identity, session_id,
        session_number, ts, received, count) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)
      ON CONFLICT (space, id) DO UPDATE SET count = receipt_engagement.count + 1
        WHERE receipt_engagement.generation = excluded.generation
      RETURNING count
      """,
      generation, event.id.uuidString, event.kind.rawValue, event.message.id.rawValue,
      event.message.center.rawValue, event.identity.storageKey, event.session?.id.uuidString,
      event.session?.number, Int64(milliseconds: event.time), received
    ).first?["count"]
  }
}
