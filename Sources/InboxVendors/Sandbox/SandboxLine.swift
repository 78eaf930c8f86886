package import struct Foundation.Data
package import InboxCore
package import InboxModel

/// One line of a sandbox's push service: a push, or what the sandbox says of itself.
///
/// `{"type":"clock",…}` with the fields of ``ClockWire`` says how its clock goes (SB-4);
/// `{"type":"faults","faults":["messages 500"]}` says which faults are on in it, none is an empty list (SB-3).
package enum SandboxLine: Hashable, Sendable {
  case push(Push)
  case clock(ClockReading)
  case faults([String])

  /// Reads a line without its newline.
  ///
  /// - Parameter push: Reads what the sandbox does not say of itself.
  /// - Throws: ``InboxError/invalidPayload(_:)`` for an unknown type or a missing field.
  package init(
    _ line: Data,
    push: (JSONValue) throws(InboxError) -> Push = { value throws(InboxError) in
      try PushWire.push(value)
    }
  ) throws(InboxError) {
    let value = try JSONValue.parse(line)
    switch value["type"]?.text {
    case "clock"?: self = .clock(try ClockWire.reading(value))
    case "faults"?: self = .faults(value["faults"]?.elements?.compactMap(\.text) ?? [])
    default: self = .push(try push(value))
    }
  }

  /// The line without its newline.
  package var data: Data {
    var fields: [String: JSONValue] = [:]
    switch self {
    case .push(let push): return PushWire.encode(push)
    case .clock(let reading):
      fields = ClockWire.fields(reading)
      fields["type"] = .string("clock")
    case .faults(let words):
      fields = ["type": .string("faults"), "faults": words.json]
    }
    return Data(JSONValue.object(fields).serialized.utf8)
  }
}
