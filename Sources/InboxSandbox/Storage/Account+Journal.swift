import InboxModel

extension Account {
  static let journalLimit = 1_000
  /// How many refused requests it holds besides ``journalLimit``.
  static let refusedLimit = 500
  /// The most characters of a path that are stored.
  private static let pathLimit = 4_096

  /// Logs a request.
  ///
  /// Headers are not stored, and the secrets of a query and the tokens of the space and of its users are masked, so that
  /// no token gets into the journal.
  func log(_ request: JournalRequest) async throws {
    let time = Int64(milliseconds: now())
    // Requests of strangers displace only one another.
    let isRefused = (400..<500).contains(request.status)
    let kind = "status \(isRefused ? "" : "NOT ")BETWEEN 400 AND 499"
    let limit = isRefused ? Self.refusedLimit : Self.journalLimit
    // A longer path is none of ours, and would hold up the space while it is searched.
    let whole = request.path
    let start = whole.utf8.count > Self.pathLimit ? whole.prefix(Self.pathLimit) + "…" : whole[...]
    let path = mask.known(in: SecretMask().url(String(start)))
    let (host, identity) = (mask.known(in: request.host), request.identity.map { mask.known(in: $0) })
    try await transaction(.noting) { tables in
      try tables.run(
        """
        INSERT INTO request (space, ts, method, host, path, identity, status)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """, time, request.method, host, path, identity, request.status)
      try tables.run(
        """
        DELETE FROM request WHERE space = $1 AND \(kind) AND seq <= (
          SELECT seq FROM request WHERE space = $1 AND \(kind) ORDER BY seq DESC LIMIT 1 OFFSET \(limit))
        """)
    }
  }

  /// The last thousand requests and the last five hundred that were refused (4xx), oldest first.
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
