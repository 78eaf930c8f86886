import Foundation
import InboxModel

/// Times as people read them in a list, and when such a label changes next.
enum TimeLabel {
  /// “now”, “5m”, “3h”, “2d”, then the day, also for a time to come; “Nov 2025” for a time so far away that its day
  /// could belong to another year.
  static func age(of date: Date, at now: Date, in zone: DisplayZone) -> String {
    let seconds = now.timeIntervalSince(date)
    if abs(seconds) < 60 { return "now" }
    if (0..<7 * 86_400).contains(seconds) { return span(seconds) }
    let civil = civil(zone.shifted(date))
    let isNear = abs(seconds) < 330 * 86_400
    return isNear ? "\(civil.day) \(civil.monthName)" : "\(civil.monthName) \(civil.year)"
  }

  /// “ends 5m”, “ends 2d”, “ends 2031”; “expired” afterwards.
  static func end(_ expiry: Date, at now: Date, in zone: DisplayZone) -> String {
    if ExpiryPolicy.isExpired(expiry, at: now) { return "expired" }
    let left = expiry.timeIntervalSince(now)
    // So many days that they are not counted.
    if left >= farAway { return "ends \(year(of: expiry, in: zone))" }
    return "ends " + span(max(1, left))
  }

  private static let farAway = 365.0 * 86_400

  /// The emphasis of an end: one within the hour stands out, one in a year or later does not.
  static func style(ofEnd expiry: Date, at now: Date) -> (role: ThemeRole, attributes: Attributes) {
    let left = expiry.timeIntervalSince(now)
    if left >= farAway { return (.muted, []) }
    return (.listExpiring, left > 0 && left < 3_600 ? .bold : [])
  }

  /// “12 Nov 14:05 CET”, “12 Nov 2031 14:05 CET” in another year than now.
  static func full(_ date: Date, at now: Date, in zone: DisplayZone) -> String {
    day(date, at: now, in: zone) + " " + minute(date, in: zone) + " " + zone.name(at: date)
  }

  /// A text that is also for programs, with each time in it as the screen writes times.
  static func full(in text: String, at now: Date, in zone: DisplayZone) -> String {
    text.replacing(/\d{4}-\d\d-\d\dT[\d:.]+Z/) { match in
      WireDate.parse(String(match.output)).map { full($0, at: now, in: zone) } ?? String(match.output)
    }
  }

  /// “14:05:09”.
  static func clock(_ date: Date, in zone: DisplayZone) -> String {
    String(WireDate.format(zone.shifted(date)).dropFirst(11).prefix(8))
  }

  /// “14:05:09.123”.
  static func milliseconds(_ date: Date, in zone: DisplayZone) -> String {
    String(WireDate.format(zone.shifted(date)).dropFirst(11).prefix(12))
  }

  /// “14:05”.
  static func minute(_ date: Date, in zone: DisplayZone) -> String { String(clock(date, in: zone).prefix(5)) }

  /// “12 Nov”, “12 Nov 2031” in another year than now.
  private static func day(_ date: Date, at now: Date, in zone: DisplayZone) -> String {
    let civil = civil(zone.shifted(date))
    let day = "\(civil.day) \(civil.monthName)"
    return civil.year == year(of: now, in: zone) ? day : "\(day) \(civil.year)"
  }

  static func year(of date: Date, in zone: DisplayZone) -> Int { civil(zone.shifted(date)).year }

  private static func civil(_ date: Date) -> CivilDate {
    CivilDate(daysSince1970: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
  }

  private static func span(_ seconds: Double) -> String {
    switch seconds {
    case ..<60: "\(Int(seconds))s"
    case ..<3_600: "\(Int(seconds / 60))m"
    case ..<86_400: "\(Int(seconds / 3_600))h"
    default: "\(Int(seconds / 86_400))d"
    }
  }

  /// When the label of a distance from now changes next: the less precise it is, the later.
  static func nextChange(of date: Date, at now: Date) -> Date? {
    let distance = now.timeIntervalSince(date)
    if distance >= 7 * 86_400 { return nil }
    let unit: Double = distance < 0 && distance > -60 ? 1 : abs(distance) < 3_600 ? 60 : 3_600
    let rest = distance.truncatingRemainder(dividingBy: unit)
    return now.addingTimeInterval(distance >= 0 ? unit - rest : -rest)
  }
}
