import Foundation
import InboxTUI

/// The time zone of this machine, or of `TZ`, as a table.
///
/// It asks the C library and not Foundation, which reads its own data, and takes longer for that than a first frame
/// may.
nonisolated enum LocalZone {
  private static let day = 86_400
  /// How far the table reaches back and ahead: beyond it, its first or last entry applies, with its name.
  private static let (past, future) = (6 * 366, 2 * 366)

  static func read(around now: Date = Date()) -> DisplayZone {
    tzset()
    let middle = Int(now.timeIntervalSince1970)
    var last = span(at: middle - past * day)
    var spans = [last]
    // No clock is changed twice in a week.
    for second in stride(from: last.start, through: middle + future * day, by: 7 * day) {
      let next = span(at: second)
      guard next.offset != last.offset || next.name != last.name else { continue }
      var (before, after) = (second - 7 * day, second)
      while after - before > 1 {
        let between = (before + after) / 2
        let there = span(at: between)
        if there.offset == last.offset, there.name == last.name { before = between } else { after = between }
      }
      last = span(at: after)
      spans.append(last)
    }
    return DisplayZone(spans)
  }

  private static func span(at second: Int) -> DisplayZone.Span {
    var (time, parts) = (time_t(second), tm())
    guard localtime_r(&time, &parts) != nil else { return .init(start: second, offset: 0, name: "UTC") }
    let name = parts.tm_zone.map { String(cString: $0) } ?? ""
    return .init(start: second, offset: parts.tm_gmtoff, name: name.isEmpty ? "local" : name)
  }
}
