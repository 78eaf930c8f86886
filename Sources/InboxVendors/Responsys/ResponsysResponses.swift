public import InboxCore
public import InboxModel

/// What the message-center back end's responses say.
public enum ResponsysResponses {
  /// Refuses what is not a success (MC-15, EN-8).
  ///
  /// - Parameter center: The center that was requested, which a status may be about; nil for none.
  public static func check(_ response: WireResponse, center: CenterName? = nil) throws(InboxError) {
    switch response.status {
    case 400, 401: throw .invalidToken(status: response.status)
    case 403:
      guard let center else { throw .invalidToken(status: response.status) }
      throw .centerDisabled(center.rawValue)
    case 404:
      guard let center else { throw .refused(status: response.status, detail: response.detail) }
      throw .centerFailure(center.rawValue)
    default: try response.check()
    }
  }

  /// Rich content, from the back end or from a sender's web host.
  ///
  /// - Throws: ``InboxError/richContentAlreadyServed(_:)`` where the back end serves its own no second time (MC-17),
  ///   and ``InboxError/emptyResponse`` for a body that holds nothing to read: it is not stored, and can be asked for
  ///   again.
  public static func rich(
    _ response: WireResponse, to request: WireRequest, of id: MessageID
  ) throws(InboxError) -> String {
    guard request.source == .profile else { return try response.page(at: request.url).replacingNUL }
    if response.status == 410 { throw .richContentAlreadyServed(id) }
    try check(response)
    try response.requireBody()
    guard !response.isBlank else { throw .emptyResponse }
    return String(decoding: response.body, as: UTF8.self).replacingNUL
  }

  /// What the receiver says of events; throws as ``check(_:center:)`` does, and for a body without either list.
  public static func receipt(_ response: WireResponse) throws(InboxError) -> EngagementReceipt {
    try check(response)
    try response.requireBody()
    return try EngagementWire.decodeResponse(response.body)
  }

  /// The badge that the server holds now; throws as ``check(_:center:)`` does, and for a body without a count.
  public static func badge(_ response: WireResponse) throws(InboxError) -> ServerBadge {
    try check(response)
    try response.requireBody()
    return try BadgeWire.decodeResponse(response.body)
  }
}
