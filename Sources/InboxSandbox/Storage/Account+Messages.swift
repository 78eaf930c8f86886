import struct Foundation.Data
import struct Foundation.Date
import class Foundation.JSONDecoder
import GRDB
import InboxCore
import InboxVendors

extension Account {
  /// At most this many messages are in a response (MC-4).
  static let responseLimit = 20

  /// The newest unexpired messages of a center for an identity, and a receipt of the fetch.
  ///
  /// - Returns: nil for a center that the account does not have.
  func messages(center: CenterName, identity: Identity, base: String) throws -> [Message]? {
    guard try centers().contains(center) else { return nil }
    let time = Int64(milliseconds: now())
    return try record { database in
      _ = try badge(of: identity, database)
      try Self.countFetch(.responsys, center: center.rawValue, identity, database)
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT * FROM message WHERE center = ? AND (expiry IS NULL OR expiry > ?)
          ORDER BY sent DESC, seq DESC
          """, arguments: [center.rawValue, time])
      var messages: [Message] = []
      while messages.count < Self.responseLimit, let row = try rows.next() {
        guard try Self.isFor(identity, at: .responsys, row) else { continue }
        messages.append(try Self.message(row, base: base))
      }
      return messages
    }
  }

  /// Serves the rich content of a message once per identity (MC-17).
  func richContent(_ id: MessageID, identity: Identity) throws -> RichResponse {
    let time = Int64(milliseconds: now())
    return try record { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT * FROM message WHERE id = ? AND rich_kind = ?",
        arguments: [id.rawValue, StoredRich.once])
      guard let row = try rows.first(where: { try Self.isFor(identity, at: .responsys, $0) }),
        let html = row["rich_html"] as String?
      else { return .unknown }
      let served = try Int64.fetchOne(
        database, sql: "SELECT served FROM rich_served WHERE identity = ? AND id = ?",
        arguments: [identity.storageKey, id.rawValue])
      try database.execute(
        sql: """
          INSERT INTO receipt_rich VALUES (:identity, :id, 1, :served)
          ON CONFLICT (identity, message_id) DO UPDATE SET asked = asked + 1, served = served + :served
          """,
        arguments: ["identity": identity.storageKey, "id": id.rawValue, "served": served == nil ? 1 : 0])
      if let served { return .servedBefore(served.date) }
      try database.execute(
        sql: "INSERT INTO rich_served VALUES (?, ?, ?)", arguments: [identity.storageKey, id.rawValue, time])
      return .html(html)
    }
  }

  /// The page that a web host serves under a URL; nil when no message has one there.
  func hostedPage(url: String) throws -> String? {
    try database.read { database in
      try String.fetchOne(
        database, sql: "SELECT rich_html FROM message WHERE rich_kind = ? AND rich_url = ? LIMIT 1",
        arguments: [StoredRich.hosted, url])
    }
  }

  /// Whether a message goes to an identity by a vendor.
  static func isFor(_ identity: Identity, at vendor: VendorName, _ row: Row) throws -> Bool {
    try vendors(row).contains(vendor) && audience(row["audience"]).contains { $0.includes(identity) }
  }

  static func audience(_ text: String) throws -> [Audience] {
    try JSONDecoder().decode([String].self, from: Data(text.utf8)).compactMap(Audience.init)
  }

  private static func message(_ row: Row, base: String) throws -> Message {
    let id = MessageID(row["id"] as String)
    let kind = row["rich_kind"] as String?
    let richURL: String? = kind == StoredRich.once ? base + Endpoint.rich(id) : row["rich_url"] as String?
    let custom = row["custom"] as String
    return Message(
      id: id, sent: (row["sent"] as Int64).date, subject: row["subject"], body: row["body"],
      center: CenterName(row["center"] as String), deepLink: row["deep_link"], richURL: richURL,
      richHTML: kind == StoredRich.inline ? row["rich_html"] as String? : nil, iconURL: row["icon"],
      expiry: (row["expiry"] as Int64?)?.date,
      custom: try JSONDecoder().decode([String: String].self, from: Data(custom.utf8)))
  }
}

/// What the back end says when rich content is requested.
enum RichResponse: Hashable {
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
