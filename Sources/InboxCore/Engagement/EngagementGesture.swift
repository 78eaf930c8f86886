public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// What a person did to a message, before the vendor's folder says what is sent of it (VE-5).
public struct EngagementGesture: Hashable, Sendable {
  /// A link that a person followed out of a message.
  public struct Link: Hashable, Sendable {
    /// The link as the message has it.
    public var url: String
    /// The words of the link or button; nil where it has none.
    public var label: String?

    /// Takes its parts as they are; nothing is checked.
    public init(_ url: String, label: String? = nil) {
      self.url = url
      self.label = label
    }
  }

  /// How a message was closed.
  public enum Closing: String, Hashable, Sendable, Codable, CaseIterable {
    /// Back to the list.
    case back
    /// By following a link.
    case link
  }

  /// What happened.
  public var kind: EngagementEvent.Kind
  /// The message, with the record as it was received.
  public var message: Message
  /// What the back end stamped the message with when it was fetched last.
  public var stamp: MessageStamp?
  /// The person or device that saw it.
  public var identity: Identity
  /// The session, if there was one.
  public var session: EngagementEvent.SessionStamp?
  /// When it happened.
  public var time: Date
  /// The link of a click, or of a close by a link.
  public var link: Link?
  /// How it was closed; of a close alone.
  public var closing: Closing?
}

/// What a vendor makes of a gesture, once, when it happens: what is sent later is exactly this (EN-7).
public enum FrozenEngagement: Hashable, Sendable {
  /// It is reported, with what the vendor's folder needs to write the request; nil where the event says everything.
  case report(JSONValue?)
  /// It is not reported, for a reason that ends a sentence: “the message gives no consent to tracking”.
  case withheld(String)
}
