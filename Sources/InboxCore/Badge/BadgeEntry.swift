public import struct Foundation.Date

/// A line of the badge ledger (BD-7).
public struct BadgeEntry: Hashable, Sendable {
  /// When the badge changed, or a set of it failed.
  public var time: Date
  /// Why: “campaign +1: spring”, “app set 5”, “reset”, “failed sync: set 3”.
  public var cause: String
  /// Both numbers afterwards.
  public var state: BadgeState

  /// The beginning of the cause of a set that failed.
  static let failure = "failed sync: "
  /// The end of a cause since which the server's number is unknown.
  static let doubt = ", the server's number is unknown"

  /// Whether the response to a set was lost, and the server has not said its number since.
  var isInDoubt: Bool { state.server == nil && cause.hasSuffix(Self.doubt) }

  /// Whether it is a set that failed: it leaves the numbers as they were.
  var isFailure: Bool { cause.hasPrefix(Self.failure) }

  /// Takes its parts as they are; nothing is checked.
  public init(time: Date, cause: String, state: BadgeState) {
    self.time = time
    self.cause = cause
    self.state = state
  }
}
