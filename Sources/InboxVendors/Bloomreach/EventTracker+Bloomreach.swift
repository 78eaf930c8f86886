public import InboxCore
public import InboxModel

extension EventTracker {
  /// Bloomreach's tracking; without a function that sends, events are stored until there is one (UL-13).
  public static func bloomreach(
    _ settings: CampaignSettings, application: String = "",
    send: (@Sendable (VendorEvent) async throws(InboxError) -> Void)? = nil
  ) -> Self {
    Self(
      name: "Bloomreach", tracking: BloomreachTracking(settings: settings), application: application,
      send: send)
  }

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
  /// `credentials` and `sleep` are as in ``BloomreachBackEnd/backEnd(_:over:credentials:sleep:now:)``.
  public static func bloomreach(
    _ campaigns: CampaignSettings, in account: BloomreachSettings, over wire: WirePort,
    credentials: TokenSource, sleep: @escaping @Sendable (Double) async -> Bool
  ) -> Self {
    let caller = BloomreachCaller(settings: account, wire: wire, tokens: credentials, sleep: sleep)
    var tracker = Self.bloomreach(campaigns, application: account.trackingApplication) {
      event async throws(InboxError) in
      try await caller.deliver(
        try TrackingWire.unsigned(event) { account.tracking($0) }, key: account.eventKey)
    }
    tracker.isSigned = account.isStream
    return tracker
  }
}
