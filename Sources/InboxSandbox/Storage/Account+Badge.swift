import GRDB
import InboxCore

extension Account {
  /// Sets the badge as the app asks, capped, with a receipt; answers what is held now.
  func setBadge(_ asked: Int, identity: Identity) throws -> Int {
    let held = min(asked, maximumBadge)
    let time = Int64(milliseconds: now())
    return try record { database in
      try Self.store(held, identity, database)
      try database.execute(
        sql: "INSERT INTO receipt_badge (identity, asked, count, ts) VALUES (?, ?, ?, ?)",
        arguments: [identity.storageKey, asked, held, time])
      return held
    }
  }

  /// The badge of an identity.
  ///
  /// At first contact it is what the campaigns so far have made of it (BD-5).
  func badge(of identity: Identity, _ database: Database) throws -> Int {
    let known = try Int.fetchOne(
      database, sql: "SELECT count FROM badge WHERE identity = ?", arguments: [identity.storageKey])
    if let known { return known }
    var count = 0
    for row in try Row.fetchAll(database, sql: "SELECT rule, audience FROM badge_operation ORDER BY seq") {
      guard let rule = BadgeRule(row["rule"] as String),
        try Self.audience(row["audience"]).contains(where: { $0.includes(identity) })
      else { continue }
      count = rule.applied(to: count, maximum: maximumBadge)
    }
    try Self.store(count, identity, database)
    return count
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
  ) throws -> [Identity: Int] {
    var changes: [Identity: Int] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT identity, count FROM badge") {
      guard let identity = Identity(storageKey: row["identity"]),
        campaign.audience.contains(where: { $0.includes(identity) })
      else { continue }
      let count = rule.applied(to: row["count"], maximum: maximumBadge)
      try Self.store(count, identity, database)
      changes[identity] = count
    }
    return changes
  }

  private static func store(_ count: Int, _ identity: Identity, _ database: Database) throws {
    try database.execute(
      sql: "INSERT INTO badge VALUES (?, ?) ON CONFLICT (identity) DO UPDATE SET count = excluded.count",
      arguments: [identity.storageKey, count])
  }
}
