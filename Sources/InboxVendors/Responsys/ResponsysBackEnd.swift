public import InboxCore

/// Oracle Responsys' message centers, in a wire of ours, as Oracle publishes none (SB-6).
public enum ResponsysBackEnd {
  /// The most messages that one response lists (MC-4, seed 003: "the 20 most recent").
  public static let cap = 20

  /// What the vendor's documents say that it has.
  public static let capabilities: Capabilities = {
    var capabilities = Capabilities(vendor: "Responsys")
    capabilities.personID = "a USER_IDENTIFIER"
    capabilities.lists = .centers
    capabilities.cap = cap
    capabilities.retentionDays = 15
    (capabilities.displays, capabilities.opens) = (true, true)
    capabilities.badge = .server
    capabilities.servesRichContentOnce = true
    capabilities.liveLine = true
    (capabilities.offSwitch, capabilities.encodesURLs) = (true, true)
    return capabilities
  }()
}
