public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxCore
public import InboxModel

/// What Bloomreach's events hold (UL-11, UL-12).
///
/// A session's start may still take on the campaign that led to it, for less than three seconds; any other event is
/// frozen.
extension VendorEvent {
  /// What happened; the vendor's `event_type`.
  public enum TrackingKind: String, Hashable, Sendable, CaseIterable {
    /// A universal link of a campaign was followed.
    case campaignClick = "campaign_click"
    /// The app came to the foreground, and no session was going on.
    case sessionStart = "session_start"
    /// A session is over.
    case sessionEnd = "session_end"
  }

  /// An event of Bloomreach's; `url` is the link of a campaign click.
  public init(
    _ kind: TrackingKind, id: UUID, identity: Identity, customerIDs: [String: String], at time: Date,
    url: String? = nil, properties: [String: JSONValue]
  ) {
    let body = JSONValue.members(["customer_ids": customerIDs, "properties": properties, "url": url])
    self.init(id: id, kind: kind.rawValue, identity: identity, time: time, body: body)
  }

  /// Who the reader is to Bloomreach (`customer_ids`).
  public var customerIDs: [String: String] { CustomerIDs.ids(in: body) }

  /// The link of a campaign click.
  public var url: String? { body["url"]?.text }

  /// What the vendor's `properties` hold.
  public var properties: [String: JSONValue] {
    get { body["properties"]?.members ?? [:] }
    set { body = .object((body.members ?? [:]).merging(["properties": .object(newValue)]) { $1 }) }
  }
}
