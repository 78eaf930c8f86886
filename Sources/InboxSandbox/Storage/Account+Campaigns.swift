import struct Foundation.Date
import InboxModel

/// A campaign and when it launches by itself, by the clock of its space.
struct TimedLaunch: Sendable {
  var campaign: Campaign
  var due: Date
}

/// Campaigns as the store has them, so that a process can launch one that another process received (TS-1).
extension Account {
  /// The condition for campaigns that launch by themselves and have not done so.
  static let isDue = """
    due IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM launch WHERE launch.space = campaign.space AND launch.center = campaign.center
        AND launch.campaign = campaign.id)
    """

  /// Stores when timed campaigns launch, and returns what the space has still to launch.
  ///
  /// - Parameters:
  ///   - start: What a campaign that is not known yet counts from.
  ///   - isAnew: Whether every one counts from there, whatever an earlier run has kept.
  func schedule(_ timed: [Campaign], from start: Date, isAnew: Bool) async throws -> [TimedLaunch] {
    try await transaction(.changing) { tables in
      if isAnew { try tables.run("UPDATE campaign SET due = NULL WHERE space = $1") }
      for campaign in timed {
        let due = start.addingTimeInterval((campaign.launch ?? .zero) / .seconds(1))
        try Self.keep(campaign, due: due, tables)
      }
      return try tables.run(
        """
        SELECT definition, due FROM campaign WHERE space = $1 AND \(Self.isDue) ORDER BY due, seq
        """
      ).compactMap { row in
        try Self.campaign(row).map { TimedLaunch(campaign: $0, due: (try row["due"] as Int64).date) }
      }
    }
  }

  /// Stores a campaign as it is now; the time of one that is due stays.
  static func keep(_ campaign: Campaign, due: Date? = nil, _ tables: SpaceTables) throws {
    try tables.run(
      """
      INSERT INTO campaign (space, center, id, definition, due) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (space, center, id)
      DO UPDATE SET definition = excluded.definition, due = coalesce(campaign.due, excluded.due)
      """, campaign.center.rawValue, campaign.id, try json(campaign), due.map { Int64(milliseconds: $0) })
  }

  /// The campaigns that were launched or will be, whichever process received them, in the order in which they came.
  func keptCampaigns() async throws -> [Campaign] {
    try await transaction(.reading) { tables in
      try tables.run("SELECT definition FROM campaign WHERE space = $1 ORDER BY seq")
        .compactMap(Self.campaign)
    }
  }

  /// The loaded campaigns, and those that this or another process was sent.
  func campaigns(besides loaded: [Campaign]) async throws -> [Campaign] {
    // A team's space may hold thousands.
    let known = Set(loaded.map(\.key))
    return try await loaded + keptCampaigns().filter { !known.contains($0.key) }
  }

  private static func campaign(_ row: SQLRow) throws -> Campaign? { try readable("definition", of: row) }

  /// What a column holds; nil where a later version wrote it, whose processes see to it (TS-6).
  static func readable<Value: Decodable>(_ column: String, of row: SQLRow) throws -> Value? {
    do { return try row.decoded(column) } catch StoreError.damaged { return nil }
  }
}
