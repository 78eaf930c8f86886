import struct Foundation.Data
import InboxModel

extension Account {
  func accept(_ event: TrackedEvent) async throws { try await accept([], [event]) }

  /// Stores an event about no message: with its own id it updates the event of that id; without one, an event that is
  /// equal in everything that the app says is a repeat, and one without a time is new each time.
  static func store(_ event: TrackedEvent, _ received: Int64, _ tables: SpaceTables) throws {
    let time = event.time.map { Int64(milliseconds: $0) }
    let (url, properties) = (event.url ?? "", JSONValue.object(event.properties).serialized)
    let customer = try json(event.customerIDs)
    let vendor = event.vendor.rawValue
    let id =
      if let own = event.id { Optional(Fingerprint.event(vendor, customer, "id", own)) } else {
        time.map { Fingerprint.event(vendor, event.type, customer, url, String($0), properties) }
      }
    // An event with its own id is what it says now: in a generation in which it happened, it is new there.
    let isFormer = try event.id == nil && tables.hadTracked(id)
    guard try tables.generation().contains(saidTime: time, now: received), !isFormer else {
      return try tables.countLate()
    }
    try tables.run(
      """
      INSERT INTO receipt_tracking (
        space, id, type, customer_ids, url, properties, ts, received, count, vendor)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9)
      ON CONFLICT (space, id) DO UPDATE SET count = receipt_tracking.count + $10, type = excluded.type,
        properties = excluded.properties, ts = excluded.ts
      """, id, event.type, customer, url, properties, time ?? received, received, vendor,
      // An update leaves it one event.
      event.id == nil ? 1 : 0)
  }

  static func object(_ text: String) throws -> [String: JSONValue] {
    if case .object(let members) = try JSONValue.parse(Data(text.utf8)) { members } else { [:] }
  }

  /// A time from the tables as receipts show it.
  static func text(_ milliseconds: Int64) -> String { WireDate.format(milliseconds.date) }
}

extension SpaceTables {
  /// Stores the ids of tracked events that are removed, so that none counts again (SB-5).
  ///
  /// They have their own table, as processes of an earlier version list every row of the events' table.
  func keepTrackedIDs(upTo last: Int64 = .max) throws {
    try run(
      """
      INSERT INTO former_tracking (space, id) SELECT space, id FROM receipt_tracking
      WHERE space = $1 AND seq <= $2 AND id IS NOT NULL ORDER BY seq ON CONFLICT (space, id) DO NOTHING
      """, last)
  }

  /// Whether there was a tracked event of which only the id is left.
  fileprivate func hadTracked(_ id: String?) throws -> Bool {
    guard let id else { return false }
    return try !run("SELECT 1 FROM former_tracking WHERE space = $1 AND id = $2", id).isEmpty
  }
}
