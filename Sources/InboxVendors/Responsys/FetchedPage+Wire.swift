public import InboxCore
public import InboxModel

extension FetchedPage {
  /// Reads the body `{"messages":[…]}`.
  ///
  /// - Throws: ``InboxError/emptyResponse`` or ``InboxError/invalidPayload(_:)`` when there is no list at all; a
  ///   bad record inside the list never throws, it is listed in ``malformed``.
  public init(_ response: RawResponse, center: CenterName) throws(InboxError) {
    let records = try JSONPiece(response.body).requiredList("messages")
    self.init(
      messages: [], raw: response.body, requestURL: response.requestURL,
      absence: .unlisted(cap: ResponsysBackEnd.cap))
    (messages, malformed) = MalformedMessage.sort(records) { record throws(InboxError) in
      var message = try MessageWire.decode(record.record())
      guard message.center.rawValue == center.rawValue else {
        throw InboxError.invalidPayload("it belongs to “\(message.center)”, but “\(center)” was asked for")
      }
      // Its name may be written in another Unicode form, and the archive compares bytes.
      message.center = center
      return message
    }
  }
}
