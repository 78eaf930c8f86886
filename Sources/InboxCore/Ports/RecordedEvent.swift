public import struct Foundation.Date
public import struct Foundation.UUID

/// A display, open, click, close or delivery that a server says it recorded (VE-14).
public struct RecordedEvent: Hashable, Sendable, Codable {
  /// What happened.
  public var kind: EngagementEvent.Kind
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
  /// The device that the server says sent it; nil where it does not say.
  public var device: String?
  /// What else tells it from others, for a person: its campaign, its link.
  public var about: String?

  /// Takes its parts as they are; nothing is checked.
  public init(
    _ kind: EngagementEvent.Kind, name: String, identity: Identity, id: UUID? = nil,
    message: MessageID? = nil,
    time: Date? = nil, device: String? = nil, about: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.identity = identity
    self.id = id
    self.message = message
    self.time = time
    self.device = device
    self.about = about
  }
}
