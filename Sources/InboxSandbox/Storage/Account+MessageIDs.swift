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

  /// An id for the next message of a campaign: the campaign's own, or the first free number behind it.
  ///
  /// The ids of other campaigns are left to their messages.
  ///
  /// - Parameter loaded: The ids of the campaigns that came with the program's files.
  static func freeID(
    _ campaign: Campaign, besides loaded: Set<String>, _ tables: SpaceTables
  ) throws -> String {
    let isFree = try tables.run(
      "SELECT id FROM \(usedIDs) WHERE space = $1 AND center = $2 AND id = $3 LIMIT 1",
      campaign.center.rawValue, campaign.id
    ).isEmpty
    if isFree { return campaign.id }
    let stem = "\(campaign.id)-"
    let isNumbered = "substr(id, 1, \(stem.unicodeScalars.count)) = $3"
    let rows = try tables.run(
      """
      SELECT id FROM \(usedIDs) WHERE space = $1 AND center = $2 AND \(isNumbered)
      UNION SELECT id FROM campaign WHERE space = $1 AND \(isNumbered)
      """, campaign.center.rawValue, stem)
    let taken = try Set(rows.map { try $0["id"] as String }).union(loaded.map(SQLValue.stored))
    var number = 2
    while taken.contains(SQLValue.stored("\(stem)\(number)")) { number += 1 }
    return "\(stem)\(number)"
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
