public import struct Foundation.Date

/// Attempts at one place that were not reported, for one reason (EN-9).
public struct SuppressedAttempts: Hashable, Sendable {
  /// Who, what and in which session.
  public var place: EngagementPlace
  /// Why they were not reported.
  public var cause: Suppression.Cause
  /// How many there were.
  public var count: Int
  /// When the first was.
  public var first: Date
  /// When the last was.
  public var last: Date

  /// Counts attempts.
  public init(_ place: EngagementPlace, _ cause: Suppression.Cause, count: Int = 1, first: Date, last: Date) {
    self.place = place
    self.cause = cause
    self.count = count
    self.first = first
    self.last = last
  }
}
