public import struct Foundation.UUID
public import InboxModel

/// What the back end says of an upload of displays and opens (EN-8).
public struct EngagementReceipt: Hashable, Sendable {
  /// Called by a back end before it sends a report again by itself, as its vendor's SDK does: a try is counted before
  /// it leaves.
  @TaskLocal public static var willRepeat: (@Sendable () async throws(InboxError) -> Void)?

  /// What the receiver has, new or known.
  public var accepted: Set<UUID>
  /// What of it happened before the receiver's receipts were last reset, and is in no list of them (SB-5).
  public var late: Set<UUID>
  /// Which generation of receipts it is in; nil from a back end that names none.
  public var generation: Int?

  /// Takes its parts as they are; nothing is checked.
  public init(accepted: Set<UUID>, late: Set<UUID> = [], generation: Int? = nil) {
    self.accepted = accepted
    self.late = late
    self.generation = generation
  }

  /// The generation whose receipts hold an event: what is late belongs to the one before.
  func generation(of event: UUID) -> Int? {
    generation.map { late.contains(event) ? $0 - 1 : $0 }
  }
}
