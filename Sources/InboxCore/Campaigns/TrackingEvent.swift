public import struct Foundation.Date
public import struct Foundation.UUID

/// An event for Bloomreach, frozen when it happened (UL-11, UL-12); only a session's start may still take on the campaign
/// that led to it, for less than three seconds.
public struct TrackingEvent: Hashable, Sendable {
  /// What happened; the vendor's `event_type`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A universal link of a campaign was followed.
    case campaignClick = "campaign_click"
    /// The app came to the foreground, and no session was going on.
    case sessionStart = "session_start"
    /// A session is over.
    case sessionEnd = "session_end"
  }

  /// Ours: the vendor's wire has no place for it.
  public var id: UUID
  /// What happened.
  public var kind: Kind
  /// Who was reading.
  public var identity: Identity
  /// Who that is to Bloomreach.
  public var customerIDs: [String: String]
  /// When it happened.
  public var time: Date
  /// The link of a campaign click.
  public var url: String?
  /// What the vendor's `properties` hold.
  public var properties: [String: JSONValue]

  /// Freezes an event.
  public init(
    id: UUID, kind: Kind, identity: Identity, customerIDs: [String: String], time: Date, url: String? = nil,
    properties: [String: JSONValue]
  ) {
    self.id = id
    self.kind = kind
    self.identity = identity
    self.customerIDs = customerIDs
    self.time = time
    self.url = url
    self.properties = properties
  }
}
