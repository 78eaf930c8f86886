import HTTPTypes
import Hummingbird

/// Routes a request: `/s/SPACE/…` goes to a space, without that prefix, and everything else to the main space.
struct SpaceDoor: HTTPResponder {
  let spaces: Spaces
  let publicURL: PublicURL?

  func respond(to request: Request, context: SandboxContext) async throws -> Response {
    let visit = try await visit(request, context)
    return try await visit.space.responder.respond(to: visit.request, context: visit.context)
  }

  /// A request as its space sees it.
  struct Visit {
    var space: Space
    var request: Request
    var context: SandboxContext
  }

  func main(_ request: Request, _ context: SandboxContext) async throws -> Visit {
    guard let main = try await spaces.space(.main) else { throw StoreError.damaged("the main space is gone") }
    return Visit(space: main, request: request, context: outside(context))
  }

  private func outside(_ context: SandboxContext) -> SandboxContext {
    var context = context
    context.publicURL = publicURL
    return context
  }

  /// Whether a path names a space.
  static func namesSpace(_ path: String) -> Bool { path.hasPrefix("/s/") }

  func visit(_ request: Request, _ context: SandboxContext) async throws -> Visit {
    guard let path = request.head.path, Self.namesSpace(path) else {
      return try await main(request, context)
    }
    let end = path.dropFirst(3).firstIndex { "/?".contains($0) } ?? path.endIndex
    let (name, rest) = (SpaceName(String(path[..<end].dropFirst(3))), path[end...])
    var head = request.head
    head.path = rest.hasPrefix("/") ? String(rest) : "/\(rest)"
    var inside = outside(context)
    inside.basePath = name.map { "/s/\($0)" } ?? ""
    let found = try await spaces.space(name == .main ? .nobody : name ?? .nobody)
    let space = if let found { found } else { await spaces.spaceOfNobody() }
    return Visit(space: space, request: Request(head: head, body: request.body), context: inside)
  }
}
