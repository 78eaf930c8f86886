import InboxCore
import InboxSandbox
import InboxTOML
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

extension ScenarioClientSettings {
  /// The keys of a client in `[scenario]` and in each `[client.NAME]`.
  nonisolated static let keys = [
    "vendor", "user", "size", "read-only", "session-ends-on-open", "displays", "refresh-interval",
    "retention-days", "session-timeout", "on-open",
  ]

  /// Reads the clients of a scenario: one without a name, or those of `[client.NAME]`, which take missing values from
  /// `[scenario]`.
  nonisolated static func read(_ fields: TOMLFields, _ head: TOMLFields) throws -> [Self] {
    var usual = Self(
      size: Size(columns: 100, rows: 30), readsOnly: false, sessionEndsOnOpen: false, displays: .asShown)
    try usual.take(head)
    guard let tables = try fields.inner("client") else {
      try usual.check(head)
      return [usual]
    }
    guard !tables.keys.isEmpty else { throw tables.error(nil, "there is no client. Write [client.NAME].") }
    return try tables.keys.sorted().map { name in
      guard let table = try tables.inner(name)?.named("[client.\(name)]") else { return usual }
      if let flaw = TOMLParameters.flaw(inName: name) {
        throw table.error(nil, flaw.replacing("parameter", with: "client"))
      }
      try table.allow(only: keys)
      var client = usual
      client.name = name
      try client.take(table)
      try client.check(table)
      return client
    }
  }

  private nonisolated mutating func take(_ fields: TOMLFields) throws {
    if let name = try fields.choice("vendor", of: VendorName.self) { vendor = SandboxVendor(name) }
    user = try (vendor == nil ? fields.text("user") : fields.filledText("user")) ?? user
    size = try fields.size("size") ?? size
    readsOnly = try fields.flag("read-only") ?? readsOnly
    sessionEndsOnOpen = try fields.flag("session-ends-on-open") ?? sessionEndsOnOpen
    onOpen = try fields.choice("on-open", of: LinkOnOpen.self) ?? onOpen
    displays = try fields.choice("displays", of: DisplayDelivery.self) ?? displays
    refreshInterval = try fields.seconds("refresh-interval", atLeast: 5) ?? refreshInterval
    retentionDays = try fields.whole("retention-days", 1...3_650) ?? retentionDays
    sessionTimeout = try fields.whole("session-timeout", 5...180).map(Double.init) ?? sessionTimeout
  }

  private nonisolated func check(_ fields: TOMLFields) throws {
    guard let vendor else { return }
    if user == nil {
      throw fields.error(
        "vendor", "\(vendor.rawValue) has no inbox for a device. Say who reads: user = \"…\".")
    }
    if vendor.rawValue != VendorProfile.bloomreach.name, sessionTimeout != nil {
      throw fields.error(
        "session-timeout",
        "it is about sessions of Bloomreach's campaigns, and \(vendor.rawValue) has none. Leave it out.")
    }
  }
}
