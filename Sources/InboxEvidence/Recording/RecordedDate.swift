package import struct Foundation.Date
package import class Foundation.JSONDecoder
package import class Foundation.JSONEncoder
import InboxModel

/// Dates in what a replay reads: a replay has to have each date to the last bit.
///
/// Written as ISO 8601 where that gives the same date back, else as seconds since 2001.
package enum RecordedDate {
  static func json(_ date: Date) -> JSONValue {
    let text = WireDate.format(date)
    return WireDate.parse(text) == date ? .string(text) : .number(date.timeIntervalSinceReferenceDate)
  }

  static func read(_ json: JSONValue) -> Date? {
    if let text = json.text { return WireDate.parse(text) }
    // Who reads has to show it.
    return json.number.map { Date(timeIntervalSinceReferenceDate: $0) }.flatMap {
      WireDate.range.contains($0) ? $0 : nil
    }
  }

  /// Writes values of the front.
  package static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(json(date))
    }
    return encoder
  }

  /// Reads what ``encoder()`` wrote.
  package static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      guard let date = read(try JSONValue(from: decoder)) else {
        throw RecordingFlaw("a time is neither ISO 8601 nor a number of seconds")
      }
      return date
    }
    return decoder
  }
}
