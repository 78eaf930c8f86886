package import struct Foundation.Date

/// Milliseconds since 1970, as a sandbox's tables and ids hold times.
extension Int64 {
  /// A date that cannot be written on the wire is kept as the nearest one that can.
  package init(milliseconds date: Date) {
    let range = WireDate.range
    let written = range.contains(date) ? date : date < range.lowerBound ? range.lowerBound : range.upperBound
    self = Int64((written.timeIntervalSince1970 * 1_000).rounded())
  }
  package var date: Date { Date(timeIntervalSince1970: Double(self) / 1_000) }
}

extension Int {
  /// So many milliseconds as seconds, with as many places as they need: `2`, `0.25`.
  package var millisecondsInSeconds: String {
    isMultiple(of: 1_000) ? String(self / 1_000) : String(Double(self) / 1_000)
  }
}
