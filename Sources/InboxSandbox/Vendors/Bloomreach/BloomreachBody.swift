import struct Foundation.Data
import InboxCore

/// The object that a request carries.
struct BloomreachBody {
  let value: JSONValue

  /// - Throws: A ``Refusal`` for what is not a JSON object.
  init(_ data: Data) throws {
    do { value = try JSONValue.parse(data) } catch { throw Refusal.body("Invalid JSON") }
    guard case .object = value else { throw Refusal.body("Invalid JSON") }
  }

  subscript(name: String) -> JSONValue? { value[name] }

  /// The text of a member; nil where it is missing or null.
  func text(_ name: String) throws -> String? {
    guard let member = value[name], member != .null else { return nil }
    guard let text = member.text else {
      throw Refusal.body("\(name) is \(member.kindName), not a text.")
    }
    return text
  }

  /// The object of a member; empty where it is missing or null.
  func object(_ name: String) throws -> [String: JSONValue] {
    switch value[name] {
    case nil, .null?: [:]
    case .object(let members)?: members
    case let other?: throw Refusal.body("\(name) is \(other.kindName), not an object.")
    }
  }
}
