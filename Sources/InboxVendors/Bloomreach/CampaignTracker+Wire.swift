public import InboxCore

extension CampaignTracker {
  /// Bloomreach's tracking endpoints (UL-11; vendors.md B.3).
  public static func bloomreach(_ settings: TrackingSettings, over wire: WirePort) -> CampaignTracker {
    CampaignTracker { event async throws(InboxError) in
      try TrackingWire.check(try await wire.send(TrackingWire.request(event, settings)))
    }
  }
}

extension TrackingWire {
  /// The request that uploads an event.
  public static func request(_ event: TrackingEvent, _ settings: TrackingSettings) -> WireRequest {
    WireRequest(
      "POST", settings.base + path(event.kind, project: settings.project),
      headers: [
        WireHeader("Accept", "application/json"), WireHeader("Content-Type", "application/json"),
        WireHeader("Authorization", settings.authorization),
      ], body: encode(event), changes: true, about: [event.identity])
  }

  /// Refuses what says that the event was not taken.
  ///
  /// The SDK takes a redirect for a success; whoever redirects has not taken the event.
  public static func check(_ response: WireResponse) throws(InboxError) {
    switch response.status {
    case 401, 403, 404: throw .trackingRefused(status: response.status)
    default: try response.check()
    }
  }
}
