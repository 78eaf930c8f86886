public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// A change of a message that a person made here and the server should accept (VE-4).
public struct MessageChange: Hashable, Sendable {
  /// What the server is to do.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Mark it read.
    case read
    /// Mark it unread.
    case unread
    /// Delete it.
    case delete
  }

  /// Unchanged however often it is sent.
  public let id: UUID
  /// What the server is to do.
  public var kind: Kind
  /// Whose message it is, no matter who reads now.
  public var identity: Identity
  /// The message.
  public var message: MessageKey
  /// What the back end stamped it with when it was fetched last; nil where it stamps nothing.
  public var stamp: MessageStamp?
  /// When the person made it.
  public var time: Date
  /// The session that was open when the person made it.
  public var session: UUID?

  /// Takes its parts as they are; nothing is checked.
  public init(
    id: UUID, kind: Kind, identity: Identity, message: MessageKey, stamp: MessageStamp? = nil,
    time: Date, session: UUID? = nil
  ) {
    self.id = id
    self.kind = kind
    self.identity = identity
    self.message = message
    self.stamp = stamp
    self.time = time
    self.session = session
  }
}

/// A back end's own reference to a message, such as the ids and the token of its fetch (VE-6): kept with the message
/// and given back as received, never read.
public struct MessageStamp: Hashable, Sendable {
  /// The reference as the back end writes it.
  public let text: String

  /// Takes a back end's reference.
  public init(_ text: String) { self.text = text }
}

/// Who queues changes, and which of them the server takes.
public struct ChangeOrigin: Hashable, Sendable {
  /// The run that sends them, unless a later one must.
  public var run: UUID
  /// When the person made them.
  public var time: Date
  /// What the server takes; the rest stays on this device.
  public var takes: Set<MessageChange.Kind>
  /// The session that is open then.
  public var session: UUID?
  /// The application that takes them (``BackEnd/application``).
  public var application: String?
  /// What another application served, which takes the changes of it.
  public var foreign = ForeignMessages()
  /// The lists of which the server deletes nothing.
  public var undeletable: Set<CenterName> = []

  /// What the server takes of the messages of a list.
  public func takes(in center: CenterName) -> Set<MessageChange.Kind> {
    undeletable.contains(center) ? takes.subtracting([.delete]) : takes
  }

  /// The application that takes those of a message.
  public func application(of key: MessageKey) -> String? {
    foreign.application(of: key) ?? application
  }
}
