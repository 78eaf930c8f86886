import struct Foundation.Date
import InboxModel

/// Times as the tables hold them.
extension Int64 {
  /// A date that cannot be written on the wire is kept as the nearest one that can.
  init(milliseconds date: Date) {
    let written = Swift.min(Swift.max(date, WireDate.range.lowerBound), WireDate.range.upperBound)
    self = Int64((written.timeIntervalSince1970 * 1_000).rounded())
  }
  var date: Date { Date(timeIntervalSince1970: Double(self) / 1_000) }
}
