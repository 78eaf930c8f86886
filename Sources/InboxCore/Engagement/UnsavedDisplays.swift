import struct Foundation.UUID

/// Displays that the archive could not store yet, in order (EN-7).
struct UnsavedDisplays: Hashable, Sendable {
  /// The displays, as they were frozen.
  private(set) var events: [EngagementEvent] = []
  /// How often the archive has refused them in a row.
  private(set) var failures = 0
  /// Those that are durable in the spill file.
  private var retained: Set<UUID> = []

  /// Those that are only in memory: they are lost with the run.
  var volatile: [EngagementEvent] { events.filter { !retained.contains($0.id) } }

  /// Hands them out to be stored, ahead of whatever happened since; ``refused(_:)`` restores them.
  mutating func take() -> [EngagementEvent] {
    defer { events = [] }
    return events
  }

  /// The archive could not store them.
  mutating func refused(_ events: [EngagementEvent]) {
    self.events = events + self.events
    failures += 1
  }

  /// They are durable in the spill file.
  mutating func spilled(_ events: [EngagementEvent]) { retained.formUnion(events.map(\.id)) }

  /// The archive has stored them all.
  ///
  /// - Returns: whether the spill file may hold something.
  mutating func saved() -> Bool {
    defer { self = UnsavedDisplays() }
    return !retained.isEmpty
  }
}
