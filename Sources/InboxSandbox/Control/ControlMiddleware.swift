import HTTPTypes
import Hummingbird
import InboxCore
import InboxVendors

/// Guards the sandbox's own paths.
///
/// No web page may reset receipts, set faults or read what came in, neither directly nor by a name that it has pointed
/// at this machine. Where others than this machine can come, only who has the control token may ask.
struct ControlMiddleware: RouterMiddleware {
  /// Nil where it listens on loopback alone.
  let token: ControlToken?

  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")

  func handle(
    _ request: Request, context: SandboxContext,
    next: @concurrent (Request, SandboxContext) async throws -> Response
  ) async throws -> Response {
    // As the router reads it: empty parts of a path do not count.
    guard request.uri.path.split(separator: "/").first == "sandbox" else {
      return try await next(request, context)
    }
    guard !isFromPage(request) else {
      throw Refusal(
        status: .forbidden, error: "No web page may ask here: leave Origin and Sec-Fetch-Site out.")
    }
    if let token {
      try check(token, request)
    } else {
      guard LoopbackHost.contains(WebAddress.host(authority: request.head.authority ?? "")) else {
        throw Refusal(
          status: .forbidden,
          error: "Only programs on this machine may ask here, by 127.0.0.1 and without an Origin.")
      }
    }
    return try await next(request, context)
  }

  /// A browser names the page's origin where a request could change something, and says of every other one whether the
  /// person has typed the address.
  private func isFromPage(_ request: Request) -> Bool {
    if request.headers[.origin] != nil { return true }
    guard let name = Self.fetchSite, let site = request.headers[name] else { return false }
    return site != "none" && site != "same-origin"
  }

  private func check(_ token: ControlToken, _ request: Request) throws {
    guard let header = request.headers[.authorization] else {
      throw Refusal(
        status: .unauthorized,
        error: "The sandbox listens beyond this machine: its own paths need the control token, as "
          + "‘Authorization: Bearer …’.", headers: [.wwwAuthenticate: "Bearer"])
    }
    guard token.isCarried(by: header) else {
      throw Refusal(
        status: .unauthorized, error: "The control token is wrong.", headers: [.wwwAuthenticate: "Bearer"])
    }
  }
}
