import struct Foundation.Data
package import InboxCore

/// Writes what a front lives through as the lines of a recording.
package struct FrontTranscript: Sendable {
  private var last: RecordedFrame?

  package init() {}

  /// The content of a step's line; nil for what cannot be written.
  package mutating func content(of step: FrontStep) -> RecordingLine.Content? {
    switch step {
    case .began(let start): return Self.event(Self.began, start)
    case .happened(.keyPressed(let key)) where Key(notation: key.notation) == key: return .key(key.notation)
    case .happened(let event):
      guard case .event(_, .object(let members)) = Self.event("", event), let name = members.keys.first
      else { return nil }
      return .event(name: name, payload: members[name] ?? .null)
    case .drew(let frame):
      let picture = RecordedFrame(lines: frame.lines, styles: frame.styleFingerprint)
      guard picture != last else { return .frame(RecordedFrame(lines: nil)) }
      last = picture
      return .frame(picture)
    }
  }

  static let began = "began"

  private static func event(_ name: String, _ value: some Encodable) -> RecordingLine.Content? {
    do {
      return .event(name: name, payload: try JSONValue.parse(RecordedDate.encoder().encode(value)))
    } catch {
      return nil
    }
  }

  /// The step of an event's line.
  static func step(_ name: String, _ payload: JSONValue) throws -> FrontStep {
    if name == began { return .began(try value(payload)) }
    return .happened(try value(.object([name: payload])))
  }

  private static func value<Value: Decodable>(_ payload: JSONValue) throws -> Value {
    try RecordedDate.decoder().decode(Value.self, from: Data(payload.serialized.utf8))
  }
}

extension Frame {
  /// The same for all pictures with the same colours and attributes in the same places (FNV-1a, 64 bits).
  var styleFingerprint: String {
    let grid = styleGrid()
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for line in grid.lines + grid.legend.map({ "\($0.0) \($0.1)" }) {
      for byte in line.utf8 + [10] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 16)
  }
}
