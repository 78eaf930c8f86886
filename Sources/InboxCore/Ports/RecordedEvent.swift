public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// Something that happened to a message or an inbox and that a server says it recorded (VE-14).
public struct RecordedEvent: Hashable, Sendable, Codable {
  /// What happened, in the words that all vendors share (VE-13).
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case display, open, click, close, delivery
    /// A message was deleted.
    case delete
    /// A visit of the inbox.
    case session

    /// The kind of an engagement.
    public init(_ kind: EngagementEvent.Kind) {
      self =
        switch kind {
        case .display: .display
        case .open: .open
        case .click: .click
        case .close: .close
        case .delivery: .delivery
        }
    }
  }

  /// What happened.
  public var kind: Kind
  /// What the vendor calls it: “inAppOpen”.
  public var name: String
  /// Whose event it is.
  public var identity: Identity
  /// The event's id, where the vendor's wire has one.
  public var id: UUID?
  /// The message; nil where the vendor's events name none.
  public var message: MessageID?
  /// When it happened, as the server says.
  public var time: Date?
  /// The visit in which it happened, as the wire names it; nil where it names none.
  public var session: String?
  /// How often a row came into view in the visit; nil where the wire does not count it.
  public var views: Int?
  /// The device that the server says sent it; nil where it does not say.
  public var device: String?
  /// The link of a click, as it was sent; nil where the wire names none.
  public var link: String?
  /// What else distinguishes it from others, for a person: its campaign, its link.
  public var about: String?

  /// Takes its parts as they are; nothing is checked.
  public init(
    _ kind: Kind, name: String, identity: Identity, id: UUID? = nil, message: MessageID? = nil,
    time: Date? = nil, session: String? = nil, views: Int? = nil, device: String? = nil,
    link: String? = nil, about: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.identity = identity
    self.id = id
    self.message = message
    self.time = time
    self.session = session
    self.views = views
    self.device = device
    self.link = link
    self.about = about
  }
}
