import InboxCore
import InboxTUI

/// One of the inboxes of a scenario.
nonisolated struct ScenarioClientSettings: Sendable {
  /// Its name; nil for the only client.
  var name: String?
  var size: Size
  /// The vendor whose stand-in it opens; nil for Responsys.
  var vendor: SandboxVendor?
  /// The person who reads; nil for the device.
  var user: String?
  var readsOnly: Bool
  var sessionEndsOnOpen: Bool
  var displays: DisplayDelivery
  /// What opening a message on its screen does with the link (MC-19).
  var onOpen = LinkOnOpen.offer
  /// Seconds between two automatic fetches; nil takes the default.
  var refreshInterval: Double?
  /// For how many days the cache keeps a message; nil for as long as the vendor's own.
  var retentionDays: Int?
  /// Seconds after which a session of Bloomreach's campaigns is over; nil takes the default.
  var sessionTimeout: Double?
}
