public import struct Foundation.Date

/// A line of the badge ledger (BD-7).
public struct BadgeEntry: Hashable, Sendable {
  /// When the badge changed, or a set of it failed.
  public var time: Date
  /// Why: “campaign +1: spring”, “app set 5”, “reset”, “failed sync: set 3”.
  public var cause: String
  /// Both numbers afterwards.
  public var state: BadgeState

  /// The end of a cause since which the server's number is unknown.
  static let doubt = ", the server's number is unknown"

  /// Whether the response to a set was lost, and the server has not said its number since.
  var isInDoubt: Bool { state.server == nil && cause.hasSuffix(Self.doubt) }

  /// Takes its parts as they are; nothing is checked.
  public init(time: Date, cause: String, state: BadgeState) {
    self.time = time
    self.cause = cause
    self.state = state
  }
}
