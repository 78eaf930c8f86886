import struct Foundation.Date

/// Times as the tables hold them.
extension Int64 {
  init(milliseconds date: Date) { self = Int64((date.timeIntervalSince1970 * 1_000).rounded()) }
  var date: Date { Date(timeIntervalSince1970: Double(self) / 1_000) }
}
