public import struct Foundation.Data
public import struct Foundation.Date
public import InboxCore
public import InboxModel

/// Every request to the message-center back end, as a value.
public struct ResponsysRequests: Hashable, Sendable {
  private let settings: ResponsysSettings

  /// Takes its parts as they are; nothing is checked.
  public init(_ settings: ResponsysSettings) { self.settings = settings }

  /// The newest messages of a center.
  public func messages(_ center: CenterName, of identity: Identity) -> WireRequest {
    signed("GET", settings.base + Endpoint.messages(center), identity)
  }

  /// Rich content at the address that a message gives.
  ///
  /// Tokens and identity go to the back end's own origin alone, never to the web host of a sender's content. The back
  /// end holds it no more once it has served it (MC-17).
  public func rich(_ url: String, of identity: Identity) -> WireRequest {
    guard isOwn(url) else { return .page(url, about: identity) }
    var request = signed("GET", url, accept: "text/html", identity)
    request.changes = true
    return request
  }

  /// Displays and opens.
  public func report(_ events: [EngagementEvent], sent: Date) -> WireRequest {
    var request = signed(
      "POST", settings.base + Endpoint.engagements, body: EngagementWire.encode(events, sent: sent))
    request.about = Set(events.map(\.identity)).sorted { $0.storageKey < $1.storageKey }
    return request
  }

  /// Sets the badge.
  public func setBadge(_ count: Int, of identity: Identity) -> WireRequest {
    signed("PUT", settings.base + Endpoint.badge, identity, body: BadgeWire.encode(count))
  }

  /// Asks what the badge is.
  public func badge(of identity: Identity) -> WireRequest {
    signed("GET", settings.base + Endpoint.badge, identity)
  }

  /// Opens the line that stands for the platform's push service.
  public func pushes(of identity: Identity) -> WireRequest {
    signed("GET", settings.base + Endpoint.pushes, accept: nil, identity)
  }

  /// A request with the tokens; what has a body changes something.
  private func signed(
    _ method: String, _ url: String, accept: String? = "application/json", _ identity: Identity? = nil,
    body: Data? = nil
  ) -> WireRequest {
    var headers = accept.map { [WireHeader("Accept", $0)] } ?? []
    headers.append(WireHeader(Endpoint.appTokenHeader, settings.appToken))
    headers.append(WireHeader(Endpoint.accountTokenHeader, settings.accountToken))
    if let identity { headers.append(WireHeader(Endpoint.identityHeader, identity.storageKey)) }
    if body != nil { headers.append(WireHeader("Content-Type", "application/json")) }
    return WireRequest(
      method, url, headers: headers, body: body, changes: body != nil, about: identity.map { [$0] } ?? [])
  }

  private func isOwn(_ url: String) -> Bool {
    do { return try WebLink(settings.base).hasSameOrigin(as: WebLink(url)) } catch { return false }
  }
}
