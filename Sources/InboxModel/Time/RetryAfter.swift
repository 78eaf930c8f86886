public import struct Foundation.Date

/// The value of a `Retry-After` header (RFC 9110, section 10.2.3): seconds, or an HTTP date.
public enum RetryAfter {
  /// What a longer wait counts as, also one that an Int cannot hold.
  private static let longest = 86_400 * 365

  /// Seconds to wait from `now` on, never negative; nil for what is neither form.
  public static func seconds(_ value: String, at now: Date) -> Int? {
    let text = value.drop { $0 == " " }
    if let seconds = Int(text) { return min(max(0, seconds), longest) }
    if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) { return longest }
    guard let date = date(text, at: now) else { return nil }
    let wait = date.timeIntervalSince(now).rounded(.up)
    return Int(min(max(0, wait), Double(longest)))
  }

  /// An HTTP date in any of its three forms (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`,
  /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  ///
  /// - Parameter now: Two digits of a year name the last one that ends in them and is not more than 50 years ahead of
  ///   it.
  public static func date(_ text: Substring, at now: Date) -> Date? {
    let parts = text.split(separator: " ")
    switch (parts.count, parts.last) {
    case (6, "GMT"): return date(day: parts[1], month: parts[2], year: parts[3], time: parts[4])
    case (4, "GMT"):
      let fields = parts[1].split(separator: "-", omittingEmptySubsequences: false)
      guard fields.count == 3, fields[2].count == 2, let short = Int(fields[2]) else { return nil }
      let this = Int(WireDate.format(now).prefix(4)) ?? 0
      let year = this + 50 - (this + 50 - short) % 100
      return date(day: fields[0], month: fields[1], year: "\(year)", time: parts[2])
    case (5, _):
      let day = parts[2].count == 1 ? "0" + parts[2] : parts[2]
      return date(day: day, month: parts[1], year: parts[4], time: parts[3])
    default: return nil
    }
  }

  private static func date(day: Substring, month: Substring, year: Substring, time: Substring) -> Date? {
    guard let index = CivilDate.months.firstIndex(of: String(month)) else { return nil }
    let number = index + 1 < 10 ? "0\(index + 1)" : "\(index + 1)"
    return WireDate.parse("\(year)-\(number)-\(day)T\(time)Z")
  }
}
