public import struct Foundation.Date
public import struct Foundation.UUID

/// Attempts at one place that were not reported, for one reason (EN-9).
public struct SuppressedAttempts: Hashable, Sendable {
  /// Who, what and in which session.
  public var place: EngagementPlace
  /// The id of the session, as two programs at once may count theirs to one number; nil outside any, and where an
  /// earlier version or a why line names the number alone.
  public var sessionID: UUID?
  /// Why they were not reported.
  public var cause: Suppression
  /// How many there were.
  public var count: Int
  /// When the first was.
  public var first: Date
  /// When the last was.
  public var last: Date

  /// The minute of the first, since 1970: attempts of another minute are counted for themselves, so that a reset of the
  /// receipts falls between most of them.
  public var minute: Int { Int((first.timeIntervalSince1970 / 60).rounded(.down)) }

  /// Takes its parts as they are; nothing is checked.
  public init(
    _ place: EngagementPlace, in sessionID: UUID? = nil, _ cause: Suppression, count: Int = 1, first: Date,
    last: Date
  ) {
    self.place = place
    self.sessionID = sessionID
    self.cause = cause
    self.count = count
    self.first = first
    self.last = last
  }
}
