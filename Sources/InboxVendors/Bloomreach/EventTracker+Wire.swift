public import InboxCore
public import InboxModel

extension EventTracker {
  /// Bloomreach's tracking (UL-11…13; vendors.md B.3); without a server, events are stored until there is one.
  public static func bloomreach(
    _ campaigns: CampaignSettings, at server: TrackingSettings?, over wire: WirePort
  ) -> Self {
    guard let server else { return .bloomreach(campaigns) }
    return .bloomreach(campaigns, application: "\(server.base) project \(server.project)") {
      event async throws(InboxError) in
      try TrackingWire.check(try await wire.send(try TrackingWire.request(event, server)))
    }
  }

  /// The same with the account that App Inbox is read with: of a project with its key, of a stream with the customer's
  /// token (wires.md 1.1).
  ///
  /// - Parameters:
  ///   - credentials: The customer token, where the account asks for one; it is taken before every call.
  ///   - sleep: Sleeps for this many seconds, before a stream is asked again with a new token.
  public static func bloomreach(
    _ campaigns: CampaignSettings, in account: BloomreachSettings, over wire: WirePort,
    credentials: TokenSource, sleep: @escaping @Sendable (Double) async -> Bool
  ) -> Self {
    let caller = BloomreachCaller(settings: account, wire: wire, tokens: credentials, sleep: sleep)
    var tracker = Self.bloomreach(campaigns, application: account.trackingApplication) {
      event async throws(InboxError) in
      try await caller.deliver(try TrackingWire.unsigned(event) { account.tracking($0) }, for: .events)
    }
    tracker.isSigned = account.signsEvents
    return tracker
  }
}

extension TrackingWire {
  /// The request that uploads an event.
  ///
  /// - Throws: ``InboxError/unsupported(_:)`` for a kind of event that the vendor does not have: it is refused, and
  ///   those behind it are sent.
  public static func request(
    _ event: VendorEvent, _ settings: TrackingSettings
  ) throws(InboxError) -> WireRequest {
    var request = try unsigned(event) { settings.base + path($0, project: settings.project) }
    request.headers.append(WireHeader("Authorization", settings.authorization))
    return request
  }

  /// The same without its authorization, to the address of its kind.
  static func unsigned(
    _ event: VendorEvent, url: (VendorEvent.TrackingKind) -> String
  ) throws(InboxError) -> WireRequest {
    guard let kind = VendorEvent.TrackingKind(rawValue: event.kind) else {
      throw .unsupported("Bloomreach has no event “\(event.kind)”.")
    }
    return WireRequest(
      "POST", url(kind), headers: WireHeader.json, body: encode(event), changes: true,
      about: [event.identity])
  }

  /// Refuses what says that the event was not taken.
  ///
  /// The SDK takes a redirect for a success; a server that redirects has not taken the event.
  public static func check(_ response: WireResponse) throws(InboxError) {
    switch response.status {
    case 401, 403, 404:
      throw .credentialsRefused(
        "Bloomreach refuses the project or its authorization (status \(response.status)). Correct project-token and "
          + "authorization in the profile; campaign events wait until then.")
    default: try response.check()
    }
    try response.checkTaken()
  }
}
