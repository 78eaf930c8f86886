import InboxModel

/// A security scheme: a way to say who asks; vendors have their own.
struct APIAccess: Hashable, Sendable {
  /// Its name in the document.
  let name: String
  let scheme: JSONValue

  static let control = http(
    "control", "bearer", "The control token, of a sandbox that listens beyond this machine.")

  static func header(_ name: String, _ header: String, _ description: String) -> APIAccess {
    APIAccess(
      name: name,
      scheme: .members(["type": "apiKey", "in": "header", "name": header, "description": description]))
  }

  /// - Parameter scheme: The name of the scheme in HTTP, such as `bearer`.
  static func http(_ name: String, _ scheme: String, _ description: String) -> APIAccess {
    APIAccess(
      name: name, scheme: .members(["type": "http", "scheme": scheme, "description": description]))
  }
}
