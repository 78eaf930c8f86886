import GRDB

/// The tables.
///
/// A migration that has landed is never changed; a new one is added behind it.
enum InboxSchema {
  /// - Parameter readHTML: Makes text of the rich content that the archive holds.
  static func migrator(readHTML: @escaping SearchIndex.HTMLReader = SearchIndex.noHTML) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // Nothing of the text is made where the file has it all.
    func add(_ name: String, _ sql: @autoclosure @escaping @Sendable () -> String) {
      migrator.registerMigration(name) { try $0.execute(sql: sql()) }
    }
    add("1 first light", messages + engagement + badge)
    add("2 why it is gone", removals)
    add(
      "3 gone by index",
      """
      CREATE INDEX message_deleted ON message (identity, center, deletedAt) WHERE deletedAt IS NOT NULL;
      CREATE INDEX message_gone ON message (identity, center, presenceAt)
        WHERE deletedAt IS NULL AND presence <> 'listed';
      CREATE INDEX message_end ON message (identity, center, expiry)
        WHERE deletedAt IS NULL AND presence <> 'disabled' AND expiry IS NOT NULL;
      """)
    add(
      "4 deleted is not cached",
      """
      DROP INDEX message_cached;
      CREATE INDEX message_cached ON message (identity, lastFetched)
        WHERE presence NOT IN ('retention', 'disabled') AND deletedAt IS NULL;
      DROP INDEX message_listed;
      CREATE INDEX message_listed ON message (identity, center)
        WHERE presence = 'listed' AND deletedAt IS NULL;
      """)
    add(
      "5 campaign events",
      """
      ALTER TABLE event ADD COLUMN body TEXT;
      CREATE INDEX event_tracking ON event (number) WHERE state = 'waiting' AND body IS NOT NULL;
      CREATE TABLE appSession (startedAt REAL NOT NULL, leftAt REAL) STRICT;
      """)
    add("6 exactly once", exactlyOnce)
    migrator.registerMigration("7 finding") { db in
      try db.execute(sql: finding)
      try SearchIndex(readHTML: readHTML).fill(db)
    }
    add("8 counts are kept", counts())
    add(
      "9 clicks of links",
      """
      CREATE TABLE click (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE, identity TEXT NOT NULL, sessionNumber INTEGER, center TEXT NOT NULL,
        message TEXT NOT NULL, link TEXT NOT NULL, at REAL NOT NULL, state TEXT NOT NULL
      ) STRICT;
      CREATE INDEX click_message ON click (identity, center, message);
      """)
    add("10 suppressed by the minute", suppressedByMinute)
    add("11 counts by the day", countsByDay())
    add("12 places of what is found", places + fillPlaces)
    add("13 whether lists have changed", order)
    add("14 what could not be read", "ALTER TABLE lastFetch ADD COLUMN malformed TEXT")
    add(
      "15 where a list goes on",
      """
      ALTER TABLE lastFetch ADD COLUMN cursor TEXT;
      ALTER TABLE lastFetch ADD COLUMN application TEXT NOT NULL DEFAULT '';
      """)
    add("16 changes for the server", changes)
    add("17 what a vendor sends of a gesture", "ALTER TABLE event ADD COLUMN payload TEXT")
    add(
      "18 buttons and what is set aside",
      """
      ALTER TABLE message ADD COLUMN actions TEXT;
      ALTER TABLE lastFetch ADD COLUMN setAside TEXT;
      """)
    add("19 changes in a session", "ALTER TABLE change ADD COLUMN session TEXT")
    add("20 whose server takes it", applications)
    add("21 whose messages are another account's", foreignMessages)
    add("22 suppressed by the session's id", suppressedBySession)
    // One of no message has empty names, as an event has: a program of before that still runs reads it too.
    add("23 clicks outside a message", "ALTER TABLE click ADD COLUMN session TEXT")
    return migrator
  }

  /// Where each message that words can find stands in its list, by the number under which they find it.
  ///
  /// A search for words looks at each message that has them: these rows are small and lie in the order of the index,
  /// while those of the messages are spread by their keys and have what decides behind their text. So a list is a
  /// number too.
  private static let places = """
    CREATE TABLE messageList (
      number INTEGER PRIMARY KEY, ofIdentity TEXT NOT NULL, ofCenter TEXT NOT NULL, UNIQUE (ofIdentity, ofCenter)
    ) STRICT;
    CREATE TABLE messagePlace (
      number INTEGER PRIMARY KEY,
      list INTEGER NOT NULL, isShown INTEGER NOT NULL, sentAt REAL NOT NULL, endsAt REAL, ofID TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER messageText_place AFTER INSERT ON messageText BEGIN
      INSERT OR IGNORE INTO messageList (ofIdentity, ofCenter) VALUES (new.inIdentity, new.inCenter);
      \(fillPlace) WHERE messageText.number = new.number;
    END;
    CREATE TRIGGER messageText_unplace AFTER DELETE ON messageText BEGIN
      DELETE FROM messagePlace WHERE number = old.number;
    END;
    CREATE TRIGGER message_place AFTER UPDATE OF sent, expiry, deletedAt, presence ON message
    WHEN old.sent <> new.sent OR old.expiry IS NOT new.expiry
      OR \(stays("old")) <> \(stays("new")) BEGIN
      UPDATE messagePlace SET isShown = \(stays("new")), sentAt = new.sent, endsAt = new.expiry
      WHERE number = (
        SELECT number FROM messageText
        WHERE inIdentity = new.identity AND inCenter = new.center AND messageID = new.id);
    END;
    """

  /// Makes the places of all messages that words can find.
  static let fillPlaces = """
    INSERT OR IGNORE INTO messageList (ofIdentity, ofCenter) SELECT DISTINCT inIdentity, inCenter FROM messageText;
    \(fillPlace);
    """

  private static let fillPlace = """
    INSERT OR REPLACE INTO messagePlace
    SELECT messageText.number, messageList.number, \(stays("message")), sent, expiry, id
    FROM messageText CROSS JOIN message ON identity = inIdentity AND center = inCenter AND id = messageID
    CROSS JOIN messageList ON ofIdentity = inIdentity AND ofCenter = inCenter
    """

  /// Whether a message is in its list until it ends, as SQL over a row.
  static func stays(_ row: String) -> String {
    "(\(row).deletedAt IS NULL AND \(row).presence <> 'disabled')"
  }

  /// A number that is another one whenever a message has come into a list, has left one or stands elsewhere in it, but
  /// for those that end, kept by triggers.
  private static let order = """
    CREATE TABLE messageOrder (version INTEGER NOT NULL) STRICT;
    INSERT INTO messageOrder VALUES (0);
    CREATE TRIGGER order_in AFTER INSERT ON message \(countOn);
    CREATE TRIGGER order_out AFTER DELETE ON message \(countOn);
    CREATE TRIGGER order_on AFTER UPDATE OF identity, center, id, sent, deletedAt, presence, expiry ON message \(countOn);
    """

  private static let countOn = "BEGIN UPDATE messageOrder SET version = version + 1; END"

  private static let messages = """
    CREATE TABLE message (
      identity TEXT NOT NULL, center TEXT NOT NULL, id TEXT NOT NULL,
      sent REAL NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL,
      deepLink TEXT, richURL TEXT, richHTML TEXT, iconURL TEXT, expiry REAL,
      custom TEXT NOT NULL, raw TEXT NOT NULL,
      fetched REAL NOT NULL, readAt REAL, deletedAt REAL, presence TEXT NOT NULL,
      rich TEXT NOT NULL, richContent TEXT, richAt REAL,
      PRIMARY KEY (identity, center, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX message_list ON message (identity, center, sent DESC, id DESC)
      WHERE deletedAt IS NULL;
    CREATE INDEX message_unread ON message (identity, center, expiry)
      WHERE deletedAt IS NULL AND readAt IS NULL;
    CREATE INDEX message_expiry ON message (identity, expiry)
      WHERE deletedAt IS NULL AND expiry IS NOT NULL;
    CREATE INDEX message_listed ON message (identity, center) WHERE presence = 'listed';
    CREATE INDEX message_id ON message (identity, id);
    CREATE TABLE lastFetch (
      identity TEXT NOT NULL, center TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (identity, center)
    ) STRICT, WITHOUT ROWID;
    """

  private static let engagement = """
    CREATE TABLE event (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE, run TEXT NOT NULL, kind TEXT NOT NULL, identity TEXT NOT NULL,
      session TEXT, sessionNumber INTEGER, center TEXT NOT NULL, message TEXT NOT NULL,
      at REAL NOT NULL, state TEXT NOT NULL, settledAt REAL, reason TEXT
    ) STRICT;
    CREATE INDEX event_waiting ON event (number) WHERE state = 'waiting';
    CREATE INDEX event_message ON event (identity, center, message);
    CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """

  private static let badge = """
    CREATE TABLE badge (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      identity TEXT NOT NULL, at REAL NOT NULL, cause TEXT NOT NULL, local INTEGER NOT NULL, server INTEGER
    ) STRICT;
    CREATE INDEX badge_identity ON badge (identity, number);
    """

  /// What is not known of messages of the first version: they were fetched last when they were listed last.
  static let fillRemovals = """
    UPDATE message SET presenceAt = fetched, lastFetched = max(fetched, coalesce((
      SELECT at FROM lastFetch
      WHERE lastFetch.identity = message.identity AND lastFetch.center = message.center
        AND message.presence = 'listed'), 0))
    WHERE lastFetched = 0;
    """

  /// What stands for no session where a key needs a number; sessions are counted from 1.
  static let noSession = 0

  /// What was sent before tries were counted was sent at least once.
  static let fillTries = """
    UPDATE event SET tries = 1 WHERE tries = 0 AND body IS NULL AND state IN ('sent', 'refused');
    """

  /// How often an event was handed to the network, which generation of the receipts holds it, and what was not
  /// reported.
  private static let exactlyOnce = """
    ALTER TABLE event ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE event ADD COLUMN generation INTEGER;
    \(fillTries)
    CREATE TABLE suppressed (
      identity TEXT NOT NULL, sessionNumber INTEGER NOT NULL, center TEXT NOT NULL, message TEXT NOT NULL,
      kind TEXT NOT NULL, cause TEXT NOT NULL,
      count INTEGER NOT NULL, firstAt REAL NOT NULL, lastAt REAL NOT NULL,
      PRIMARY KEY (identity, sessionNumber, center, message, kind, cause)
    ) STRICT, WITHOUT ROWID;
    """

  /// What was not reported is counted for each minute: receipts may be reset in the middle of a session.
  ///
  /// The key's columns come first: SQLite 3.40 takes a strict table without row numbers for damaged where they do not.
  private static let suppressedByMinute = """
    CREATE TABLE suppressedInMinute (
      identity TEXT NOT NULL, sessionNumber INTEGER NOT NULL, center TEXT NOT NULL, message TEXT NOT NULL,
      kind TEXT NOT NULL, cause TEXT NOT NULL, minute INTEGER NOT NULL DEFAULT 0,
      count INTEGER NOT NULL, firstAt REAL NOT NULL, lastAt REAL NOT NULL,
      PRIMARY KEY (identity, sessionNumber, center, message, kind, cause, minute)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO suppressedInMinute
      (identity, sessionNumber, center, message, kind, cause, count, firstAt, lastAt)
      SELECT identity, sessionNumber, center, message, kind, cause, count, firstAt, lastAt FROM suppressed;
    DROP TABLE suppressed;
    ALTER TABLE suppressedInMinute RENAME TO suppressed;
    """

  /// Two programs at once may count their sessions to one number; of what was stored before, only that is known.
  private static let suppressedBySession = """
    CREATE TABLE suppressedInSession (
      identity TEXT NOT NULL, sessionNumber INTEGER NOT NULL, session TEXT NOT NULL DEFAULT '', center TEXT NOT NULL,
      message TEXT NOT NULL, kind TEXT NOT NULL, cause TEXT NOT NULL, minute INTEGER NOT NULL DEFAULT 0,
      count INTEGER NOT NULL, firstAt REAL NOT NULL, lastAt REAL NOT NULL,
      PRIMARY KEY (identity, sessionNumber, session, center, message, kind, cause, minute)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO suppressedInSession
      (identity, sessionNumber, center, message, kind, cause, minute, count, firstAt, lastAt)
      SELECT identity, sessionNumber, center, message, kind, cause, minute, count, firstAt, lastAt FROM suppressed;
    DROP TABLE suppressed;
    ALTER TABLE suppressedInSession RENAME TO suppressed;
    """

  /// What each message says, and where its parts of three characters are; the list of all centers together.
  ///
  /// The words are made by ``SearchIndex``, as no SQL can; the index over them follows by itself.
  private static let finding = """
    CREATE TABLE messageText (
      number INTEGER PRIMARY KEY,
      inIdentity TEXT NOT NULL, inCenter TEXT NOT NULL, messageID TEXT NOT NULL,
      plain TEXT NOT NULL, folded TEXT NOT NULL,
      UNIQUE (inIdentity, inCenter, messageID)
    ) STRICT;
    CREATE VIRTUAL TABLE messageFind USING fts5(
      folded, content = 'messageText', content_rowid = 'number', tokenize = 'trigram');
    CREATE TRIGGER messageText_in AFTER INSERT ON messageText BEGIN
      INSERT INTO messageFind (rowid, folded) VALUES (new.number, new.folded);
    END;
    CREATE TRIGGER messageText_out AFTER DELETE ON messageText BEGIN
      INSERT INTO messageFind (messageFind, rowid, folded) VALUES ('delete', old.number, old.folded);
    END;
    CREATE TRIGGER messageText_on AFTER UPDATE OF folded ON messageText WHEN old.folded <> new.folded BEGIN
      INSERT INTO messageFind (messageFind, rowid, folded) VALUES ('delete', old.number, old.folded);
      INSERT INTO messageFind (rowid, folded) VALUES (new.number, new.folded);
    END;
    CREATE INDEX message_everywhere ON message (identity, sent DESC, id DESC, center DESC)
      WHERE deletedAt IS NULL AND presence <> 'disabled';
    """

  /// When a message was last fetched, since when its cache state is what it is, and every change of it; settings.
  private static let removals = """
    ALTER TABLE message ADD COLUMN lastFetched REAL NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN presenceAt REAL NOT NULL DEFAULT 0;
    \(fillRemovals)
    DROP INDEX message_list;
    CREATE INDEX message_list ON message (identity, center, sent DESC, id DESC)
      WHERE deletedAt IS NULL AND presence <> 'disabled';
    CREATE INDEX message_cached ON message (identity, lastFetched)
      WHERE presence NOT IN ('retention', 'disabled');
    CREATE TABLE passage (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      identity TEXT NOT NULL, center TEXT NOT NULL, message TEXT NOT NULL, at REAL NOT NULL,
      presence TEXT NOT NULL
    ) STRICT;
    CREATE INDEX passage_message ON passage (identity, center, message);
    CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """

  /// Changes that wait or were sent, what the server holds of each message, and when a list was last fetched whole.
  private static let changes = """
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
    """

  /// The messages that another application served than the one that lists are fetched from.
  private static let foreignMessages = """
    CREATE TABLE foreignMessage (
      ofIdentity TEXT NOT NULL, ofCenter TEXT NOT NULL, messageID TEXT NOT NULL, application TEXT NOT NULL,
      PRIMARY KEY (ofIdentity, ofCenter, messageID)
    ) STRICT, WITHOUT ROWID;
    """

  /// The application that an event or a change was made for; unknown of what waits already.
  private static let applications = """
    ALTER TABLE event ADD COLUMN application TEXT;
    ALTER TABLE change ADD COLUMN application TEXT;
    DROP INDEX change_waiting;
    CREATE UNIQUE INDEX change_waiting ON change (identity, center, message, ifnull(application, ''))
      WHERE state = 'waiting';
    """
}
