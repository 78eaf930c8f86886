import Foundation
import InboxCore
import InboxSandbox
import InboxTUI

/// What is done with an inbox and a sandbox, and what must be so afterwards.
nonisolated struct Scenario: Sendable {
  /// The file it is from, as it was named.
  var file: String
  /// With the row of the data table that it is run with.
  var name: String
  /// Without the row.
  var plainName: String
  /// The row of the data table; empty where there is none.
  var row: [String: String]
  var tags: [String]
  /// Where the clock stands at the beginning.
  var clock: Date
  /// The seed of ids and random numbers.
  var seed: UInt64
  /// Where the sandbox caps the badge.
  var maximumBadge: Int
  /// Deep links of the app, before those of the sandbox's brands.
  var routes: [RouteTable.Route]
  var campaigns: [CampaignFile]
  /// The inboxes that are opened, at least one.
  var clients: [ScenarioClientSettings]
  var steps: [Step]

  /// One table of the file, or of a file that it includes.
  struct Step: Sendable {
    var place: Place
    /// How it is written, for failures.
    var text: String
    /// The client that does it or is looked at; nil for all of them, and for the sandbox.
    var client: String?
    var action: ScenarioAction
  }

  /// Where something is written.
  struct Place: Hashable, Sendable {
    var file: String
    var line: Int
  }
}

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
  /// Seconds between two fetches by itself; nil takes the default.
  var refreshInterval: Double?
  /// How many days the cache keeps a message; nil for as long as the vendor's own does.
  var retentionDays: Int?
  /// Seconds after which a session of Bloomreach's campaigns is over; nil takes the default.
  var sessionTimeout: Double?
}
