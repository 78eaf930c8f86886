import InboxCore
import InboxVendors

/// The profile of a client of a scenario.
enum ScenarioProfile {
  /// - Parameter folder: Where the client keeps its state.
  static func make(
    _ settings: ScenarioClientSettings, _ scenario: Scenario, _ sandbox: ScenarioSandbox, in folder: String
  ) async throws -> Profile {
    var profile = try ProfileSource.profile(
      of: sandbox.endpoint, folder: folder, name: "scenario", vendor: settings.vendor)
    profile.user = settings.user
    // Without a user the device reads, and not the person whom a demonstration shows.
    profile.account?.person = .nobody
    profile.readsOnly = settings.readsOnly
    profile.settings.sessionEndsOnOpen = settings.sessionEndsOnOpen
    profile.settings.displayDelivery = settings.displays
    profile.onOpen = settings.onOpen
    if let interval = settings.refreshInterval { profile.settings.refreshInterval = interval }
    if let days = settings.retentionDays {
      profile.settings.retention = RetentionPolicy(days: Double(days))
    }
    if let timeout = settings.sessionTimeout { profile.vendors.campaigns?.sessionTimeout = timeout }
    profile.links.routes.routes = scenario.routes + profile.links.routes.routes
    return try await profile.opened(writes: true)
  }
}
