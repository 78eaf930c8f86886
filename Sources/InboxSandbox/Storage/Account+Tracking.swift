import struct Foundation.Data
import InboxModel

extension Account {
  /// Keeps an event about no message; the wires have no event id: what is equal in everything that the app says is a
  /// repeat.
  func accept(_ event: TrackedEvent) async throws {
    let (received, time) = (Int64(milliseconds: now()), Int64(milliseconds: event.time))
    let (url, properties) = (event.url ?? "", JSONValue.object(event.properties).serialized)
    let customer = try Self.json(event.customerIDs)
    let id = EventHash.text([event.vendor.rawValue, event.type, customer, url, String(time), properties])
    try await record { tables in
      try tables.run(
        """
        INSERT INTO receipt_tracking (space, id, type, customer_ids, url, properties, ts, received, count)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1)
        ON CONFLICT (space, id) DO UPDATE SET count = receipt_tracking.count + 1
        """, id, event.type, customer, url, properties, time, received)
    }
  }

  static func object(_ text: String) throws -> [String: JSONValue] {
    if case .object(let members) = try JSONValue.parse(Data(text.utf8)) { members } else { [:] }
  }

  /// A time of the tables as receipts have it.
  static func text(_ milliseconds: Int64) -> String { WireDate.format(milliseconds.date) }
}
