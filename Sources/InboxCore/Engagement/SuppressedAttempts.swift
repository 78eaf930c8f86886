public import struct Foundation.Date

/// Attempts at one place that were not reported, for one reason (EN-9).
public struct SuppressedAttempts: Hashable, Sendable {
  /// Who, what and in which session.
  public var place: EngagementPlace
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
  public init(_ place: EngagementPlace, _ cause: Suppression, count: Int = 1, first: Date, last: Date) {
    self.place = place
    self.cause = cause
    self.count = count
    self.first = first
    self.last = last
  }
}
