import InboxModel

/// A JSON Schema, as OpenAPI 3 has it.
struct APISchema: Sendable {
  let value: JSONValue

  private init(value: JSONValue) { self.value = value }

  private init(_ members: KeyValuePairs<String, (any JSONConvertible)?>) { value = .members(members) }

  static let any = APISchema([:])
  static let text = APISchema(["type": "string"])
  static let flag = APISchema(["type": "boolean"])
  static let number = APISchema(["type": "number"])

  static func text(_ pattern: String, atMost length: Int64) -> APISchema {
    APISchema(["type": "string", "pattern": pattern, "maxLength": length])
  }

  /// A text that is not empty.
  static let filledText = APISchema(["type": "string", "minLength": 1])

  /// A number that is not below 0.
  static let amount = APISchema(["type": "number", "minimum": 0])

  /// Seconds since 1970, with a fraction, up to the year 9999.
  static let moment = APISchema(["type": "number", "minimum": 0, "maximum": 253_402_300_799])

  static func either(_ forms: APISchema...) -> APISchema { APISchema(["anyOf": forms.map(\.value)]) }

  static func whole(_ least: Int64, _ most: Int64? = nil) -> APISchema {
    APISchema(["type": "integer", "minimum": least, "maximum": most])
  }

  static func choice(_ texts: [String]) -> APISchema { APISchema(["type": "string", "enum": texts]) }

  static func list(_ element: APISchema, atLeast count: Int64 = 0) -> APISchema {
    APISchema(["type": "array", "items": element.value, "minItems": count])
  }

  /// An object whose members all have one form.
  static func map(_ element: APISchema, atLeast count: Int64 = 0) -> APISchema {
    APISchema(["type": "object", "additionalProperties": element.value, "minProperties": count])
  }

  /// - Parameter members: A name that ends in `!` is always there; one that ends in `?` may be null, as if it were
  ///   missing.
  static func object(_ members: KeyValuePairs<String, APISchema>) -> APISchema {
    object(members.map { ($0.key, $0.value) })
  }

  static func object(_ members: [(String, APISchema)]) -> APISchema {
    var properties: [String: JSONValue] = [:]
    var required: [String] = []
    for (name, schema) in members {
      let need = name.last
      let name = need == "!" || need == "?" ? String(name.dropLast()) : name
      properties[name] = (need == "?" ? schema.orNull : schema).value
      if need == "!" { required.append(name) }
    }
    // An empty list is not allowed.
    return APISchema([
      "type": "object", "properties": properties, "required": required.isEmpty ? nil : required,
    ])
  }

  var orNull: APISchema {
    guard case .object(var members) = value else { return self }
    members["nullable"] = .bool(true)
    // A list of choices applies to null as well.
    if case .array(let choices)? = members["enum"] { members["enum"] = .array(choices + [.null]) }
    return APISchema(value: .object(members))
  }
}
