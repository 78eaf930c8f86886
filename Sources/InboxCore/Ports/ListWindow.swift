public import struct Foundation.Date
public import InboxModel

/// Asks for a part of a list.
public struct WindowRequest: Hashable, Sendable {
  /// Where the window lies.
  public enum Anchor: Hashable, Sendable {
    /// The newest rows.
    case top
    /// The oldest rows.
    case bottom
    /// Rows on both sides of a message, or of the place where it was: `ahead` more of them behind it than before it; a
    /// negative number the other way round.
    case around(MessageKey, ahead: Int = 0)
  }

  /// Which list.
  public enum Scope: Hashable, Sendable {
    /// That of a center.
    case center(CenterName)
    /// One of several centers together.
    case centers([CenterName])
  }

  /// Whose messages.
  public var identity: Identity
  /// Which list.
  public var scope: Scope
  /// What it is narrowed to.
  public var filter: MessageFilter
  /// Where the window lies.
  public var anchor: Anchor
  /// At most this many rows.
  public var limit: Int
  /// Expired at this moment = not in the list.
  public var now: Date
  /// The moment that the filter is seen from; another one than ``now`` where the list shows what is expired.
  public var moment: Date

  /// Takes its parts; see the properties for what is left out.
  public init(
    identity: Identity, scope: Scope, filter: MessageFilter = .everything, anchor: Anchor, limit: Int,
    now: Date,
    moment: Date? = nil
  ) {
    self.identity = identity
    self.scope = scope
    self.filter = filter
    self.anchor = anchor
    self.limit = limit
    self.now = now
    self.moment = moment ?? now
  }
}

/// A part of a list, newest first: what a front needs to draw a screen, however large the archive.
public struct ListWindow: Hashable, Sendable, Codable {
  /// Whose list this is.
  public var identity: Identity
  /// The center; for a list of several, the first of them.
  public var center: CenterName
  /// Neighbouring rows in list order.
  public var rows: [ArchivedMessage]
  /// How many rows of the list lie before the first of these.
  public var offset: Int
  /// How many rows the list has in all.
  public var total: Int

  /// Takes its parts as they are; nothing is checked.
  public init(identity: Identity, center: CenterName, rows: [ArchivedMessage], offset: Int, total: Int) {
    self.identity = identity
    self.center = center
    self.rows = rows
    self.offset = offset
    self.total = total
  }

  /// Whether it has every row of the list.
  package var isWhole: Bool { offset == 0 && rows.count == total }
}

/// A message that has left its center, and why (MC-11).
public struct GoneMessage: Hashable, Sendable, Codable {
  /// The message as the archive keeps it.
  public var row: ArchivedMessage
  /// Why and when.
  public var removal: Removal

  // As recordings have it.
  private enum CodingKeys: String, CodingKey {
    case row
    case removal = "departure"
  }
  /// Takes its parts as they are; nothing is checked.
  public init(row: ArchivedMessage, removal: Removal) {
    self.row = row
    self.removal = removal
  }
}
