import struct Foundation.Date

/// How a ``ClockReading`` is written: `{"running":true,"ahead_s":300,"now":"…"}` or
/// `{"running":false,"ahead_s":null,"now":"2026-11-21T09:00:00Z"}`.
///
/// A client on the same machine takes `ahead_s` while the clock runs, and `now` while it stands.
public enum ClockWire {
  /// All three members; `ahead_s` is null while the clock stands.
  public static func fields(_ reading: ClockReading) -> [String: JSONValue] {
    var fields: [String: JSONValue] = [
      "running": .bool(reading.isRunning), "now": .string(WireDate.format(reading.date)), "ahead_s": .null,
    ]
    if case .running(let ahead) = reading { fields["ahead_s"] = .number(ahead) }
    return fields
  }

  /// Reads the fields.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when they say nothing.
  public static func reading(_ value: JSONValue) throws(InboxError) -> ClockReading {
    if value["running"]?.flag == true, let ahead = value["ahead_s"]?.number {
      // Wider than the range it may be set to: it has run on since.
      guard WireDate.range.contains(Date().addingTimeInterval(ahead)) else {
        throw .invalidPayload("a clock is \(ahead) s ahead, which is not a date of the years 0 to 9999")
      }
      return .running(ahead: ahead)
    }
    if value["running"]?.flag == false, let date = value["now"]?.text.flatMap({ WireDate.parse($0) }) {
      return .stopped(near: date)
    }
    throw .invalidPayload("a clock says neither how far it is ahead nor when it stands")
  }
}

extension ClockReading: Codable {
  /// Reads the fields of ``ClockWire``.
  public init(from decoder: any Decoder) throws { self = try ClockWire.reading(JSONValue(from: decoder)) }

  /// Writes the fields of ``ClockWire``.
  public func encode(to encoder: any Encoder) throws {
    try JSONValue.object(ClockWire.fields(self)).encode(to: encoder)
  }
}
