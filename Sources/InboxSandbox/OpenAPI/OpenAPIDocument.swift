import HTTPTypes
import InboxModel

/// `/sandbox/openapi.json`: everything that the sandbox serves, as OpenAPI 3.0 says it.
struct OpenAPIDocument: Sendable {
  /// Operations, by what stands before their paths: empty, or a path that begins with a slash.
  let operations: [(base: String, operation: APIOperation)]

  /// - Parameter server: The address that it is asked at.
  func value(server: String) -> JSONValue {
    var paths: [String: [String: JSONValue]] = [:]
    for (base, operation) in operations {
      paths[base + operation.path, default: [:]][operation.method.rawValue.lowercased()] = Self.value(
        operation)
    }
    let schemes = operations.flatMap { $0.operation.access.joined() }.map { ($0.name, $0.scheme) }
    return .object([
      "openapi": .string("3.0.3"),
      "info": .object([
        "title": .string("inbox sandbox"), "version": .string("1"),
        "description": .string(
          "The vendors' servers as the sandbox plays them, and its own paths. A fault that is set can make every response "
            + "another one."),
      ]),
      "servers": .array([.object(["url": .string(server)])]),
      "paths": .object(paths.mapValues { .object($0) }),
      "components": .object([
        "securitySchemes": .object(Dictionary(schemes, uniquingKeysWith: { $1 }))
      ]),
    ])
  }

  private static func value(_ operation: APIOperation) -> JSONValue {
    var members: [String: JSONValue] = [
      "summary": .string(operation.summary),
      "responses": .object(responses(operation)),
      "parameters": .array(pathParameters(operation.path) + operation.query.map(parameter)),
    ]
    if !operation.access.isEmpty {
      members["security"] = .array(
        operation.access.map { way in
          .object(Dictionary(way.map { ($0.name, JSONValue.array([])) }, uniquingKeysWith: { $1 }))
        })
    }
    if operation.isOnBrands { members["servers"] = .array([brands]) }
    members["requestBody"] = operation.body.map { body in
      .object(["required": .bool(true), "content": content(body)])
    }
    return .object(members)
  }

  private static let brands = JSONValue.object([
    "url": .string("https://{host}:{port}"),
    "variables": .object([
      "host": .object(["default": .string("news.brand.example")]),
      "port": .object(["default": .string("443")]),
    ]),
  ])

  private static func responses(_ operation: APIOperation) -> [String: JSONValue] {
    var all = operation.errors
    all[200] = operation.response
    return Dictionary(
      uniqueKeysWithValues: all.map { status, body in
        let reason = HTTPResponse.Status(code: status).reasonPhrase
        return (
          String(status), JSONValue.object(["description": .string(reason), "content": content(body)])
        )
      })
  }

  private static func content(_ content: APIOperation.Content) -> JSONValue {
    .object([content.type: .object(["schema": content.schema.value])])
  }

  private static func pathParameters(_ path: String) -> [JSONValue] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
      .object([
        "name": .string(String(part.dropFirst().dropLast())), "in": .string("path"), "required": .bool(true),
        "schema": APISchema.text.value,
      ])
    }
  }

  private static func parameter(_ parameter: APIOperation.Parameter) -> JSONValue {
    .object([
      "name": .string(parameter.name), "in": .string("query"), "required": .bool(parameter.isRequired),
      "schema": parameter.schema.value,
    ])
  }
}
