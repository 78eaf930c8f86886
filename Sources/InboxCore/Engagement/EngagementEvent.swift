public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// What a person did to a message, frozen when it happened (EN-7): what is sent later is exactly this.
public struct EngagementEvent: Hashable, Sendable, Codable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The message was shown as a preview.
    case display
    /// The message was shown in full.
    case open
    /// A link of the message was followed (VE-5).
    case click
    /// The message was closed.
    case close
    /// The device has the message for the first time.
    case delivery

    /// Whether a person did it on purpose: then it goes last where the outbox is full (EN-7).
    public var isDeliberate: Bool { self == .open || self == .click }
  }

  /// The session it happened in.
  public struct SessionStamp: Hashable, Sendable, Codable {
    /// The session's id.
    public var id: UUID
    /// Its number on this device.
    public var number: Int

    /// Takes its parts as they are; nothing is checked.
    public init(id: UUID, number: Int) {
      self.id = id
      self.number = number
    }
  }

  /// Stable over every retry, so that a receiver can prove exactly once (EN-8).
  public var id: UUID
  /// What happened to the message.
  public var kind: Kind
  /// Who was looking.
  public var identity: Identity
  /// The session, if there was one: an open needs none (EN-5).
  public var session: SessionStamp?
  /// The message's center and id.
  public var message: MessageKey
  /// When it happened.
  public var time: Date
  /// What the vendor's folder wrote down for its request (``FrozenEngagement``); nil where the event says everything.
  public var payload: JSONValue?
  /// The application that it was made for (``BackEnd/application``); nil where an earlier version wrote it.
  public var application: String?

  /// Takes its parts as they are; nothing is checked.
  public init(
    id: UUID, kind: Kind, identity: Identity, session: SessionStamp?, message: MessageKey, time: Date,
    payload: JSONValue? = nil, application: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.identity = identity
    self.session = session
    self.message = message
    self.time = time
    self.payload = payload
    self.application = application
  }
}
