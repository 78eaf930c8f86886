package import struct Foundation.UUID

/// What stands in JSON in one way, so that an object is written as it is: `.members(["id": id, "sent": sent])`.
package protocol JSONConvertible {
  /// It as JSON.
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  /// Itself.
  package var json: JSONValue { self }

  /// An object of the members that there are: what is nil is left out.
  package static func members(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSONValue {
    .object([String: JSONValue](members))
  }

  /// A value, or `null` where there is none and its member is written all the same.
  package static func orNull(_ value: (any JSONConvertible)?) -> JSONValue { value?.json ?? .null }
}

extension [String: JSONValue] {
  /// The members of an object that there are: what is nil is left out.
  package init(_ members: KeyValuePairs<String, (any JSONConvertible)?>) {
    self.init(minimumCapacity: members.count)
    for (name, value) in members { self[name] = value?.json }
  }
}

extension String: JSONConvertible {
  /// A text.
  package var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
  /// `true` or `false`.
  package var json: JSONValue { .bool(self) }
}

extension Int: JSONConvertible {
  /// A whole number.
  package var json: JSONValue { .integer(Int64(self)) }
}

extension Int64: JSONConvertible {
  /// A whole number.
  package var json: JSONValue { .integer(self) }
}

extension Double: JSONConvertible {
  /// A number.
  package var json: JSONValue { .number(self) }
}

extension UUID: JSONConvertible {
  /// A text, in capitals.
  package var json: JSONValue { .string(uuidString) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  /// A list.
  package var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  /// An object.
  package var json: JSONValue { .object(mapValues(\.json)) }
}
