import GRDB

/// The migrations of the SQLite file: the tables of earlier versions, and then ``StoreSchema``.
enum SQLiteSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: schema) }
    migrator.registerMigration("2 other vendors") { try $0.execute(sql: otherVendors) }
    migrator.registerMigration("3 generations") { try $0.execute(sql: generations) }
    migrator.registerMigration("4 former events") {
      try $0.execute(sql: "CREATE TABLE former_engagement (id TEXT PRIMARY KEY) WITHOUT ROWID")
    }
    migrator.registerMigration("5 pictures") { try $0.execute(sql: pictures) }
    migrator.registerMigration("6 vendors") { try $0.execute(sql: vendors) }
    migrator.registerMigration("7 profiles") { try $0.execute(sql: profiles) }
    migrator.registerMigration("8 spaces", migrate: moveIntoSpaces)
    for (index, version) in StoreSchema.versions.enumerated().dropFirst() {
      migrator.registerMigration("\(8 + index) as every store") {
        try $0.execute(sql: StoreSchema.sqlite(version))
      }
    }
    return migrator
  }

  /// Moves everything that an earlier version stored into the main space.
  private static func moveIntoSpaces(_ database: Database) throws {
    let former = try String.fetchAll(
      database,
      sql:
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sqlite_%' AND name NOT LIKE 'grdb_%'"
    )
    // An index keeps its name when its table gets another one.
    try database.execute(sql: "DROP INDEX message_by_time")
    for table in former { try database.execute(sql: "ALTER TABLE \(table) RENAME TO former_\(table)") }
    for version in StoreSchema.versions.prefix(1) {
      try database.execute(sql: StoreSchema.sqlite(version))
    }
    try database.execute(
      sql: """
        INSERT INTO space (name, made, generation, since, late, began, change)
        SELECT '\(SpaceName.main)', coalesce(began, 0), number, since, late, began, (SELECT number FROM former_change)
        FROM former_generation
        """)
    for table in former where !["generation", "change", "former_engagement"].contains(table) {
      let columns = try database.columns(in: "former_\(table)").map { "\"\($0.name)\"" }.joined(
        separator: ", ")
      try database.execute(
        sql:
          "INSERT INTO \(table) (space, \(columns)) SELECT '\(SpaceName.main)', \(columns) FROM former_\(table)"
      )
    }
    for table in ["receipt_engagement", "receipt_event"] {
      try database.execute(
        sql: "UPDATE \(table) SET generation = (SELECT number FROM former_generation)")
    }
    try database.execute(sql: formerEvents)
    for row in try Row.fetchAll(database, sql: "SELECT * FROM receipt_tracking") {
      // As an account makes them; most are Bloomreach's, which came first.
      let id = EventHash.text([
        VendorName.bloomreach.rawValue, row["type"], row["customer_ids"], row["url"],
        String(row["ts"] as Int64), row["properties"],
      ])
      try database.execute(
        sql: "UPDATE receipt_tracking SET id = ? WHERE seq = ?", arguments: [id, row["seq"] as Int64])
    }
    for table in former { try database.execute(sql: "DROP TABLE former_\(table)") }
  }

  /// Of receipts of an earlier generation only the ids were stored.
  private static let formerEvents = """
    INSERT INTO receipt_engagement (space, generation, id, type, message_id, center, identity, ts, received, count)
    SELECT '\(SpaceName.main)', 0, id, '', '', '', '', 0, 0, 1 FROM former_former_engagement
    WHERE id NOT LIKE 'event:%';
    INSERT INTO receipt_event (space, generation, id, vendor, type, identity, received, count, detail, method, path, body)
    SELECT '\(SpaceName.main)', 0, id, '', '', '', 0, 1, '', '', '', '' FROM former_former_engagement
    WHERE id LIKE 'event:%';
    """

  private static let otherVendors = """
    ALTER TABLE link ADD COLUMN onelink TEXT NOT NULL DEFAULT '';
    ALTER TABLE link ADD COLUMN upn TEXT NOT NULL DEFAULT '';
    ALTER TABLE link ADD COLUMN short TEXT NOT NULL DEFAULT '';
    ALTER TABLE link ADD COLUMN email_domain TEXT;
    ALTER TABLE link ADD COLUMN onelink_domain TEXT;
    CREATE TABLE receipt_tracking (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, customer_ids TEXT NOT NULL, url TEXT NOT NULL,
      properties TEXT NOT NULL, ts INTEGER NOT NULL, received INTEGER NOT NULL, count INTEGER NOT NULL,
      UNIQUE (type, customer_ids, url, ts));
    """

  private static let pictures = """
    CREATE TABLE receipt_picture (
      host TEXT NOT NULL, path TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (host, path));
    """

  /// A message without `vendors` goes to all of them.
  ///
  /// `changed` grows with every launch and every mark.
  private static let vendors = """
    ALTER TABLE message ADD COLUMN vendors TEXT;
    ALTER TABLE message ADD COLUMN extras TEXT;
    ALTER TABLE message ADD COLUMN vendor_id TEXT NOT NULL DEFAULT '';
    ALTER TABLE message ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    UPDATE message SET changed = seq, vendor_id = CASE
      WHEN EXISTS (SELECT 1 FROM message AS other WHERE other.id = message.id AND other.seq < message.seq)
      THEN id || '@' || center ELSE id END;
    CREATE TABLE change (number INTEGER NOT NULL);
    INSERT INTO change SELECT coalesce(max(seq), 0) FROM message;
    CREATE TABLE vendor_mark (
      vendor TEXT NOT NULL, identity TEXT NOT NULL, message INTEGER NOT NULL, read INTEGER NOT NULL DEFAULT 0,
      deleted INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL,
      PRIMARY KEY (vendor, identity, message)) WITHOUT ROWID;
    CREATE TABLE receipt_event (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, vendor TEXT NOT NULL, type TEXT NOT NULL,
      message_id TEXT, identity TEXT NOT NULL, ts INTEGER, received INTEGER NOT NULL, count INTEGER NOT NULL,
      detail TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, body TEXT NOT NULL);
    CREATE TABLE fetch (
      vendor TEXT NOT NULL, center TEXT NOT NULL, identity TEXT NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY (vendor, center, identity));
    INSERT INTO fetch SELECT 'responsys', center, identity, count FROM receipt_fetch;
    DROP TABLE receipt_fetch;
    ALTER TABLE fetch RENAME TO receipt_fetch;
    """

  private static let profiles = """
    CREATE TABLE profile (
      vendor TEXT NOT NULL, user TEXT NOT NULL, fields TEXT NOT NULL, PRIMARY KEY (vendor, user)) WITHOUT ROWID;
    """

  private static let generations = """
    ALTER TABLE generation ADD COLUMN since INTEGER;
    ALTER TABLE generation ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE generation ADD COLUMN began INTEGER;
    """

  private static let schema = """
    CREATE TABLE message (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, center TEXT NOT NULL, id TEXT NOT NULL, campaign TEXT NOT NULL,
      sent INTEGER NOT NULL, expiry INTEGER, subject TEXT NOT NULL, body TEXT NOT NULL, deep_link TEXT,
      icon TEXT, rich_kind TEXT, rich_url TEXT, rich_html TEXT, custom TEXT NOT NULL, audience TEXT NOT NULL,
      UNIQUE (center, id));
    CREATE INDEX message_by_time ON message (center, sent DESC, seq DESC);
    CREATE TABLE link (
      ri TEXT PRIMARY KEY, ei TEXT NOT NULL, domain TEXT NOT NULL, campaign TEXT NOT NULL, name TEXT NOT NULL,
      url TEXT NOT NULL, ios TEXT NOT NULL, android TEXT NOT NULL);
    CREATE TABLE badge_operation (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL, audience TEXT NOT NULL);
    CREATE TABLE badge (
      identity TEXT PRIMARY KEY, count INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1);
    CREATE TABLE rich_served (
      identity TEXT NOT NULL, id TEXT NOT NULL, served INTEGER NOT NULL, PRIMARY KEY (identity, id));
    CREATE TABLE receipt_engagement (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
      message_id TEXT NOT NULL, center TEXT NOT NULL, identity TEXT NOT NULL, session_id TEXT,
      session_number INTEGER, ts INTEGER NOT NULL, received INTEGER NOT NULL, count INTEGER NOT NULL);
    CREATE TABLE receipt_badge (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, identity TEXT NOT NULL, asked INTEGER NOT NULL,
      count INTEGER NOT NULL, ts INTEGER NOT NULL);
    CREATE TABLE receipt_rich (
      identity TEXT NOT NULL, message_id TEXT NOT NULL, asked INTEGER NOT NULL, served INTEGER NOT NULL,
      PRIMARY KEY (identity, message_id));
    CREATE TABLE receipt_click (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, campaign TEXT NOT NULL, link TEXT NOT NULL, host TEXT NOT NULL,
      path TEXT NOT NULL, kind TEXT NOT NULL, user_agent TEXT NOT NULL, ts INTEGER NOT NULL);
    CREATE TABLE receipt_fetch (
      center TEXT NOT NULL, identity TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (center, identity));
    CREATE TABLE request (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, ts INTEGER NOT NULL, method TEXT NOT NULL, host TEXT NOT NULL,
      path TEXT NOT NULL, identity TEXT, status INTEGER NOT NULL);
    CREATE TABLE generation (number INTEGER NOT NULL);
    INSERT INTO generation VALUES (1);
    """
}
