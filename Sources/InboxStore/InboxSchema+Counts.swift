extension InboxSchema {
  /// How many messages of each center end on a day, kept by triggers: what a list shows is the sum of the days to come
  /// and what is left of today, however many messages there are.
  ///
  /// Ends are searched for in all centers at once, so they come first in the index.
  static func countsByDay() -> String {
    func change(_ sign: String, _ row: String) -> String {
      """
      INSERT INTO tally
        VALUES (\(row).identity, \(day(of: "\(row).expiry")), \(row).center, \(sign)\(stays(row)),
          \(sign)(\(stays(row)) AND \(row).readAt IS NULL))
        ON CONFLICT DO UPDATE SET total = total + excluded.total, unread = unread + excluded.unread;
      """
    }
    return """
      DROP TRIGGER tally_in;
      DROP TRIGGER tally_out;
      DROP TRIGGER tally_on;
      DROP TABLE tally;
      DROP INDEX message_end;
      CREATE INDEX message_end ON message (identity, expiry, center, readAt, presence, deletedAt)
        WHERE deletedAt IS NULL AND presence <> 'disabled' AND expiry IS NOT NULL;
      CREATE TABLE tally (
        identity TEXT NOT NULL, day INTEGER NOT NULL, center TEXT NOT NULL, total INTEGER NOT NULL,
        unread INTEGER NOT NULL, PRIMARY KEY (identity, day, center)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO tally
        SELECT identity, \(day(of: "expiry")) AS day, center, sum(\(stays("message"))),
          sum(\(stays("message")) AND readAt IS NULL)
        FROM message GROUP BY identity, day, center;
      CREATE TRIGGER tally_in AFTER INSERT ON message BEGIN \(change("", "new")) END;
      CREATE TRIGGER tally_out AFTER DELETE ON message BEGIN \(change("-", "old")) END;
      CREATE TRIGGER tally_on AFTER UPDATE OF deletedAt, presence, expiry, readAt ON message BEGIN
        \(change("-", "old"))
        \(change("", "new"))
      END;
      """
  }

  /// The day of a time in seconds, as SQL: whole days since 1970, rounded down; the last of all for no time.
  static func day(of time: String) -> String {
    let days = "max(-1e12, min(1e12, \(time) / 86400.0))"
    return "ifnull(CAST(\(days) AS INTEGER) - (CAST(\(days) AS INTEGER) > \(days)), 9000000000000)"
  }

  /// How many messages of each center there are that no clock removes from the list, kept by triggers; and indexes that
  /// cover the remaining query.
  ///
  /// SQLite looks at the row for a term of the condition that is not a column of the index, also where the index holds
  /// only rows that fulfil it: so `presence` and `deletedAt` are columns.
  static func counts() -> String {
    func stays(_ row: String) -> String { "(\(Self.stays(row)) AND \(row).expiry IS NULL)" }
    func change(_ sign: String, _ row: String) -> String {
      """
      UPDATE tally SET total = total + \(sign)\(stays(row)),
        unread = unread + \(sign)(\(stays(row)) AND \(row).readAt IS NULL)
      WHERE identity = \(row).identity AND center = \(row).center;
      """
    }
    return """
      DROP INDEX message_list;
      CREATE INDEX message_list ON message (identity, center, sent DESC, id DESC, expiry, presence, deletedAt)
        WHERE deletedAt IS NULL AND presence <> 'disabled';
      DROP INDEX message_everywhere;
      CREATE INDEX message_everywhere
        ON message (identity, sent DESC, id DESC, center DESC, expiry, presence, deletedAt)
        WHERE deletedAt IS NULL AND presence <> 'disabled';
      DROP INDEX message_end;
      CREATE INDEX message_end ON message (identity, center, expiry, readAt, presence, deletedAt)
        WHERE deletedAt IS NULL AND presence <> 'disabled' AND expiry IS NOT NULL;
      DROP INDEX message_unread;
      CREATE TABLE tally (
        identity TEXT NOT NULL, center TEXT NOT NULL, total INTEGER NOT NULL, unread INTEGER NOT NULL,
        PRIMARY KEY (identity, center)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO tally
        SELECT identity, center, sum(\(stays("message"))), sum(\(stays("message")) AND readAt IS NULL)
        FROM message GROUP BY identity, center;
      CREATE TRIGGER tally_in AFTER INSERT ON message BEGIN
        INSERT INTO tally VALUES (new.identity, new.center, 0, 0) ON CONFLICT DO NOTHING;
        \(change("", "new"))
      END;
      CREATE TRIGGER tally_out AFTER DELETE ON message BEGIN \(change("-", "old")) END;
      CREATE TRIGGER tally_on AFTER UPDATE OF deletedAt, presence, expiry, readAt ON message BEGIN
        \(change("-", "old"))
        \(change("", "new"))
      END;
      """
  }
}
