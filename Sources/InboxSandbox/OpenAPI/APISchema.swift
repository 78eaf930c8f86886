import InboxModel

/// A JSON Schema, as OpenAPI 3 has it.
struct APISchema: Sendable {
  let value: JSONValue

  private init(_ members: [String: JSONValue]) { value = .object(members) }

  static let any = APISchema([:])
  static let text = APISchema(["type": .string("string")])
  static let flag = APISchema(["type": .string("boolean")])
  static let number = APISchema(["type": .string("number")])

  static func text(_ pattern: String, atMost length: Int64) -> APISchema {
    APISchema([
      "type": .string("string"), "pattern": .string(pattern), "maxLength": .integer(length),
    ])
  }

  /// A text that is not empty.
  static let filledText = APISchema(["type": .string("string"), "minLength": .integer(1)])

  /// A number that is not below 0.
  static let amount = APISchema(["type": .string("number"), "minimum": .integer(0)])

  /// Seconds since 1970, with a fraction, up to the year 9999.
  static let moment = APISchema([
    "type": .string("number"), "minimum": .integer(0), "maximum": .integer(253_402_300_799),
  ])

  static func either(_ forms: APISchema...) -> APISchema {
    APISchema(["anyOf": .array(forms.map(\.value))])
  }

  static func whole(_ least: Int64, _ most: Int64? = nil) -> APISchema {
    var members: [String: JSONValue] = ["type": .string("integer"), "minimum": .integer(least)]
    members["maximum"] = most.map { .integer($0) }
    return APISchema(members)
  }

  static func choice(_ texts: [String]) -> APISchema {
    APISchema(["type": .string("string"), "enum": .array(texts.map { .string($0) })])
  }

  static func list(_ element: APISchema, atLeast count: Int64 = 0) -> APISchema {
    APISchema(["type": .string("array"), "items": element.value, "minItems": .integer(count)])
  }

  /// An object whose members all have one form.
  static func map(_ element: APISchema, atLeast count: Int64 = 0) -> APISchema {
    APISchema([
      "type": .string("object"), "additionalProperties": element.value, "minProperties": .integer(count),
    ])
  }

  /// - Parameter members: Those that are always there end in `!`; those that may be null, as if they were missing, in `?`.
  static func object(_ members: KeyValuePairs<String, APISchema>) -> APISchema {
    object(members.map { ($0.key, $0.value) })
  }

  static func object(_ members: [(String, APISchema)]) -> APISchema {
    var properties: [String: JSONValue] = [:]
    var required: [JSONValue] = []
    for (name, schema) in members {
      let need = name.last
      let name = need == "!" || need == "?" ? String(name.dropLast()) : name
      properties[name] = (need == "?" ? schema.orNull : schema).value
      if need == "!" { required.append(.string(name)) }
    }
    var object: [String: JSONValue] = ["type": .string("object"), "properties": .object(properties)]
    // An empty list is not allowed.
    if !required.isEmpty { object["required"] = .array(required) }
    return APISchema(object)
  }

  var orNull: APISchema {
    guard case .object(var members) = value else { return self }
    members["nullable"] = .bool(true)
    // A list of choices holds for null as well.
    if case .array(let choices)? = members["enum"] { members["enum"] = .array(choices + [.null]) }
    return APISchema(members)
  }
}
