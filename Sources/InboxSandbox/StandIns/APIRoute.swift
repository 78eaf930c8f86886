import HTTPTypes
import Hummingbird

/// A path that a stand-in serves, declared once: the router, the OpenAPI document and the overview are made of it.
struct APIRoute: Sendable {
  typealias Handler = @Sendable (Request, SandboxContext) async throws -> Response

  var operation: APIOperation
  var respond: Handler

  init(_ operation: APIOperation, respond: @escaping Handler) {
    self.operation = operation
    self.respond = respond
  }

  func add(to group: RouterGroup<SandboxContext>) {
    group.on(RouterPath(operation.path), method: operation.method, use: respond)
  }
}
