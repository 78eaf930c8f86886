import InboxVendors

nonisolated struct VendorSettings: Hashable, Sendable {
  /// The message-center back end; empty where responses are only looked at.
  var responsys: ResponsysSettings
  /// Bloomreach's project; nil where none is configured.
  var tracking: TrackingSettings?
  /// How campaigns are tracked; nil where the app has no Bloomreach part (UL-11).
  var campaigns: CampaignSettings?
  /// The sandbox that plays the vendors; nil for real ones.
  var sandbox: SandboxRequests?

  /// Secrets: masked wherever requests are shown or stored.
  var secrets: [String] {
    responsys.secrets + (tracking?.secrets ?? []) + [sandbox?.token?.text].compactMap { $0 }
  }
}
