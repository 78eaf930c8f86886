import GRDB
import InboxCore

extension Account {
  /// Sets the badge as the app asks, capped, with a receipt; returns what is held now.
  func setBadge(_ asked: Int, identity: Identity) throws -> ServerBadge {
    let held = min(asked, maximumBadge)
    let time = Int64(milliseconds: now())
    return try record { database in
      let badge = try Self.store(held, identity, database)
      try database.execute(
        sql: "INSERT INTO receipt_badge (identity, asked, count, ts) VALUES (?, ?, ?, ?)",
        arguments: [identity.storageKey, asked, held, time])
      return badge
    }
  }

  /// The badge that is held for an identity, without a receipt.
  func heldBadge(of identity: Identity) throws -> ServerBadge {
    try database.write { try badge(of: identity, $0) }
  }

  /// The badge of an identity.
  ///
  /// At first contact it is what the campaigns so far have made of it (BD-5).
  func badge(of identity: Identity, _ database: Database) throws -> ServerBadge {
    let known = try Row.fetchOne(
      database, sql: "SELECT count, version FROM badge WHERE identity = ?", arguments: [identity.storageKey])
    if let known { return ServerBadge(count: known["count"], version: known["version"] as Int) }
    var count = 0
    for row in try Row.fetchAll(database, sql: "SELECT rule, audience FROM badge_operation ORDER BY seq") {
      guard let rule = BadgeRule(row["rule"] as String),
        try Self.audience(row["audience"]).contains(where: { $0.includes(identity) })
      else { continue }
      count = rule.applied(to: count, maximum: maximumBadge)
    }
    return try Self.store(count, identity, database)
  }

  /// Keeps a campaign's rule for identities that are not known yet.
  static func log(_ rule: BadgeRule, _ campaign: Campaign, _ database: Database) throws {
    try database.execute(
      sql: "INSERT INTO badge_operation (rule, audience) VALUES (?, ?)",
      arguments: [rule.text, try json(campaign.audience.map(\.text))])
  }

  /// Applies a campaign's rule to every known identity of its audience and returns their new badges.
  func applyToKnown(
    _ rule: BadgeRule, _ campaign: Campaign, _ database: Database
  ) throws -> [Identity: ServerBadge] {
    var changes: [Identity: ServerBadge] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT identity, count FROM badge") {
      guard let identity = Identity(storageKey: row["identity"]),
        campaign.audience.contains(where: { $0.includes(identity) })
      else { continue }
      let count = rule.applied(to: row["count"], maximum: maximumBadge)
      changes[identity] = try Self.store(count, identity, database)
    }
    return changes
  }

  private static func store(
    _ count: Int, _ identity: Identity, _ database: Database
  ) throws -> ServerBadge {
    let version = try Int.fetchOne(
      database,
      sql: """
        INSERT INTO badge (identity, count) VALUES (?, ?)
        ON CONFLICT (identity) DO UPDATE SET count = excluded.count, version = version + 1 RETURNING version
        """,
      arguments: [identity.storageKey, count])
    return ServerBadge(count: count, version: version)
  }
}
