public import struct Foundation.Date
public import struct Foundation.UUID

/// A display or an open, frozen when it happened (EN-7): what is sent later is exactly this.
public struct EngagementEvent: Hashable, Sendable, Codable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// The message was shown as a preview.
    case display
    /// The message was shown in full.
    case open
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
  /// Display or open.
  public var kind: Kind
  /// Who was looking.
  public var identity: Identity
  /// The session, if there was one: an open needs none (EN-5).
  public var session: SessionStamp?
  /// Which message.
  public var message: MessageKey
  /// When it happened.
  public var time: Date

  /// Freezes an event.
  public init(
    id: UUID, kind: Kind, identity: Identity, session: SessionStamp?, message: MessageKey, time: Date
  ) {
    self.id = id
    self.kind = kind
    self.identity = identity
    self.session = session
    self.message = message
    self.time = time
  }
}
