import InboxModel

/// A JSON Schema, as OpenAPI 3 has it.
struct APISchema: Sendable, ExpressibleByDictionaryLiteral {
  let value: JSONValue

  private init(value: JSONValue) { self.value = value }

  private init(form members: KeyValuePairs<String, (any JSONConvertible)?>) { value = .members(members) }

  init(dictionaryLiteral members: (String, APISchema)...) { self = .object(members) }

  static let any = APISchema(form: [:])
  static let text = APISchema(form: ["type": "string"])
  static let flag = APISchema(form: ["type": "boolean"])
  static let number = APISchema(form: ["type": "number"])

  static func text(_ pattern: String, atMost length: Int64) -> APISchema {
    APISchema(form: ["type": "string", "pattern": pattern, "maxLength": length])
  }

  /// A text that is not empty.
  static let filledText = APISchema(form: ["type": "string", "minLength": 1])

  /// A number that is not below 0.
  static let amount = APISchema(form: ["type": "number", "minimum": 0])

  /// Seconds since 1970, with a fraction, up to the year 9999.
  static let moment = APISchema(form: ["type": "number", "minimum": 0, "maximum": 253_402_300_799])

  static func either(_ forms: APISchema...) -> APISchema { APISchema(form: ["anyOf": forms.map(\.value)]) }

  static func whole(_ least: Int64, _ most: Int64? = nil) -> APISchema {
    APISchema(form: ["type": "integer", "minimum": least, "maximum": most])
  }

  static func choice(_ texts: [String]) -> APISchema { APISchema(form: ["type": "string", "enum": texts]) }

  static func choice<Value: RawRepresentable<String> & CaseIterable>(of _: Value.Type) -> APISchema {
    choice(Value.allCases.map(\.rawValue))
  }

  static func list(_ element: APISchema, atLeast count: Int64 = 0) -> APISchema {
    APISchema(form: ["type": "array", "items": element.value, "minItems": count])
  }

  /// An object whose members all have one form.
  static func map(_ element: APISchema, atLeast count: Int64 = 0) -> APISchema {
    APISchema(form: ["type": "object", "additionalProperties": element.value, "minProperties": count])
  }

  /// What a literal with members stands for.
  ///
  /// - Parameter members: A name that ends in `!` is always there; one that ends in `?` may be null, as if it were
  ///   missing.
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
    return APISchema(form: [
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
