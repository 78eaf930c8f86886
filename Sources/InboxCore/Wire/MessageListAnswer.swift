public import struct Foundation.Data

/// An answer to the fetch of one center: the good messages, the bad ones with a reason (MC-9), and the bytes as
/// they came (MC-14).
public struct MessageListAnswer: Hashable, Sendable {
  /// Messages that could be read, in the order of the answer.
  public var messages: [Message]
  /// Records that could not.
  public var malformed: [MalformedMessage]
  /// The answer's body, for whoever wants to capture it.
  public var raw: Data
  /// The request that it answers.
  public var requestURL: String

  /// Makes an answer from its parts.
  public init(
    messages: [Message], malformed: [MalformedMessage] = [], raw: Data = Data(), requestURL: String = ""
  ) {
    self.messages = messages
    self.malformed = malformed
    self.raw = raw
    self.requestURL = requestURL
  }

  /// Reads the body `{"messages":[…]}`.
  ///
  /// - Throws: ``InboxError/emptyResponse`` or ``InboxError/invalidPayload(_:)`` when there is no list at all; a
  ///   bad record inside the list never throws, it is listed in ``malformed``.
  public init(_ answer: RawAnswer, center: CenterName) throws(InboxError) {
    let body = JSONPiece(answer.body)
    guard let list = try body.member("messages") else {
      _ = try body.value()
      throw .invalidPayload("it has no list named messages")
    }
    guard let records = try list.elements() else {
      throw .invalidPayload("messages is \(try list.value().kindName), not a list")
    }
    self.init(messages: [], raw: answer.body, requestURL: answer.requestURL)
    (messages, malformed) = MalformedMessage.sort(records) { record throws(InboxError) in
      let message = try MessageWire.decode(record.record())
      guard message.center == center else {
        throw InboxError.invalidPayload("it belongs to “\(message.center)”, but “\(center)” was asked for")
      }
      return message
    }
  }
}
