import Crypto
import struct Foundation.Data
import struct Foundation.Date
import class Foundation.JSONEncoder
import GRDB
import InboxCore
import InboxVendors

extension Account {
  /// Launches what belongs to the start, oldest first, so that badge rules add up in the order of sending.
  ///
  /// A message that an earlier run of the same folder launched stays as it is.
  func launchAtStart(_ campaigns: [Campaign]) throws {
    let launched = now()
    let ordered = campaigns.enumerated().sorted {
      let left = $0.element.sent?.date(after: launched) ?? launched
      let right = $1.element.sent?.date(after: launched) ?? launched
      return (left, $0.offset) < (right, $1.offset)
    }
    try database.write { database in
      try database.execute(
        sql: "UPDATE generation SET began = ? WHERE began IS NULL", arguments: [Int64(milliseconds: launched)]
      )
      for (_, campaign) in ordered where try !Self.isKnown(campaign.id, campaign.center, database) {
        try Self.insert(campaign, id: campaign.id, launched: launched, database)
        if let rule = campaign.badgeRule { try Self.log(rule, campaign, database) }
      }
    }
  }

  /// Whether a message of this campaign has been launched.
  func hasLaunched(_ campaign: Campaign) throws -> Bool {
    try database.read { try Self.isKnown(campaign.id, campaign.center, $0) }
  }

  /// The campaigns whose messages are out, those that were posted included.
  func launchedCampaigns() throws -> [(id: String, center: CenterName, subject: String)] {
    try database.read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT campaign, center, subject FROM message GROUP BY campaign, center ORDER BY min(seq)"
      ).map { ($0["campaign"], CenterName($0["center"] as String), $0["subject"]) }
    }
  }

  /// Launches a campaign now and pushes it to every open line.
  ///
  /// A taken id gets `-2`, `-3` … behind it.
  func launch(_ campaign: Campaign) throws -> MessageKey {
    if campaign.goes(to: .responsys) { configuredCenters.insert(campaign.center) }
    let launched = now()
    let (id, vendorID, changes) = try database.write { database in
      let id = try Self.freeID(campaign, database)
      let vendorID = try Self.insert(campaign, id: id, launched: launched, database)
      guard let rule = campaign.badgeRule else { return (id, vendorID, [Identity: ServerBadge]()) }
      let changes = try applyToKnown(rule, campaign, database)
      try Self.log(rule, campaign, database)
      return (id, vendorID, changes)
    }
    publish(
      VendorChange(id: MessageID(vendorID), center: campaign.center, extras: campaign.extras),
      to: campaign.vendors, campaign.audience)
    let key = MessageKey(center: campaign.center, id: MessageID(id))
    guard campaign.goes(to: .responsys) else { return key }
    for (number, subscriber) in subscribers where subscriber.vendor == .responsys {
      guard campaign.audience.contains(where: { $0.includes(subscriber.identity) }) else { continue }
      let change = campaign.badgeRule.flatMap { rule in
        changes[subscriber.identity].map {
          Push.BadgeChange(count: $0.count, cause: "campaign \(rule.text): \(id)", version: $0.version)
        }
      }
      if campaign.push {
        send(.push(.message(key, alert: Self.alert(campaign, id: id), badge: change)), to: number)
      } else if let change {
        send(.push(.badge(change)), to: number)
      }
    }
    return key
  }

  /// Takes every message of a campaign back: the next responses lack it (MC-11).
  ///
  /// - Returns: the messages that were there.
  func withdraw(campaign: String) throws -> [MessageKey] {
    let (keys, changes) = try database.write { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT * FROM message WHERE campaign = ? ORDER BY seq", arguments: [campaign])
      try database.execute(sql: "DELETE FROM message WHERE campaign = ?", arguments: [campaign])
      return (
        rows.map { MessageKey(center: CenterName($0["center"]), id: MessageID($0["id"])) },
        try rows.map(Self.withdrawal)
      )
    }
    for (change, vendors, audience) in changes { publish(change, to: vendors, audience) }
    return keys
  }

  private static func isKnown(_ id: String, _ center: CenterName, _ database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM message WHERE center = ? AND id = ?)",
      arguments: [center.rawValue, id]) ?? false
  }

  /// Whether a message of any center has the id: vendors with one list need ids that are unique in all of it.
  private static func isTaken(_ id: String, _ database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM message WHERE vendor_id = ?)", arguments: [id]) ?? false
  }

  private static func freeID(_ campaign: Campaign, _ database: Database) throws -> String {
    var id = campaign.id
    var number = 1
    while try isKnown(id, campaign.center, database) {
      number += 1
      id = "\(campaign.id)-\(number)"
    }
    return id
  }

  private static func alert(_ campaign: Campaign, id: String) -> String {
    LinkPlaceholder.replace(in: campaign.message) { link(campaign, id: id, $0) }
  }

  /// - Returns: The message's id for vendors with one list.
  @discardableResult
  private static func insert(
    _ campaign: Campaign, id: String, launched: Date, _ database: Database
  ) throws -> String {
    for row in campaign.links {
      let marks = marks(campaign, id: id, name: row.name)
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO link (ri, ei, domain, campaign, name, url, ios, android, onelink, upn, short,
            email_domain, onelink_domain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          marks.ri, marks.ei, campaign.brand.domain, id, row.name, row.url, row.ios, row.android, row.oneLink,
          marks.upn, marks.short, campaign.brand.emailDomain, campaign.brand.oneLinkDomain,
        ])
    }
    let replace = { (text: String) in
      LinkPlaceholder.replace(in: text) { link(campaign, id: id, $0) }
    }
    let vendorID = try isTaken(id, database) ? "\(id)@\(campaign.center)" : id
    let rich = StoredRich(campaign.rich?.replacingLinks(replace))
    let arguments: StatementArguments = [
      campaign.center.rawValue, id, campaign.id,
      Int64(milliseconds: campaign.sent?.date(after: launched) ?? launched),
      campaign.expires.map { Int64(milliseconds: $0.date(after: launched)) }, campaign.subject,
      replace(campaign.message), campaign.deepLink.map(replace), campaign.icon, rich.kind, rich.url,
      rich.html,
      try json(campaign.custom), try json(campaign.audience.map(\.text)),
      try json(campaign.vendors.map(\.rawValue)), try json(campaign.extras.replacingLinks(replace)), vendorID,
      try nextChange(database),
    ]
    try database.execute(
      sql: """
        INSERT INTO message (center, id, campaign, sent, expiry, subject, body, deep_link, icon, rich_kind,
          rich_url, rich_html, custom, audience, vendors, extras, vendor_id, changed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, arguments: arguments)
    return vendorID
  }

  /// The tracked link: opaque parameters that are the same for the same message and link in every run.
  private static func link(_ campaign: Campaign, id: String, _ placeholder: LinkPlaceholder) -> String {
    let marks = marks(campaign, id: id, name: placeholder.name)
    let brand = campaign.brand
    return switch placeholder.kind {
    case .link: "https://\(brand.domain)/pub/acc?_ri_=\(marks.ri)&_ei_=\(marks.ei)"
    case .esp: "https://\(brand.emailDomain ?? brand.domain)\(TrackedLink.emailPath)?upn=\(marks.upn)"
    case .onelink:
      "https://\(brand.oneLinkDomain ?? brand.domain)/\(TrackedLink.oneLinkTemplate)/\(marks.short)"
    }
  }

  private struct Marks {
    var ri: String
    var ei: String
    var upn: String
    var short: String
  }

  private static func marks(_ campaign: Campaign, id: String, name: String) -> Marks {
    let message = "\(campaign.brand.domain)\n\(campaign.center)\n\(id)"
    let link = "\(message)\n\(name)"
    return Marks(
      ri: opaque("link\n\(link)"), ei: opaque("message\n\(message)"), upn: opaque("esp\n\(link)"),
      short: String(opaque("onelink\n\(link)").suffix(8)))
  }

  private static func opaque(_ text: String) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return "X0" + SHA256.hash(data: Data(text.utf8)).prefix(22).map { String(digits[Int($0 & 63)]) }.joined()
  }

  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
