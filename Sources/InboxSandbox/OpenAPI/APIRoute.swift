import HTTPTypes
import Hummingbird
import InboxTOML

/// A path that is served, declared once: the router, the OpenAPI document and the overview are made of it.
struct APIRoute: Sendable {
  typealias Handler = @Sendable (Request, SandboxContext) async throws -> Response

  var operation: APIOperation
  var respond: Handler

  init(_ operation: APIOperation, respond: @escaping Handler) {
    self.operation = operation
    self.respond = respond
  }

  /// A path of the sandbox itself, for clients on this machine and those that have the control token.
  ///
  /// Below `/sandbox`, a query that its parameters do not allow is refused; a page takes any, as what it is sent through
  /// may add its own.
  ///
  /// - Parameter errors: Its error responses, besides those to a client that may not ask, to a wrong query and to a faulty
  ///   body.
  static func own(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, details: String? = nil,
    query: [APIOperation.Parameter] = [], body: APIOperation.Content? = nil,
    or otherBody: APIOperation.Content? = nil, needsBody: Bool = true,
    returns response: APIOperation.Content, errors: Int..., respond: @escaping Handler
  ) -> APIRoute {
    let isPage = !path.hasPrefix("/sandbox")
    let statuses = errors + [401, 403] + (isPage ? [] : [400]) + (body == nil ? [] : [413, 422])
    var operation = APIOperation(
      method, path, summary, access: [[], [.control]], query: query, body: body, returns: response,
      errors: Dictionary(statuses.map { ($0, .error) }, uniquingKeysWith: { $1 }))
    operation.details = details
    operation.otherBody = otherBody
    operation.needsBody = needsBody
    return APIRoute(operation) { request, context in
      if !isPage { try check(request, has: query) }
      return try await respond(request, context)
    }
  }

  /// Refuses unknown, repeated and impossible parameters: one that is misspelt, or passed over, would do more than was
  /// meant.
  private static func check(_ request: Request, has query: [APIOperation.Parameter]) throws {
    func refused(_ sentence: String) -> Refusal { Refusal(status: .badRequest, error: sentence) }
    var seen: Set<Substring> = []
    for item in request.uri.queryParameters {
      guard let parameter = query.first(where: { $0.name == item.key }) else {
        let names = query.map(\.name)
        let hint = NearestName.hint(String(item.key), among: names)
        let known = names.isEmpty ? "is none" : "are: " + names.joined(separator: ", ")
        throw refused("“\(item.key)” is not a parameter.\(hint) There \(known).")
      }
      guard seen.insert(item.key).inserted else {
        throw refused("“\(item.key)” is given twice. Give it once.")
      }
      let text = String(item.value)
      if let flaw = parameter.schema.flaw(ofText: text, named: "\(item.key)=\(text)") {
        throw refused("\(flaw).")
      }
    }
  }

  /// The route, and for GET the same for HEAD: programs check an address with it, and the listener leaves the body out.
  var withHead: [APIRoute] {
    guard operation.method == .get else { return [self] }
    var head = self
    head.operation.method = .head
    return [self, head]
  }

  func add(to group: RouterGroup<SandboxContext>) {
    group.on(RouterPath(operation.path), method: operation.method, use: respond)
  }
}
