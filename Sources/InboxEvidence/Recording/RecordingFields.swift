import struct Foundation.Date
import InboxModel

/// The members of a line that are not read yet: what is left at the end is preserved as it is.
struct RecordingFields {
  private(set) var rest: [String: JSONValue]

  init(_ members: [String: JSONValue]) { rest = members }

  mutating func text(_ name: String) throws(RecordingFlaw) -> String {
    guard let value = optionalText(name) else { throw flaw(name, "a text") }
    return value
  }

  mutating func integer(_ name: String) throws(RecordingFlaw) -> Int {
    guard let value = optionalInteger(name) else { throw flaw(name, "a whole number") }
    return value
  }

  mutating func list(_ name: String) throws(RecordingFlaw) -> [JSONValue] {
    guard let value = take(name, \.elements) else { throw flaw(name, "a list") }
    return value
  }

  mutating func texts(_ name: String) throws(RecordingFlaw) -> [String] {
    try list(name).map { value throws(RecordingFlaw) in
      guard let text = value.text else { throw RecordingFlaw("\(name) holds \(value.kindName), not a text") }
      return text
    }
  }

  mutating func date(_ name: String) throws(RecordingFlaw) -> Date {
    guard let date = take(name, { $0.text.flatMap(WireDate.parse) }) else {
      throw flaw(name, "an ISO 8601 time")
    }
    return date
  }

  /// A time in seconds as milliseconds.
  mutating func milliseconds(_ name: String) throws(RecordingFlaw) -> Int {
    let seconds = take(name) { value in value.number.flatMap { abs($0) < 1e12 ? $0 : nil } }
    guard let seconds else { throw flaw(name, "a number of seconds") }
    return Int((seconds * 1_000).rounded())
  }

  mutating func optionalText(_ name: String) -> String? { take(name, \.text) }

  mutating func optionalInteger(_ name: String) -> Int? { take(name, \.integer) }

  mutating func optionalFlag(_ name: String) -> Bool? { take(name, \.flag) }

  mutating func value(_ name: String) -> JSONValue? { rest.removeValue(forKey: name) }

  /// Takes a member that can be read; any other stays.
  private mutating func take<Value>(_ name: String, _ read: (JSONValue) -> Value?) -> Value? {
    guard let value = rest[name].flatMap(read) else { return nil }
    rest[name] = nil
    return value
  }

  private func flaw(_ name: String, _ wanted: String) -> RecordingFlaw {
    guard let value = rest[name] else { return RecordingFlaw("\(name) is missing") }
    return RecordingFlaw("\(name) is \(value.kindName), not \(wanted)")
  }
}
