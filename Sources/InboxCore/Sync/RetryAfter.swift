public import struct Foundation.Date
import InboxModel

/// The value of a `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date such as
/// `Sat, 21 Nov 2026 08:05:06 GMT`.
public enum RetryAfter {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// What a longer wait counts as, also one that an Int cannot hold.
  private static let longest = 86_400 * 365

  /// Seconds to wait from `now` on, never negative; nil for what is neither form.
  public static func seconds(_ value: String, at now: Date) -> Int? {
    let text = value.drop { $0 == " " }
    if let seconds = Int(text) { return min(max(0, seconds), longest) }
    if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) { return longest }
    guard let date = date(text) else { return nil }
    let wait = date.timeIntervalSince(now).rounded(.up)
    return Int(min(max(0, wait), Double(longest)))
  }

  /// The one form that is still sent; the two old ones are not worth a guess.
  private static func date(_ text: Substring) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
      return nil
    }
    let number = month + 1 < 10 ? "0\(month + 1)" : "\(month + 1)"
    return WireDate.parse("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
  }
}
