public import struct Foundation.Date
public import InboxModel

/// What a front draws, apart from the rows themselves: one consistent picture, published after every change.
public struct InboxSnapshot: Hashable, Sendable, Codable {
  /// One tab.
  public struct Center: Hashable, Sendable, Codable {
    /// Its name.
    public var name: CenterName
    /// Messages in its list.
    public var counts: CenterCounts
    /// How its refresh stands.
    public var refresh: RefreshMachine
  }

  /// What waits to be sent.
  public struct Outbox: Hashable, Sendable, Codable {
    /// Events that wait.
    public var waiting: Int
    /// Why nothing is sent until that is resolved.
    public var paused: InboxError?
    /// Why the last upload failed, until one succeeds.
    public var failure: InboxError?
    /// Events and changes that wait for another account than the profile's; nil for none.
    public var held: Int?
  }

  /// Whose messages these are.
  public var identity: Identity
  /// Why the feature is off; nil while it is on (MC-1).
  public var disabled: InboxError?
  /// Why the archive cannot be read; then the counts mean nothing.
  public var storeTrouble: InboxError?
  /// The tabs, in order.
  public var centers: [Center]
  /// The badge.
  public var badge: BadgeState
  /// Banners in the notification list.
  public var banners: Int
  /// The open session.
  public var session: Session?
  /// Whether the back end responds.
  public var connection: ConnectionState
  /// What waits to be sent.
  public var outbox: Outbox
  /// Changes whenever a list must be read again.
  public var revision: Int
  /// Unread messages that the newest responses list, where that is the vendor's badge; nil for another vendor, and in
  /// earlier recordings.
  public var listedUnread: Int?
  /// How the virtual clock goes; nil where time is the machine's (SB-4).
  public var clock: ClockReading?
  /// When this picture was taken.
  public var time: Date

  /// Whether the feature is on (MC-1).
  public var isEnabled: Bool { disabled == nil }

  /// The badge of an app that counts it itself: a tab counts what its list shows, also what the server lists no more
  /// (MC-7), and a badge what the vendor's app would show.
  public var countedBadge: Int { listedUnread ?? unread }

  /// Unread messages over all centers.
  public var unread: Int { centers.reduce(0) { $0 + $1.counts.unread } }

  /// When the next scheduled refresh of any center is due.
  public func nextRefresh(at now: Date) -> Date? { centers.map { $0.refresh.due(at: now) }.min() }
}
