import HTTPTypes
import Hummingbird
import InboxModel
import InboxVendors

/// Guards the sandbox's own paths.
///
/// No web page may reset receipts, set faults or read what came in, neither directly nor by a name that it has pointed
/// at this machine. Where others than this machine can come, only who has the control token may ask.
struct ControlMiddleware: RouterMiddleware {
  let access: ControlAccess
  /// The first parts of those paths; the first page has none.
  let places: Set<Substring>

  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
  private static let fetchMode = HTTPField.Name("Sec-Fetch-Mode")

  func handle(
    _ request: Request, context: SandboxContext,
    next: @concurrent (Request, SandboxContext) async throws -> Response
  ) async throws -> Response {
    // As the router reads it: empty parts of a path are skipped.
    let place = request.uri.path.split(separator: "/").first
    guard place.map(places.contains) ?? true else { return try await next(request, context) }
    let isPage = place != "sandbox"
    // A link in a ticket leads to a page; no other request may come from a web page.
    guard !isFromPage(request) || isPage && isNavigation(request) else {
      throw Refusal(
        status: .forbidden, error: "No web page may send requests here: leave out Origin and Sec-Fetch-Site.")
    }
    switch access {
    case .token(let token): try check(token, request)
    case .space(let hash): try check(hash, request)
    case .loopback:
      guard LoopbackHost.contains(WebAddress.host(authority: request.head.authority ?? "")) else {
        throw Refusal(
          status: .forbidden,
          error: "Only programs on this machine may send requests here, by 127.0.0.1 and without an Origin.")
      }
    }
    return try await next(request, context)
  }

  /// A browser names the page's origin in a request that could change something, and says of any other request whether
  /// the person typed the address.
  private func isFromPage(_ request: Request) -> Bool {
    if request.headers[.origin] != nil { return true }
    guard let name = Self.fetchSite, let site = request.headers[name] else { return false }
    return site != "none" && site != "same-origin"
  }

  /// A client without a token of the space gets the same response, whatever else it sends.
  private func check(_ hash: String, _ request: Request) throws {
    guard ControlToken.isSame(SandboxTokens.hash(credential(request) ?? ""), hash) else {
      throw Self.unauthorized("A space's own paths need its token, as ‘Authorization: Bearer …’.")
    }
  }

  private func isNavigation(_ request: Request) -> Bool {
    guard request.method == .get, let name = Self.fetchMode else { return false }
    return request.headers[name] == "navigate"
  }

  /// The token that a program sends, or that a person has typed as the password that a browser asks for.
  private func credential(_ request: Request) -> String? {
    request.credential("Bearer") ?? request.basicCredential?.password
  }

  /// What a browser asks for in a form of its own, and a program sends by itself: a field for each, as browsers read the
  /// first of a field alone.
  private static let challenges: HTTPFields = [
    .wwwAuthenticate: "Bearer", .wwwAuthenticate: "Basic realm=\"inbox sandbox\", charset=\"UTF-8\"",
  ]

  private static func unauthorized(_ sentence: String) -> Refusal {
    Refusal(status: .unauthorized, error: sentence, headers: challenges)
  }

  private func check(_ token: ControlToken, _ request: Request) throws {
    guard let sent = credential(request) else {
      throw Self.unauthorized(
        "The sandbox's own paths need the control token here, as ‘Authorization: Bearer …’.")
    }
    guard ControlToken.isSame(sent, token.text) else {
      throw Self.unauthorized("The control token is wrong.")
    }
  }
}

/// Who may ask at a sandbox's own paths.
enum ControlAccess: Sendable {
  /// Programs on this machine.
  case loopback
  /// A client that has the control token.
  case token(ControlToken)
  /// A client that has the token of a space, of which the hash is known.
  case space(hash: String)
}
