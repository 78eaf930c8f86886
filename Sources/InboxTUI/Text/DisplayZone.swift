import struct Foundation.Date

/// The time zone of the clock on the screen, as a table: what it says depends on nothing else.
///
/// A recording keeps the table, so that a replay on another machine, or after a country has changed its mind, draws
/// the same pictures.
package struct DisplayZone: Hashable, Sendable, Codable {
  /// A time in which the clocks stand the same way.
  package struct Span: Hashable, Sendable, Codable {
    /// The second since 1970 in which it begins.
    package var start: Int
    /// How many seconds the clocks are ahead of UTC.
    package var offset: Int
    /// What people call it: `CET`, or `+03` where it has no name.
    package var name: String

    package init(start: Int, offset: Int, name: String) {
      self.start = start
      self.offset = offset
      self.name = name
    }
  }

  /// In order; the first also holds for all before it, the last for all after it.
  package let spans: [Span]

  /// Universal time, which wire, receipts and reports speak.
  package static let utc = DisplayZone([Span(start: 0, offset: 0, name: "UTC")])

  package init(_ spans: [Span]) { self.spans = spans.sorted { $0.start < $1.start } }

  /// How the clocks stand at a moment.
  func span(at date: Date) -> Span {
    let second = Int(date.timeIntervalSince1970.rounded(.down))
    return spans.last { $0.start <= second } ?? spans.first ?? Span(start: 0, offset: 0, name: "UTC")
  }

  /// What it is called at a moment.
  func name(at date: Date) -> String { span(at: date).name }

  /// The moment whose time in UTC is what the clocks here say.
  func shifted(_ date: Date) -> Date { date.addingTimeInterval(Double(span(at: date).offset)) }
}
