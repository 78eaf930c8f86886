package import Foundation
package import InboxCore

extension Archive {
  /// Records events in an outbox that holds enough.
  package func put(_ events: [EngagementEvent], run: UUID) async throws {
    _ = try await record(events, run: run, limit: OutboxLimit(), sparing: [])
  }

  /// What waits of some runs.
  package func waiting(of runs: Set<UUID>) async throws -> [EngagementEvent] {
    try await waiting(OutboxScope(runs: runs), without: nil, limit: 100_000).events
  }

  /// Changes of some runs that wait, for whichever application.
  package func waitingChanges(runs: Set<UUID>, limit: Int) async throws -> ChangePage {
    try await waitingChanges(OutboxScope(runs: runs), limit: limit)
  }
}
