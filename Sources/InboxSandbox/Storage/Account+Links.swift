import GRDB

extension Account {
  /// Counts a click on a tracked link and returns its row of the link table.
  ///
  /// - Returns: nil, and no receipt, when the branded domain has no such link.
  func click(ri: String, host: String, path: String, kind: ClickKind, userAgent: String) throws -> LinkRow? {
    let time = Int64(milliseconds: now())
    let found = try database.read { database in
      try Row.fetchOne(
        database, sql: "SELECT * FROM link WHERE ri = ? AND domain = ?", arguments: [ri, host])
    }
    guard let found else { return nil }
    let link = LinkRow(
      name: found["name"], url: found["url"], ios: found["ios"], android: found["android"])
    let campaign = found["campaign"] as String
    try record { database in
      try database.execute(
        sql: """
          INSERT INTO receipt_click (campaign, link, host, path, kind, user_agent, ts)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """, arguments: [campaign, link.name, host, path, kind.rawValue, userAgent, time])
    }
    return link
  }
}
