import InboxCore
import InboxTUI

/// One of the inboxes of a scenario.
nonisolated struct ScenarioClientSettings: Sendable {
  /// Its name; nil where there is one only.
  var name: String?
  var size: Size
  /// Whose stand-in it opens; nil for that of Responsys.
  var vendor: SandboxVendor?
  /// Who reads; nil is the device.
  var user: String?
  var readsOnly: Bool
  var sessionEndsOnOpen: Bool
  var displays: DisplayDelivery
  /// What opening a message on its screen does with the link (MC-19).
  var onOpen = LinkOnOpen.offer
  /// Seconds between two fetches by itself; nil takes the default.
  var refreshInterval: Double?
  /// How many days the cache keeps a message; nil for as long as the vendor's own does.
  var retentionDays: Int?
  /// Seconds after which a session of Bloomreach's campaigns is over; nil takes the default.
  var sessionTimeout: Double?
}
