import struct Foundation.UUID

/// Displays that happened and that the archive has not taken yet, in their order (EN-7).
public struct UnsavedDisplays: Hashable, Sendable {
  /// They, as they were frozen.
  public private(set) var events: [EngagementEvent] = []
  /// How often the archive has refused them in a row.
  public private(set) var failures = 0
  /// Those that are durable beside the archive.
  private var retained: Set<UUID> = []

  /// With none.
  public init() {}

  /// Those that are nowhere but here: they are lost with the run.
  public var volatile: [EngagementEvent] { events.filter { !retained.contains($0.id) } }

  /// Hands them out to be stored, ahead of whatever happened since; ``refused(_:)`` brings them back.
  public mutating func take() -> [EngagementEvent] {
    defer { events = [] }
    return events
  }

  /// The archive has not taken them.
  public mutating func refused(_ events: [EngagementEvent]) {
    self.events = events + self.events
    failures += 1
  }

  /// They are durable beside the archive.
  public mutating func spilled(_ events: [EngagementEvent]) { retained.formUnion(events.map(\.id)) }

  /// The archive has taken what there was.
  ///
  /// - Returns: whether something may lie beside it now that it has.
  public mutating func saved() -> Bool {
    defer { self = UnsavedDisplays() }
    return !retained.isEmpty
  }
}
