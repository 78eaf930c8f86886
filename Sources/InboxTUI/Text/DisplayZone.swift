import struct Foundation.Date

/// The time zone of the clock on the screen, as a table that depends on nothing else.
///
/// A recording stores the table, so that a replay on another machine, or after a country has changed its rules, draws
/// the same frames.
package struct DisplayZone: Hashable, Sendable, Codable {
  /// A time in which the offset of the clocks stays the same.
  package struct Span: Hashable, Sendable, Codable {
    /// The second since 1970 in which it begins.
    package var start: Int
    /// How many seconds the clocks are ahead of UTC.
    package var offset: Int
    /// Its name: `CET`, or `+03` where it has none.
    package var name: String

    package init(start: Int, offset: Int, name: String) {
      self.start = start
      self.offset = offset
      self.name = name
    }
  }

  /// In order; the first also applies to all times before it, the last to all after it.
  package let spans: [Span]

  /// Universal time, used by wire, receipts and reports.
  package static let utc = DisplayZone([Span(start: 0, offset: 0, name: "UTC")])

  package init(_ spans: [Span]) { self.spans = spans.sorted { $0.start < $1.start } }

  /// The span that a moment falls into.
  func span(at date: Date) -> Span {
    let second = Int(date.timeIntervalSince1970.rounded(.down))
    return spans.last { $0.start <= second } ?? spans.first ?? Span(start: 0, offset: 0, name: "UTC")
  }

  func name(at date: Date) -> String { span(at: date).name }

  /// The moment whose UTC time is what the clocks here show.
  func shifted(_ date: Date) -> Date { date.addingTimeInterval(Double(span(at: date).offset)) }
}
