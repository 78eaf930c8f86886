public import struct Foundation.Date
public import InboxModel

/// Every request to Iterable, as a value (wires.md §2).
extension IterableSettings {
  /// The most messages that a fetch asks for, as both SDKs do.
  static let count = 100

  /// The whole inbox.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for an identity that is not a user; so do the others.
  public func inbox(of identity: Identity) throws(InboxError) -> WireRequest {
    try get("/inApp/getMessages", [("count", String(Self.count))], identity)
  }

  /// The embedded messages of a placement.
  ///
  /// Ids that the device has are not named, as the vendor leaves the elements of those messages out.
  public func embedded(_ placement: Int, of identity: Identity) throws(InboxError) -> WireRequest {
    try get("/embedded-messaging/messages", [], identity, then: [("placementIds", String(placement))])
  }

  /// The line of silent pushes, which only a sandbox has.
  public func pushes(of identity: Identity) throws(InboxError) -> WireRequest {
    let user = try IterableUser.required(identity)
    return request("/pushes", [(user.name, user.value)], identity)
  }

  /// An event, or the deletion of a message.
  ///
  /// - Parameter body: As it was written when it happened.
  func event(_ event: IterableEvent, _ body: JSONValue, of identity: Identity) -> WireRequest {
    .post(base + event.path, body, headers: head("Offline"), of: identity, changes: true)
  }

  /// The request as it is sent now, with a token where there is one.
  public static func signed(_ request: WireRequest, token: String?, at now: Date) -> WireRequest {
    let sent = request.adding("Sent-At", String(Int(now.timeIntervalSince1970)))
    return token.map { sent.adding("Authorization", "Bearer \($0)") } ?? sent
  }

  private typealias Items = [(name: String, value: String)]

  private func get(
    _ path: String, _ first: Items, _ identity: Identity, then last: Items = []
  ) throws(InboxError) -> WireRequest {
    let user = try IterableUser.required(identity)
    var items = first + [("platform", "iOS")]
    if let name = packageName { items.append(("packageName", name)) }
    items += [
      ("SDKVersion", Self.sdkVersion), ("systemVersion", Self.systemVersion),
      (user.name, user.value),
    ]
    return request(path, items + last, identity)
  }

  private func request(_ path: String, _ items: Items, _ identity: Identity) -> WireRequest {
    let query = items.map { "\($0.name)=\(URLText.encode($0.value))" }.joined(separator: "&")
    return WireRequest(
      "GET", "\(base)\(path)?\(query)", headers: WireHeader.json + head("Online"), about: [identity])
  }

  /// - Parameter processor: `Offline` for what waited in a durable queue.
  private func head(_ processor: String) -> [WireHeader] {
    [
      WireHeader("Api-Key", apiKey), WireHeader("SDK-Platform", "iOS"),
      WireHeader("SDK-Version", Self.sdkVersion), WireHeader("SDK-Request-Processor", processor),
    ]
  }
}
