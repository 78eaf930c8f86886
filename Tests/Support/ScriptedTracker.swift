package import InboxCore
package import InboxModel
package import InboxVendors

/// Bloomreach's server in a test: takes every event, unless it is set to refuse.
package actor ScriptedTracker {
  /// What it took, in order.
  package private(set) var taken: [VendorEvent] = []
  /// How often it was asked.
  package private(set) var asked = 0
  private var failure: InboxError?

  package init() {}

  /// Refuses from now on, or takes again.
  package func fail(with error: InboxError?) { failure = error }

  /// What it took, as “session_start” or “campaign_click URL”.
  package var lines: [String] {
    taken.map { [$0.kind, $0.url].compactMap(\.self).joined(separator: " ") }
  }

  private func take(_ event: VendorEvent) throws(InboxError) {
    asked += 1
    if let failure { throw failure }
    taken.append(event)
  }

  package nonisolated func tracker(_ settings: CampaignSettings) -> EventTracker {
    .bloomreach(settings) { event async throws(InboxError) in try await self.take(event) }
  }
}
