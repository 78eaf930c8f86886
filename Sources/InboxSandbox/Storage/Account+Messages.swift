import struct Foundation.Date
import InboxModel
import InboxVendors

extension Account {
  /// A response has at most this many messages (MC-4).
  static let responseLimit = 20

  /// The newest unexpired messages of a center for an identity, and a receipt of the fetch.
  ///
  /// - Returns: nil for a center that the account does not have.
  func messages(center: CenterName, identity: Identity, base: String) async throws -> [Message]? {
    guard try await centers().contains(center) else { return nil }
    let (time, seen, maximum) = (Int64(milliseconds: now()), Int64(milliseconds: realDate()), maximumBadge)
    return try await record { tables in
      _ = try Self.badge(of: identity, maximum: maximum, tables)
      try Self.countFetch(.responsys, center: center.rawValue, identity, seen: seen, tables)
      let rows = try tables.run(
        """
        SELECT * FROM message WHERE space = $1 AND center = $2 AND (expiry IS NULL OR expiry > $3)
        ORDER BY sent DESC, seq DESC
        """, center.rawValue, time)
      var messages: [Message] = []
      for row in rows where messages.count < Self.responseLimit {
        if try Self.isFor(identity, at: .responsys, row) {
          messages.append(try Self.message(row, base: base))
        }
      }
      return messages
    }
  }

  /// Serves the rich content of a message once per identity (MC-17).
  ///
  /// - Parameter id: The id for vendors with one list, as two centers may each have a message of one id (MC-20).
  ///   Addresses that an earlier version gave out have the message's own id; those of a withdrawn message serve no
  ///   other one's content.
  func richContent(_ id: MessageID, identity: Identity) async throws -> RichResponse {
    let (time, seen) = (Int64(milliseconds: now()), Int64(milliseconds: realDate()))
    return try await record(.changing) { tables in
      let rows = try tables.run(
        """
        SELECT * FROM message WHERE space = $1 AND rich_kind = $3 AND (vendor_id = $2 OR id = $2 AND NOT EXISTS (
          SELECT 1 FROM \(Self.formerIDs) WHERE space = $1 AND vendor_id = $2))
        ORDER BY CASE WHEN vendor_id = $2 THEN 0 ELSE 1 END, seq
        """, id.rawValue, StoredRich.once)
      guard let row = try rows.first(where: { try Self.isFor(identity, at: .responsys, $0) }),
        let html = try row["rich_html"] as String?
      else { return .unknown }
      let (message, key): (String, String) = (try row["id"], try row["vendor_id"])
      let served: Int64? = try tables.run(
        "SELECT served FROM rich_served WHERE space = $1 AND identity = $2 AND id = $3",
        identity.storageKey, key
      ).first?["served"]
      try tables.run(
        """
        INSERT INTO receipt_rich (space, identity, message_id, asked, served, seen)
        VALUES ($1, $2, $3, 1, $4, $5) ON CONFLICT (space, identity, message_id)
        DO UPDATE SET asked = receipt_rich.asked + 1, served = receipt_rich.served + excluded.served,
          seen = excluded.seen
        """, identity.storageKey, message, served == nil, seen)
      if let served { return .servedBefore(served.date) }
      try tables.run(
        "INSERT INTO rich_served (space, identity, id, served) VALUES ($1, $2, $3, $4)", identity.storageKey,
        key, time)
      return .html(html)
    }
  }

  static func isFor(_ identity: Identity, at vendor: VendorName, _ row: SQLRow) throws -> Bool {
    try vendors(row).contains(vendor) && audience(row).contains { $0.includes(identity) }
  }

  static func audience(_ row: SQLRow) throws -> [Audience] {
    let names: [String] = try row.decoded("audience") ?? []
    return names.compactMap(Audience.init)
  }

  private static func message(_ row: SQLRow, base: String) throws -> Message {
    let id = MessageID(try row["id"] as String)
    let kind = try row["rich_kind"] as String?
    let richURL: String? =
      kind == StoredRich.once
      ? base + Endpoint.rich(MessageID(try row["vendor_id"] as String)) : try row["rich_url"] as String?
    return Message(
      id: id, sent: (try row["sent"] as Int64).date, subject: try row["subject"], body: try row["body"],
      center: CenterName(try row["center"] as String), deepLink: try row["deep_link"], richURL: richURL,
      richHTML: kind == StoredRich.inline ? try row["rich_html"] as String? : nil, iconURL: try row["icon"],
      expiry: (try row["expiry"] as Int64?)?.date,
      custom: try row.decoded("custom") ?? [:])
  }
}

enum RichResponse: Hashable, Sendable {
  /// The content, for the first and only time.
  case html(String)
  /// It was served before, at this time.
  case servedBefore(Date)
  /// No message of this identity has content here.
  case unknown
}

/// ``RichContent`` in the columns of a message.
struct StoredRich {
  static let inline = "inline"
  static let once = "once"
  static let hosted = "hosted"

  var kind: String?
  var url: String?
  var html: String?

  init(_ content: RichContent?) {
    switch content {
    case nil: break
    case .inline(let html)?: (kind, self.html) = (Self.inline, html)
    case .servedOnce(let html)?: (kind, self.html) = (Self.once, html)
    case .hosted(let url, let html)?: (kind, self.url, self.html) = (Self.hosted, url, html)
    }
  }
}
