import InboxCore
import InboxModel

extension Account {
  /// Sets the badge as the app asks, capped, with a receipt; returns what is held now.
  func setBadge(_ asked: Int, identity: Identity) async throws -> ServerBadge {
    let held = min(asked, maximumBadge)
    let time = Int64(milliseconds: now())
    return try await record { tables in
      let badge = try Self.store(held, identity, tables)
      try tables.run(
        "INSERT INTO receipt_badge (space, identity, asked, count, ts) VALUES ($1, $2, $3, $4, $5)",
        identity.storageKey, asked, held, time)
      return badge
    }
  }

  /// Reads the badge without a receipt.
  func heldBadge(of identity: Identity) async throws -> ServerBadge {
    let maximum = maximumBadge
    return try await transaction(.adding) { try Self.badge(of: identity, maximum: maximum, $0) }
  }

  /// The badge of an identity.
  ///
  /// At first contact it is the result of all campaigns so far (BD-5).
  static func badge(of identity: Identity, maximum: Int, _ tables: SpaceTables) throws -> ServerBadge {
    if let known = try known(identity, tables) { return known }
    var count = 0
    for row in try tables.run("SELECT rule, audience FROM badge_operation WHERE space = $1 ORDER BY seq") {
      guard let rule = BadgeRule(try row["rule"] as String),
        try audience(row).contains(where: { $0.includes(identity) })
      else { continue }
      count = rule.applied(to: count, maximum: maximum)
    }
    // Another request of the same identity may have come first: then its badge counts.
    let inserted = try tables.run(
      """
      INSERT INTO badge (space, identity, count) VALUES ($1, $2, $3) ON CONFLICT (space, identity) DO NOTHING
      RETURNING version
      """, identity.storageKey, count)
    if let row = inserted.first { return ServerBadge(count: count, version: try row["version"]) }
    return try known(identity, tables) ?? ServerBadge(count: count, version: nil)
  }

  private static func known(_ identity: Identity, _ tables: SpaceTables) throws -> ServerBadge? {
    try tables.run(
      "SELECT count, version FROM badge WHERE space = $1 AND identity = $2", identity.storageKey
    ).first.map { ServerBadge(count: try $0["count"], version: try $0["version"] as Int) }
  }

  /// Stores a campaign's rule for identities that are not known yet.
  static func log(_ rule: BadgeRule, _ campaign: Campaign, _ tables: SpaceTables) throws {
    try tables.run(
      "INSERT INTO badge_operation (space, rule, audience) VALUES ($1, $2, $3)", rule.text,
      try json(campaign.audience.map(\.text)))
  }

  /// Applies a campaign's rule to every known identity of its audience and returns their new badges.
  static func applyToKnown(
    _ rule: BadgeRule, _ campaign: Campaign, maximum: Int, _ tables: SpaceTables
  ) throws -> [Identity: ServerBadge] {
    var changes: [Identity: ServerBadge] = [:]
    for row in try tables.run("SELECT identity, count FROM badge WHERE space = $1") {
      guard let identity = Identity(storageKey: try row["identity"]),
        campaign.audience.contains(where: { $0.includes(identity) })
      else { continue }
      let count = rule.applied(to: try row["count"], maximum: maximum)
      changes[identity] = try store(count, identity, tables)
    }
    return changes
  }

  private static func store(_ count: Int, _ identity: Identity, _ tables: SpaceTables) throws -> ServerBadge {
    let rows = try tables.run(
      """
      INSERT INTO badge (space, identity, count) VALUES ($1, $2, $3)
      ON CONFLICT (space, identity) DO UPDATE SET count = excluded.count, version = badge.version + 1
      RETURNING version
      """, identity.storageKey, count)
    return ServerBadge(count: count, version: try rows.first?["version"] as Int?)
  }
}
