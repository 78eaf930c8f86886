import InboxCore

extension Account {
  /// Logs a request.
  ///
  /// Headers are not stored, so no token gets into the journal.
  func log(_ request: JournalRequest) async throws {
    let time = Int64(milliseconds: now())
    try await transaction(.noting) { tables in
      try tables.run(
        """
        INSERT INTO request (space, ts, method, host, path, identity, status)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """, time, request.method, request.host, request.path, request.identity, request.status)
      try tables.run(
        """
        DELETE FROM request WHERE space = $1 AND seq <= (
          SELECT seq FROM request WHERE space = $1 ORDER BY seq DESC LIMIT 1 OFFSET \(Self.journalLimit))
        """)
    }
  }

  /// The last thousand requests, oldest first.
  func journal() async throws -> [JournalRequest] {
    try await transaction(.reading) { tables in
      try tables.run("SELECT * FROM request WHERE space = $1 ORDER BY seq").map { row in
        try JournalRequest(
          time: Self.text(row["ts"]), method: row["method"], host: row["host"], path: row["path"],
          identity: row["identity"], status: row["status"])
      }
    }
  }
}
