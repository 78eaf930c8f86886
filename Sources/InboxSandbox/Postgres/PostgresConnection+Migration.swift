extension PostgresConnection {
  /// Brings the tables up to date, once however many processes start at the same moment.
  ///
  /// A process of an earlier version finds the tables of a later one and goes on, as a version only adds.
  func migrate(to versions: [String] = StoreSchema.versions) throws {
    do {
      let link = try PostgresLink(url)
      try PostgresStore.check(link)
      try link.run("BEGIN; SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(\(Self.migrationLock))")
      try link.run("CREATE TABLE IF NOT EXISTS sandbox_version (number BIGINT PRIMARY KEY)")
      let rows = try link.run("SELECT coalesce(max(number), 0) AS number FROM sandbox_version", [])
      let number: Int = try rows.first?["number"] ?? 0
      for (index, version) in versions.enumerated().dropFirst(number) {
        try link.run(StoreSchema.postgres(version))
        _ = try link.run("INSERT INTO sandbox_version (number) VALUES ($1)", [.integer(Int64(index + 1))])
      }
      try link.run("COMMIT")
    } catch let failure as PostgresFailure {
      throw failure.error
    }
  }

  /// The number of the lock that only migrations take.
  private static let migrationLock: Int64 = 0x696E_626F_7801
}
