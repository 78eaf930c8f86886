public import struct Foundation.Data
public import struct Foundation.Date
public import InboxModel

/// Every request to Iterable, as a value (wires.md §2).
public struct IterableRequests: Hashable, Sendable {
  /// The most messages that a fetch asks for, as both SDKs do.
  static let count = 100

  private let settings: IterableSettings

  /// Takes its part as it is; nothing is checked.
  public init(_ settings: IterableSettings) { self.settings = settings }

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
    return WireRequest(
      "GET", "\(settings.base)/pushes?\(Self.query([(user.name, user.value)]))", headers: head("Online"),
      about: [identity])
  }

  /// An event, or the deletion of a message.
  ///
  /// - Parameter body: As ``IterableEventBody`` writes it.
  func event(_ event: IterableEvent, _ body: JSONValue, of identity: Identity) -> WireRequest {
    WireRequest(
      "POST", settings.base + event.path, headers: head("Offline"), body: Data(body.serialized.utf8),
      changes: true, about: [identity])
  }

  /// The request as it is sent now, with a token where there is one.
  public static func signed(_ request: WireRequest, token: String?, at now: Date) -> WireRequest {
    var request = request
    request.headers.append(WireHeader("Sent-At", String(Int(now.timeIntervalSince1970))))
    if let token { request.headers.append(WireHeader("Authorization", "Bearer \(token)")) }
    return request
  }

  private typealias Items = [(name: String, value: String)]

  private func get(
    _ path: String, _ first: Items, _ identity: Identity, then last: Items = []
  ) throws(InboxError) -> WireRequest {
    let user = try IterableUser.required(identity)
    var items = first + [("platform", "iOS")]
    if let name = settings.packageName { items.append(("packageName", name)) }
    items += [
      ("SDKVersion", IterableSettings.sdkVersion), ("systemVersion", IterableSettings.systemVersion),
      (user.name, user.value),
    ]
    return WireRequest(
      "GET", "\(settings.base)\(path)?\(Self.query(items + last))", headers: head("Online"), about: [identity]
    )
  }

  private static func query(_ items: Items) -> String {
    items.map { "\($0.name)=\(URLText.encode($0.value))" }.joined(separator: "&")
  }

  /// - Parameter processor: `Offline` for what waited in a durable queue.
  private func head(_ processor: String) -> [WireHeader] {
    WireHeader.json + [
      WireHeader("Api-Key", settings.apiKey), WireHeader("SDK-Platform", "iOS"),
      WireHeader("SDK-Version", IterableSettings.sdkVersion), WireHeader("SDK-Request-Processor", processor),
    ]
  }
}
