import GRDB
import InboxCore

extension Account {
  /// Logs a request.
  ///
  /// Headers are not stored, so no token gets into the journal.
  func log(_ request: JournalRequest) throws {
    let time = Int64(milliseconds: now())
    try database.write { database in
      try database.execute(
        sql: "INSERT INTO request (ts, method, host, path, identity, status) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [
          time, request.method, request.host, request.path, request.identity, request.status,
        ])
      try database.execute(
        sql: "DELETE FROM request WHERE seq <= (SELECT max(seq) FROM request) - \(Self.journalLimit)")
    }
  }

  /// The last thousand requests, oldest first.
  func journal() throws -> [JournalRequest] {
    try database.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM request ORDER BY seq").map {
        JournalRequest(
          time: WireDate.format(($0["ts"] as Int64).date), method: $0["method"], host: $0["host"],
          path: $0["path"], identity: $0["identity"], status: $0["status"])
      }
    }
  }
}
