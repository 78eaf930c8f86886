import HTTPTypes
import InboxModel

/// `/sandbox/openapi.json`: everything that the sandbox serves, as OpenAPI 3.0 says it.
struct OpenAPIDocument: Sendable {
  /// Operations, by the prefix of their paths: empty, or a path that begins with a slash.
  let operations: [(base: String, operation: APIOperation)]

  /// - Parameter server: The address of the sandbox for its clients.
  func value(server: String) -> JSONValue {
    var paths: [String: [String: JSONValue]] = [:]
    for (base, operation) in operations {
      paths[base + operation.path, default: [:]][operation.method.rawValue.lowercased()] = Self.value(
        operation)
    }
    let schemes = operations.flatMap { $0.operation.access.joined() }.map { ($0.name, $0.scheme) }
    let description =
      "The vendors' servers as the sandbox plays them, and its own paths. A fault that is set can make every response "
      + "another one."
    let components = ["securitySchemes": Dictionary(schemes, uniquingKeysWith: { $1 })]
    return .members([
      "openapi": "3.0.3",
      "info": JSONValue.members(["title": "inbox sandbox", "version": "1", "description": description]),
      "servers": [JSONValue.members(["url": server])], "paths": paths, "components": components,
    ])
  }

  private static func value(_ operation: APIOperation) -> JSONValue {
    let parameters = pathParameters(operation.path) + operation.query.map(parameter)
    let security = operation.access.map { way in
      Dictionary(way.map { ($0.name, JSONValue.array([])) }, uniquingKeysWith: { $1 })
    }
    let servers = operation.isOnBrands ? [brands] : nil
    let bodies = [operation.body, operation.otherBody].compactMap(\.self)
    let body =
      bodies.isEmpty ? nil : JSONValue.members(["required": operation.needsBody, "content": content(bodies)])
    return .members([
      "summary": operation.summary, "description": operation.details, "responses": responses(operation),
      "parameters": parameters,
      "security": security.isEmpty ? nil : security, "servers": servers, "requestBody": body,
    ])
  }

  private static let brands = JSONValue.members([
    "url": "https://{host}:{port}",
    "variables": JSONValue.members([
      "host": JSONValue.members(["default": "news.brand.example"]),
      "port": JSONValue.members(["default": "443"]),
    ]),
  ])

  private static func responses(_ operation: APIOperation) -> [String: JSONValue] {
    var all = operation.errors
    all[200] = operation.response
    return Dictionary(
      uniqueKeysWithValues: all.map { status, body in
        let reason = HTTPResponse.Status(code: status).reasonPhrase
        return (String(status), JSONValue.members(["description": reason, "content": content([body])]))
      })
  }

  private static func content(_ contents: [APIOperation.Content]) -> JSONValue {
    .object(
      Dictionary(
        contents.map { ($0.type, JSONValue.object(["schema": $0.schema().value])) }, uniquingKeysWith: { $1 })
    )
  }

  private static func pathParameters(_ path: String) -> [JSONValue] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part -> JSONValue in
      let name = String(part.dropFirst().dropLast())
      return .members(["name": name, "in": "path", "required": true, "schema": APISchema.text.value])
    }
  }

  private static func parameter(_ parameter: APIOperation.Parameter) -> JSONValue {
    .members([
      "name": parameter.name, "in": "query", "description": parameter.meaning,
      "required": parameter.isRequired, "schema": parameter.schema.value,
    ])
  }
}
