import HTTPTypes
import Hummingbird

/// Lets only programs of this machine at the sandbox's own paths: no web page may reset receipts, set faults or read
/// what came in, neither directly nor by a name that it has pointed at 127.0.0.1.
struct LocalMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: SandboxContext,
    next: @concurrent (Request, SandboxContext) async throws -> Response
  ) async throws -> Response {
    // As the router reads it: empty parts of a path do not count.
    guard request.uri.path.split(separator: "/").first == "sandbox" else {
      return try await next(request, context)
    }
    let host = WebAddress.host(authority: request.head.authority ?? "")
    guard host == "127.0.0.1" || host == "localhost", request.headers[.origin] == nil else {
      throw Refusal(
        status: .forbidden,
        error: "Only programs on this machine may ask here, by 127.0.0.1 and without an Origin.")
    }
    return try await next(request, context)
  }
}
