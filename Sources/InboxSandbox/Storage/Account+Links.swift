import GRDB

extension Account {
  /// Counts a click on a tracked link and returns its row of the link table.
  ///
  /// - Returns: nil, and no receipt, when the host has no such link.
  func click(
    _ key: TrackedLink.Key, host: String, path: String, kind: ClickKind, userAgent: String
  ) throws -> LinkRow? {
    let time = Int64(milliseconds: now())
    guard let found = try link(key, host) else { return nil }
    try record { database in
      try database.execute(
        sql: """
          INSERT INTO receipt_click (campaign, link, host, path, kind, user_agent, ts)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """, arguments: [found.campaign, found.row.name, host, path, kind.rawValue, userAgent, time])
    }
    return found.row
  }

  private func link(_ key: TrackedLink.Key, _ host: String) throws -> TrackedLink? {
    let (column, hostColumn, value) =
      switch key {
      case .responsys(let ri): ("ri", "domain", ri)
      case .emailService(let upn): ("upn", "email_domain", upn)
      case .oneLink(let short): ("short", "onelink_domain", short)
      }
    return try database.read { database in
      let sql = "SELECT * FROM link WHERE \(column) = ? AND \(hostColumn) = ?"
      return try Row.fetchOne(database, sql: sql, arguments: [value, host]).map { found in
        TrackedLink(
          campaign: found["campaign"],
          row: LinkRow(
            name: found["name"], url: found["url"], ios: found["ios"], android: found["android"],
            oneLink: found["onelink"]))
      }
    }
  }

  /// The links of a message's mail, in every way in which they are tracked.
  func mail(of message: String?) throws -> [MailLink] {
    try database.read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT * FROM link WHERE (:message IS NULL OR campaign = :message) ORDER BY campaign, rowid",
        arguments: ["message": message]
      ).flatMap(MailLink.all)
    }
  }
}
