import struct Foundation.Date
import InboxCore
import InboxModel
import InboxVendors

/// The spaces of a store (TS-2, TS-8).
struct SpaceRegister: Sendable {
  let store: any SandboxStore
  /// The names of the vendors' tokens.
  let names: [TokenName]

  func record(of name: SpaceName) async throws -> SpaceRecord? {
    try await store.transaction(.reading, in: name, signal: nil) { transaction in
      try transaction.run("SELECT * FROM space WHERE name = $1", [.text(name.rawValue)]).first
        .flatMap(SpaceRecord.init)
    }
  }

  /// How full the fullest kind of receipts of each space is, where that matters (TS-6).
  func kept() async throws -> [SpaceName: Receipts.Kept] {
    try await store.transaction(.reading, in: .main, signal: nil) { transaction in
      let rows = try transaction.run(
        """
        SELECT receipt_kept.*, space.keep_days, space.receipt_limit
        FROM receipt_kept JOIN space ON space.name = receipt_kept.space
        """, [])
      return try Dictionary(grouping: rows) { try $0["space"] as String }.reduce(into: [:]) { kept, space in
        guard let name = SpaceName(space.key), let row = space.value.first else { return }
        kept[name] = try Receipts.Kept.fullest(space.value, Retention(row))
      }
    }
  }

  /// The spaces that still have a timed launch to come.
  func withLaunches() async throws -> [SpaceName] {
    try await store.transaction(.reading, in: .main, signal: nil) { transaction in
      try transaction.run("SELECT DISTINCT space FROM campaign WHERE \(Account.isDue)", []).compactMap {
        SpaceName(try $0["space"])
      }
    }
  }

  /// Changes how long receipts of a space are kept, and how many; nil leaves a value as it is.
  ///
  /// - Returns: What applies then; nil where there is no such space.
  func set(days: Int?, limit: Int?, of name: SpaceName) async throws -> Retention? {
    try await store.transaction(.changing, in: name, signal: .space(name)) {
      try $0.run(
        """
        UPDATE space SET keep_days = coalesce($2, keep_days), receipt_limit = coalesce($3, receipt_limit),
          changed = changed + 1
        WHERE name = $1 RETURNING keep_days, receipt_limit
        """, [.text(name.rawValue), days.sqlValue, limit.sqlValue]
      ).first.map(Retention.init)
    }
  }

  /// The spaces by name, without the main one; also those whose settings only a later version can read (TS-6).
  func all() async throws -> [(name: SpaceName, made: Date, retention: Retention)] {
    let rows = try await store.transaction(.reading, in: .main, signal: nil) {
      try $0.run("SELECT name, made, keep_days, receipt_limit FROM space WHERE token IS NOT NULL", [])
    }
    return try rows.compactMap { row in
      try SpaceName(row["name"]).map {
        (name: $0, made: (try row["made"] as Int64).date, retention: try Retention(row))
      }
    }.sorted { $0.name.rawValue < $1.name.rawValue }
  }

  /// Creates a space.
  ///
  /// - Parameter time: When it begins, by its own clock, which is the machine's at first.
  /// - Returns: Its token, which is kept nowhere; nil where there is one of this name.
  func create(
    _ name: SpaceName, at time: Date = Date(), keeping retention: Retention = .usual
  ) async throws -> ControlToken? {
    let token = ControlToken.random()
    let (hash, keys) = (SandboxTokens.hash(token.text), try keys(of: token))
    // Rounded down: an id from the same millisecond may have been made after the space.
    let made = Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
    let isMade = try await change(name) { tables in
      let rows = try tables.run(
        """
        INSERT INTO space (name, token, keys, made, began, keep_days, receipt_limit, reset_at)
        VALUES ($1, $2, $3, $4, $4, $5, $6, $7) ON CONFLICT (name) DO NOTHING RETURNING name
        """, hash, keys, Int64(milliseconds: time), retention.days, retention.limit, made)
      guard !rows.isEmpty else { return false }
      // A request that was under way while a space of this name was removed may have left something.
      for table in StoreSchema.tables { try tables.run("DELETE FROM \(table) WHERE space = $1") }
      return true
    }
    return isMade ? token : nil
  }

  /// Gives a space another token; the former one is void.
  ///
  /// - Returns: nil where there is no such space.
  func rotate(_ name: SpaceName) async throws -> ControlToken? {
    let token = ControlToken.random()
    let (hash, keys) = (SandboxTokens.hash(token.text), try keys(of: token))
    let isThere = try await change(name) { tables in
      try !tables.run(
        """
        UPDATE space SET token = $2, keys = $3, changed = changed + 1
        WHERE name = $1 AND token IS NOT NULL RETURNING name
        """, hash, keys
      ).isEmpty
    }
    return isThere ? token : nil
  }

  /// Removes a space and everything in it.
  ///
  /// - Returns: Whether there was one.
  func remove(_ name: SpaceName) async throws -> Bool {
    try await change(name) { tables in
      let rows = try tables.run("DELETE FROM space WHERE name = $1 AND token IS NOT NULL RETURNING name")
      guard !rows.isEmpty else { return false }
      for table in StoreSchema.tables { try tables.run("DELETE FROM \(table) WHERE space = $1") }
      return true
    }
  }

  /// The space that a tracked link belongs to; the host does not tell.
  func space(of key: TrackedLink.Key, host: String) async throws -> SpaceName? {
    try await store.transaction(.reading, in: .main, signal: nil) { transaction in
      let rows = try transaction.run(
        "SELECT space FROM link WHERE \(key.column) = $1 AND \(key.hostColumn) = $2 LIMIT 1",
        [.text(key.value), .text(host)])
      return try rows.first.flatMap { SpaceName(try $0["space"]) }
    }
  }

  /// The page that a web host serves under a URL, the newest one, and the space that it is of; nil where no message has
  /// one there.
  ///
  /// Those that an earlier version launched have the same address in every space: then the main space's comes first.
  func hostedPage(url: String) async throws -> (space: SpaceName, html: String)? {
    try await store.transaction(.reading, in: .main, signal: nil) {
      transaction -> (space: SpaceName, html: String)? in
      let rows = try transaction.run(
        """
        SELECT space, rich_html FROM message WHERE rich_kind = $1 AND rich_url = $2
        ORDER BY CASE WHEN space = $3 THEN 0 ELSE 1 END, seq DESC LIMIT 1
        """, [.text(StoredRich.hosted), .text(url), .text(SpaceName.main.rawValue)])
      guard let row = rows.first, let space = SpaceName(try row["space"]) else { return nil }
      return (space: space, html: try row["rich_html"])
    }
  }

  private func keys(of token: ControlToken) throws -> String {
    try Account.json(SandboxTokens(of: token, names).hashes(names))
  }

  private func change(
    _ name: SpaceName, _ body: @Sendable @escaping (SpaceTables) throws -> Bool
  ) async throws -> Bool {
    try await store.transaction(.changing, in: name, signal: .space(name)) {
      try body(SpaceTables(space: name, transaction: $0))
    }
  }
}
