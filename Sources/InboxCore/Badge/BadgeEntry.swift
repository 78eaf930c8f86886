public import struct Foundation.Date

/// A line of the badge ledger (BD-7).
public struct BadgeEntry: Hashable, Sendable {
  /// When.
  public var time: Date
  /// Why: “campaign +1: spring”, “app set 5”, “reset”, “failed sync: set 3”.
  public var cause: String
  /// Both numbers afterwards.
  public var state: BadgeState

  /// Takes its parts as they are; nothing is checked.
  public init(time: Date, cause: String, state: BadgeState) {
    self.time = time
    self.cause = cause
    self.state = state
  }
}
