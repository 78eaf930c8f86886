public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// One thing that happened between a person and the inbox, before any vendor's rule counts it (QA-1).
///
/// What a vendor reports of it is another matter: this says what was seen and done, and when.
public struct InboxGesture: Hashable, Sendable, Codable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A session of the inbox began: it came into view (EN-3).
    case sessionBegan = "session-began"
    /// The session ended; every row left the view before.
    case sessionEnded = "session-ended"
    /// Another person reads from here on (MC-12).
    case personChanged = "person-changed"
    /// The whole row of the message came into view and nothing covers it (EN-1).
    case shown
    /// A part of the row came into view, or what was whole is a part now.
    case partial
    /// No part of the row is in view any more, or something covers it.
    case hidden
    /// The message was opened.
    case opened
    /// The open message was closed.
    case closed
    /// A link of the message was followed.
    case clicked
    /// The message was marked read without being opened.
    case read
  }

  /// What happened.
  public var kind: Kind
  /// When, by the clock that the program follows.
  public var time: Date
  /// Who read; of ``Kind/personChanged``, who reads now.
  public var person: Identity
  /// The number of the session; nil outside any.
  public var session: Int?
  /// The session itself, where several may go on at once, as on two devices; nil in the log of one device.
  public var sessionID: UUID?
  /// The message; nil where it is about none.
  public var message: MessageKey?

  /// Takes its parts as they are; nothing is checked.
  public init(
    _ kind: Kind, at time: Date, by person: Identity, session: Int? = nil, sessionID: UUID? = nil,
    message: MessageKey? = nil
  ) {
    self.kind = kind
    self.time = time
    self.person = person
    self.session = session
    self.sessionID = sessionID
    self.message = message
  }
}
