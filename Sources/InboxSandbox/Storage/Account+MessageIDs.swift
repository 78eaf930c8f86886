import InboxModel

/// The ids of messages: none is used twice, as clients store things such as rich content by it.
extension Account {
  /// The ids that messages have, or had before they were withdrawn.
  private static let usedIDs =
    "(SELECT space, center, id, vendor_id FROM message UNION ALL \(former)) AS used"
  /// The ids that messages had before they were withdrawn or corrected, as SQL.
  static let formerIDs = "(\(former)) AS former"
  private static let former = """
    SELECT space, center, id, vendor_id FROM withdrawn
    UNION ALL SELECT space, center, id, vendor_id FROM former_message
    """

  /// Finds the ids of the messages that one transaction launches.
  struct FreeIDs {
    private let tables: SpaceTables
    private let loaded: Set<String>
    /// The ids of all campaigns, which are left to their messages; nil until one is needed.
    private var campaigns: Set<String>?

    /// - Parameter loaded: The ids of campaigns that may not be in the store.
    init(_ tables: SpaceTables, besides loaded: Set<String>) { (self.tables, self.loaded) = (tables, loaded) }

    /// An id for the next message of a campaign: the campaign's own, or a free number behind it that follows on a taken
    /// one, not always the lowest.
    mutating func next(for campaign: Campaign) throws -> String {
      if try !isUsed(campaign.id, in: campaign.center) { return campaign.id }
      // A campaign may have been launched thousands of times: the end of a run of taken numbers is found by halves.
      var (taken, free) = (1, 2)
      while try isTaken(free, of: campaign) { (taken, free) = (free, free * 2) }
      while free - taken > 1 {
        let middle = (taken + free) / 2
        if try isTaken(middle, of: campaign) { taken = middle } else { free = middle }
      }
      return "\(campaign.id)-\(free)"
    }

    private func isUsed(_ id: String, in center: CenterName) throws -> Bool {
      try !tables.run(
        "SELECT id FROM \(usedIDs) WHERE space = $1 AND center = $2 AND id = $3 LIMIT 1", center.rawValue, id
      ).isEmpty
    }

    private mutating func isTaken(_ number: Int, of campaign: Campaign) throws -> Bool {
      let known =
        try campaigns
        ?? Set(tables.run("SELECT id FROM campaign WHERE space = $1").map { try $0["id"] as String })
        .union(loaded.map(SQLValue.stored))
      campaigns = known
      let id = SQLValue.stored("\(campaign.id)-\(number)")
      return try known.contains(id) || isUsed(id, in: campaign.center)
    }
  }

  /// Whether a message of this id for vendors with one list was withdrawn.
  func wasWithdrawn(_ id: MessageID) async throws -> Bool {
    try await transaction(.reading) { tables in
      try !tables.run(
        "SELECT id FROM \(Self.formerIDs) WHERE space = $1 AND vendor_id = $2 LIMIT 1", id.rawValue
      ).isEmpty
    }
  }

  /// The id of a message for vendors with one list, whose ids are unique over all centers.
  static func vendorID(of id: String, in center: CenterName, _ tables: SpaceTables) throws -> String {
    let used = "SELECT id FROM \(usedIDs) WHERE space = $1 AND vendor_id = $2 LIMIT 1"
    var (candidate, number) = (id, 1)
    while try !tables.run(used, candidate).isEmpty {
      candidate = "\(id)@\(center)" + (number == 1 ? "" : "-\(number)")
      number += 1
    }
    return candidate
  }
}
