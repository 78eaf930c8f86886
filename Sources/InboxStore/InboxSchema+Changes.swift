import GRDB

extension InboxSchema {
  /// Changes that wait or were sent, what the server holds of each message, and when a list was last fetched whole.
  static func changes(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE change (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE, run TEXT NOT NULL, kind TEXT NOT NULL, identity TEXT NOT NULL,
          center TEXT NOT NULL, message TEXT NOT NULL, at REAL NOT NULL, tries INTEGER NOT NULL DEFAULT 0,
          state TEXT NOT NULL, settledAt REAL, settled INTEGER, reason TEXT
        ) STRICT;
        CREATE UNIQUE INDEX change_waiting ON change (identity, center, message) WHERE state = 'waiting';
        CREATE INDEX change_queue ON change (number) WHERE state = 'waiting';
        CREATE INDEX change_message ON change (identity, center, message);
        CREATE INDEX change_settled ON change (settled) WHERE settled IS NOT NULL;
        ALTER TABLE message ADD COLUMN serverMark TEXT;
        ALTER TABLE message ADD COLUMN stamp TEXT;
        ALTER TABLE lastFetch ADD COLUMN whole REAL;
        """)
  }

  /// The messages that another application served than the one that lists are fetched from.
  static func foreignMessages(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE foreignMessage (
          ofIdentity TEXT NOT NULL, ofCenter TEXT NOT NULL, messageID TEXT NOT NULL, application TEXT NOT NULL,
          PRIMARY KEY (ofIdentity, ofCenter, messageID)
        ) STRICT, WITHOUT ROWID;
        """)
  }

  /// The application that an event or a change was made for; unknown of what waits already.
  static func applications(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE event ADD COLUMN application TEXT;
        ALTER TABLE change ADD COLUMN application TEXT;
        DROP INDEX change_waiting;
        CREATE UNIQUE INDEX change_waiting ON change (identity, center, message, ifnull(application, ''))
          WHERE state = 'waiting';
        """)
  }
}
