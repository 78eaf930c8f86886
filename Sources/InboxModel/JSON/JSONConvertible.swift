package import struct Foundation.UUID

/// A value with one form in JSON, so that an object is written as it is: `.members(["id": id, "sent": sent])`.
package protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  package var json: JSONValue { self }

  /// An object without the members whose value is nil.
  package static func members(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSONValue {
    .object([String: JSONValue](members))
  }

  /// A value, or `null` for nil: its member is written all the same.
  package static func orNull(_ value: (any JSONConvertible)?) -> JSONValue { value?.json ?? .null }
}

extension [String: JSONValue] {
  /// Leaves out the members whose value is nil.
  package init(_ members: KeyValuePairs<String, (any JSONConvertible)?>) {
    self.init(minimumCapacity: members.count)
    for (name, value) in members { self[name] = value?.json }
  }
}

extension String: JSONConvertible {
  package var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
  package var json: JSONValue { .bool(self) }
}

extension Int: JSONConvertible {
  package var json: JSONValue { .integer(Int64(self)) }
}

extension Int64: JSONConvertible {
  package var json: JSONValue { .integer(self) }
}

extension Double: JSONConvertible {
  package var json: JSONValue { .number(self) }
}

extension UUID: JSONConvertible {
  /// A text, in capitals.
  package var json: JSONValue { .string(uuidString) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  package var json: JSONValue { .object(mapValues(\.json)) }
}
