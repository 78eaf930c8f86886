public import struct Foundation.Date
import InboxModel

/// A date as people type it into a filter: a day, a moment, or how far away.
public enum FilterDate: Hashable, Sendable {
  /// A day in UTC, counted from 1970-01-01.
  case day(Int)
  /// This many days after the day that it is.
  case today(offset: Int)
  /// A point in time.
  case moment(Date)
  /// This many seconds away.
  case distance(Int)

  /// Reads `2026-11-21`, a whole timestamp, `today`, `yesterday`, `tomorrow`, or `7d` (s, m, h, d or w); nil for
  /// anything else.
  public init?(_ text: String) {
    if let offset = Self.names[text] {
      self = .today(offset: offset)
    } else if let day = Self.day(text) {
      self = .day(day)
    } else if case .relative(let seconds)? = Moment("+" + text) {
      self = .distance(seconds)
    } else if let date = WireDate.parse(text.uppercased()) {
      self = .moment(date)
    } else {
      return nil
    }
  }

  /// Whether it is another time tomorrow.
  var isRelative: Bool {
    switch self {
    case .today, .distance: true
    case .day, .moment: false
    }
  }

  static let names = ["yesterday": -1, "today": 0, "tomorrow": 1]

  /// Whether a text may become a date when more is typed.
  static func mayBecome(_ text: String) -> Bool {
    if names.keys.contains(where: { $0.hasPrefix(text) }) { return true }
    // A whole day that does not exist gets no better.
    let isMoment = text.utf8.count < 10 || text.contains("t")
    return isMoment && text.allSatisfy { "0123456789-:+.tz".contains($0) }
  }

  private static func day(_ text: String) -> Int? {
    guard text.utf8.count == 10, let start = WireDate.parse(text + "T00:00:00Z") else { return nil }
    return Int((start.timeIntervalSince1970 / 86_400).rounded())
  }

  /// When it begins and ends, seen from a moment; the two are one but for a day.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - isAhead: Whether a distance leads into the future.
  public func span(at now: Date, isAhead: Bool) -> (start: Date, end: Date) {
    switch self {
    case .day(let day): return Self.span(day)
    case .today(let offset):
      return Self.span(Int((now.timeIntervalSince1970 / 86_400).rounded(.down)) + offset)
    case .moment(let date): return (date, date)
    case .distance(let seconds):
      let date = now.addingTimeInterval(Double(isAhead ? seconds : -seconds))
      return (date, date)
    }
  }

  private static func span(_ day: Int) -> (start: Date, end: Date) {
    let start = Date(timeIntervalSince1970: Double(day) * 86_400)
    return (start, start.addingTimeInterval(86_400))
  }
}
