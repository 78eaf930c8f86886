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
    guard let value = rest[name]?.elements else { throw flaw(name, "a list") }
    rest[name] = nil
    return value
  }

  mutating func texts(_ name: String) throws(RecordingFlaw) -> [String] {
    var texts: [String] = []
    for value in try list(name) {
      guard let text = value.text else { throw RecordingFlaw("\(name) holds \(value.kindName), not a text") }
      texts.append(text)
    }
    return texts
  }

  mutating func date(_ name: String) throws(RecordingFlaw) -> Date {
    guard let date = rest[name]?.text.flatMap(WireDate.parse) else { throw flaw(name, "an ISO 8601 time") }
    rest[name] = nil
    return date
  }

  /// A time in seconds as milliseconds.
  mutating func milliseconds(_ name: String) throws(RecordingFlaw) -> Int {
    guard let seconds = rest[name]?.number, abs(seconds) < 1e12 else {
      throw flaw(name, "a number of seconds")
    }
    rest[name] = nil
    return Int((seconds * 1_000).rounded())
  }

  mutating func optionalText(_ name: String) -> String? {
    guard let value = rest[name]?.text else { return nil }
    rest[name] = nil
    return value
  }

  mutating func optionalInteger(_ name: String) -> Int? {
    guard let value = rest[name]?.integer else { return nil }
    rest[name] = nil
    return value
  }

  mutating func optionalFlag(_ name: String) -> Bool? {
    guard let value = rest[name]?.flag else { return nil }
    rest[name] = nil
    return value
  }

  mutating func value(_ name: String) -> JSONValue? { rest.removeValue(forKey: name) }

  private func flaw(_ name: String, _ wanted: String) -> RecordingFlaw {
    guard let value = rest[name] else { return RecordingFlaw("\(name) is missing") }
    return RecordingFlaw("\(name) is \(value.kindName), not \(wanted)")
  }
}
