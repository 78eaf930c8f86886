import Foundation
import InboxModel

/// As much of JSON schema, draft 7, as ``HARSchema`` uses.
struct JSONSchema {
  private let root: JSONValue

  init(_ text: String) throws { root = try JSONValue.parse(Data(text.utf8)) }

  /// What is wrong with a document, with the place of each.
  func flaws(in document: JSONValue) -> [String] { check(document, root, "$") }

  private func check(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    if let reference = schema["$ref"]?.text {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let target = root["definitions"]?[name] else { return ["\(place): no definition \(name)"] }
      return check(value, target, place)
    }
    if let type = schema["type"]?.text, !isOf(type, value) { return ["\(place): not \(type)"] }
    return single(value, schema).map { "\(place): \($0)" } + members(value, schema, place)
      + elements(value, schema, place)
  }

  private func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null),
      ("integer", .integer), ("number", .integer), ("number", .number):
      true
    default: false
    }
  }

  private func single(_ value: JSONValue, _ schema: JSONValue) -> [String] {
    var flaws: [String] = []
    if let allowed = schema["enum"]?.elements, !allowed.contains(value) { flaws.append("none of the values") }
    if let least = schema["minimum"]?.number, let number = value.number, number < least {
      flaws.append("below \(Int(least))")
    }
    if schema["format"]?.text == "date-time", let text = value.text, WireDate.parse(text) == nil {
      flaws.append("no date-time")
    }
    return flaws
  }

  private func members(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    guard case .object(let members) = value else { return [] }
    let required = (schema["required"]?.elements ?? []).compactMap(\.text)
    var flaws = required.filter { members[$0] == nil }.map { "\(place): \($0) is missing" }
    if case .object(let properties)? = schema["properties"] {
      for (name, property) in properties.sorted(by: { $0.key < $1.key }) {
        if let member = members[name] { flaws += check(member, property, "\(place).\(name)") }
      }
    }
    return flaws
  }

  private func elements(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    guard let elements = value.elements, let items = schema["items"] else { return [] }
    return elements.enumerated().flatMap { check($0.element, items, "\(place)[\($0.offset)]") }
  }
}
