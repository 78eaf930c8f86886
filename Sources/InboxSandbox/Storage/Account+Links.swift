import InboxModel

extension Account {
  /// Counts a click on a tracked link.
  func click(
    _ found: TrackedLink, host: String, path: String, kind: ClickKind, userAgent: String
  ) async throws {
    let time = Int64(milliseconds: now())
    try await record { tables in
      try tables.run(
        """
        INSERT INTO receipt_click (space, campaign, link, host, path, kind, user_agent, ts)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """, found.campaign, found.row.name, host, path, kind.rawValue, userAgent, time)
    }
  }

  /// A tracked link; nil when the host has no such link.
  func link(_ key: TrackedLink.Key, _ host: String) async throws -> TrackedLink? {
    try await transaction(.reading) { tables in
      try tables.run(
        "SELECT * FROM link WHERE space = $1 AND \(key.column) = $2 AND \(key.hostColumn) = $3", key.value,
        host
      ).first.map { found in
        try TrackedLink(
          campaign: found["campaign"],
          row: LinkRow(
            name: found["name"], url: found["url"], ios: found["ios"], android: found["android"],
            oneLink: found["onelink"]))
      }
    }
  }

  /// The links of a message's mail, in every way in which they are tracked.
  func mail(of message: String?) async throws -> [MailLink] {
    try await transaction(.reading) { tables in
      let rows = try tables.rows(
        "SELECT * FROM link WHERE space = $1", where: [("campaign", message)], then: "ORDER BY seq")
      let named = try rows.map { (campaign: try $0["campaign"] as String, row: $0) }
      // Databases sort texts differently.
      return try named.enumerated().sorted {
        ($0.element.campaign, $0.offset) < ($1.element.campaign, $1.offset)
      }.flatMap { try MailLink.all($0.element.row) }
    }
  }
}
