package import Foundation
package import InboxCore
package import InboxModel

extension Archive {
  /// Records events in an outbox that holds enough.
  package func put(_ events: [EngagementEvent], run: UUID) async throws {
    _ = try await record(events, run: run, limit: OutboxLimit(), sparing: [])
  }

  /// What waits of some runs.
  package func waiting(of runs: Set<UUID>) async throws -> [EngagementEvent] {
    try await waiting(OutboxScope(runs: runs), without: nil, limit: 100_000).items
  }

  /// Changes of some runs that wait, for whichever application.
  package func waitingChanges(runs: Set<UUID>, limit: Int) async throws -> OutboxPage<MessageChange> {
    try await waitingChanges(OutboxScope(runs: runs), limit: limit)
  }

  /// Marks messages read at a time, or unread with nil, on this device only.
  package func setRead(
    _ keys: [MessageKey], of identity: Identity, at time: Date?
  ) async throws(InboxError) {
    _ = try await setRead(keys, of: identity, at: time, queuing: nil)
  }

  /// Deletes messages at a time, or restores them with nil, on this device only.
  package func setDeleted(
    _ keys: [MessageKey], of identity: Identity, at time: Date?
  ) async throws(InboxError) {
    _ = try await setDeleted(keys, of: identity, at: time, queuing: nil)
  }
}
