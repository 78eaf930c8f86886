import InboxModel

/// The same schemas judge requests, so that the document is true of what is refused.
extension APISchema {
  /// What keeps a value from having this form, as a sentence that begins with its name; nil where nothing does.
  func flaw(of value: JSONValue, named name: String) -> String? { Self.flaw(self.value, value, name) }

  /// The same for a value of a query, which is a text whatever it stands for.
  func flaw(ofText text: String, named name: String) -> String? {
    let form = value["items"] ?? value
    let isNumber = ["integer", "number"].contains(form["type"]?.text)
    let number = Int64(text).map { JSONValue.integer($0) } ?? Double(text).map { .number($0) }
    return Self.flaw(form, isNumber ? number ?? .string(text) : .string(text), name)
  }

  private static func flaw(_ schema: JSONValue, _ value: JSONValue, _ name: String) -> String? {
    if value == .null, schema["nullable"]?.flag == true { return nil }
    if let forms = schema["anyOf"]?.elements {
      let flaws = forms.map { flaw($0, value, name) }
      return flaws.contains(nil) ? nil : flaws.first ?? nil
    }
    return switch schema["type"]?.text {
    case "string"?: textFlaw(schema, value, name)
    case "integer"?:
      numberFlaw(schema, value.integer.map(Double.init), value, "\(name) is not a whole number")
    case "number"?: numberFlaw(schema, value.number, value, "\(name) is not a number")
    case "boolean"?: value.flag == nil ? "\(name) is \(value.kindName), not true or false" : nil
    case "array"?: listFlaw(schema, value, name)
    case "object"?: objectFlaw(schema, value, name)
    default: nil
    }
  }

  private static func textFlaw(_ schema: JSONValue, _ value: JSONValue, _ name: String) -> String? {
    guard let text = value.text else { return "\(name) is \(value.kindName), no text" }
    if text.isEmpty, schema["minLength"] != nil { return "\(name) is required" }
    if let most = schema["maxLength"]?.integer, text.count > most {
      return "\(name) has more than \(most) characters"
    }
    if let pattern = schema["pattern"]?.text, let expression = try? Regex(pattern),
      text.firstRange(of: expression) == nil
    {
      return "\(name) “\(text)” does not match \(pattern)"
    }
    guard let choices = schema["enum"]?.elements, !choices.contains(value) else { return nil }
    return "\(name) is none of \(choices.compactMap(\.text).joined(separator: ", "))"
  }

  private static func numberFlaw(
    _ schema: JSONValue, _ number: Double?, _ value: JSONValue, _ sentence: String
  ) -> String? {
    let (least, most) = (schema["minimum"]?.number, schema["maximum"]?.number)
    guard let number else { return "\(sentence), but \(value.kindName)" }
    if let least, number < least { return "\(sentence) from \(Int64(least))" }
    if let most, number > most { return "\(sentence) up to \(Int64(most))" }
    return nil
  }

  private static func listFlaw(_ schema: JSONValue, _ value: JSONValue, _ name: String) -> String? {
    guard let elements = value.elements else { return "\(name) is \(value.kindName), no list" }
    if elements.count < schema["minItems"]?.integer ?? 0 { return "\(name) is empty" }
    let form = schema["items"] ?? .null
    return elements.lazy.compactMap { flaw(form, $0, "a member of \(name)") }.first
  }

  private static func objectFlaw(_ schema: JSONValue, _ value: JSONValue, _ name: String) -> String? {
    guard case .object(let members) = value else { return "\(name) is \(value.kindName), no object" }
    let missing = schema["required"]?.elements?.compactMap(\.text).first { members[$0] ?? .null == .null }
    if let missing { return "\(missing) is required" }
    let forms = schema["properties"]
    return members.sorted { $0.key < $1.key }.lazy.compactMap { key, member in
      (forms?[key] ?? schema["additionalProperties"]).flatMap { flaw($0, member, key) }
    }.first
  }
}

extension APIOperation {
  /// What keeps a query from being one of this operation, as a sentence; nil where nothing does.
  ///
  /// - Parameter values: Those of a parameter; none where it is missing.
  func flaw(ofQuery values: (String) -> [String]) -> String? {
    for parameter in query {
      let texts = values(parameter.name)
      if texts.isEmpty, parameter.isRequired { return "\(parameter.name) is required" }
      let flaw = texts.lazy.compactMap { parameter.schema.flaw(ofText: $0, named: parameter.name) }.first
      if let flaw { return flaw }
    }
    return nil
  }
}
