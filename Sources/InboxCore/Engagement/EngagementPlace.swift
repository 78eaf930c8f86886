public import InboxModel

/// What attempts are counted by: one kind at one message, in one session of one person.
public struct EngagementPlace: Hashable, Sendable, Codable {
  /// The person or device that saw it.
  public var identity: Identity
  /// The number of the session; nil outside any.
  public var session: Int?
  /// The message.
  public var message: MessageKey
  /// A display or an open.
  public var kind: EngagementEvent.Kind

  /// Takes its parts as they are; nothing is checked.
  public init(identity: Identity, session: Int?, message: MessageKey, kind: EngagementEvent.Kind) {
    self.identity = identity
    self.session = session
    self.message = message
    self.kind = kind
  }
}
