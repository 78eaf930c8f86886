import struct Foundation.Date
public import InboxCore
public import InboxModel

/// What Iterable says that it recorded of a user, with a server key (VE-14; wires.md §2.6).
public enum IterableReadBack {
  /// The most events of a response, which are the newest.
  static let limit = 200
  /// Seconds until an event that was taken is expected in the list: the vendor says that events are made asynchronously
  /// (API reference, “Track an event”), and gives no figure; this one is ours.
  public static let settling = 120.0

  /// What the vendor calls events of messages, in what it returns.
  private static let kinds: [String: RecordedEvent.Kind] = [
    "inAppOpen": .open, "inAppClick": .click, "inAppClose": .close, "inAppDelivery": .delivery,
    "inAppDelete": .delete, "inboxSession": .session, "inboxMessageImpression": .display,
    "embeddedClick": .click, "embeddedReceived": .delivery, "embeddedSession": .session,
    "embeddedImpression": .display,
  ]

  /// The port; nothing is asked before its first use, the key neither.
  ///
  /// - Parameter key: Gives a server key: a mobile key reads no events.
  public static func port(
    _ settings: IterableSettings, key: TokenSource, over wire: WirePort, time: TimeSource = .system
  ) -> ReadBack {
    // 100 requests a second for a project (API reference, “Get user events”).
    let patient = wire.forReadingBack(time)
    var port = ReadBack(
      Set(kinds.values), settling: settings.isSandbox ? 0 : settling, resolution: 1,
      device: settings.deviceID
    ) { identity, _ async throws(InboxError) in
      guard let key = try await key.token(false), !key.isEmpty else {
        throw .credentialsRefused("There is no server key: what server-key in the profile names gave none.")
      }
      let user = try IterableUser.required(identity)
      return try page(
        try await patient.send(request(of: user, base: settings.base, key: key)), of: identity)
    }
    port.visits = { visit in
      guard let event = IterableEvent(rawValue: visit.kind) else { return [] }
      return VendorReader.actions(event, visit.body, visit.identity).compactMap { RecordedEvent($0) }
    }
    port.link = ClickLink.frozen
    port.changes = { change in
      // The inbox has deletions, placements have none.
      guard change.kind == .delete, change.message.center == .primary else { return nil }
      return RecordedEvent(
        .delete, name: IterableEvent.consume.rawValue, identity: change.identity, message: change.message.id,
        time: change.time, session: change.session?.uuidString)
    }
    return port
  }

  /// The request for the newest events of a user.
  private static func request(of user: IterableUser, base: String, key: String) -> WireRequest {
    let place =
      switch user {
      case .email(let address): "/events/\(URLText.encode(address))"
      case .userID(let id): "/events/byUserId/\(URLText.encode(id))"
      }
    return WireRequest(
      "GET", "\(base)\(place)?limit=\(limit)",
      headers: [WireHeader("Accept", "application/json"), WireHeader("Api-Key", key)], about: [user.identity])
  }

  /// Reads `{"events":[{"eventType":…,"messageId":…,"createdAt":…}]}`.
  private static func page(
    _ response: WireResponse, of identity: Identity
  ) throws(InboxError) -> ReadBack.Page {
    if [401, 403].contains(response.status) {
      throw .credentialsRefused(
        "This key cannot read events: Iterable refuses server-key of the profile (status \(response.status)"
          + "\(IterableResponses.status(of: response).map { ", \($0.code)" } ?? "")). Reading them takes a key of the type "
          + "Server-side, of this project and region; a mobile key cannot.")
    }
    try IterableResponses.check(response, usesToken: false)
    let records = try JSONPiece(response.body).value().requiredList("events")
    let isFull = records.count >= limit
    let start = isFull ? records.compactMap { IterableItem.date($0["createdAt"]) }.min() : nil
    var page = ReadBack.Page(records, since: start) { event($0, of: identity) }
    if isFull { page.limit = "Iterable returns the newest \(limit) events of a user" }
    return page
  }

  private static func event(_ record: JSONValue, of identity: Identity) -> RecordedEvent? {
    guard let name = record["eventType"]?.text ?? record["eventName"]?.text, let kind = kinds[name] else {
      return nil
    }
    let views = kind == .display ? record["displayCount"]?.integer : nil
    // What came into view not once was not seen.
    if let views, views < 1 { return nil }
    let session = record["inboxSessionId"]?.text ?? record["session"]?["id"]?.text
    let link = ClickLink.link(record)
    return RecordedEvent(
      kind, name: name, identity: identity, message: record["messageId"]?.text.map { MessageID($0) },
      time: IterableItem.date(record["createdAt"]),
      session: session, views: views,
      device: record["deviceInfo"]?["deviceId"]?.text, link: link,
      about: link ?? record["deleteAction"]?.text)
  }
}
