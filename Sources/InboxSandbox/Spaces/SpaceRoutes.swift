import HTTPTypes
import Hummingbird
import InboxCore

/// `/sandbox/spaces`: makes, lists and removes the spaces of testers, each with what its clients need (TS-2).
struct SpaceRoutes: Sendable {
  let spaces: Spaces

  func add(to router: Router<SandboxContext>) {
    router.get("sandbox/spaces") { _, _ in
      Response.json(.array(try await spaces.all().map(Self.value)))
    }
    router.post("sandbox/spaces/:space") { request, context in
      let name = try Self.name(context)
      guard let handout = try await spaces.create(name, base: context.baseURL(of: request)) else {
        throw Refusal(
          status: .conflict,
          error: "There is a space “\(name)” already. Its token is kept nowhere: rotate it for another.")
      }
      return Response.json(try handout.value)
    }
    router.post("sandbox/spaces/:space/rotate") { request, context in
      let name = try Self.name(context)
      guard let handout = try await spaces.rotate(name, base: context.baseURL(of: request)) else {
        throw Self.unknown(name)
      }
      return Response.json(try handout.value)
    }
    router.delete("sandbox/spaces/:space") { _, context in
      let name = try Self.name(context)
      guard try await spaces.remove(name) else { throw Self.unknown(name) }
      return Response.json(.object(["removed": .string(name.rawValue)]))
    }
  }

  private static func value(_ record: SpaceRecord) -> JSONValue {
    .object(["space": .string(record.name.rawValue), "made_ts": .string(WireDate.format(record.made))])
  }

  private static func name(_ context: SandboxContext) throws -> SpaceName {
    let text = try context.parameter("space")
    guard let name = SpaceName(text), name != .main else {
      throw Refusal(
        status: .unprocessableContent,
        error:
          "A space is called by 1 to 40 small letters, digits and inner hyphens, and not “\(SpaceName.main)”."
      )
    }
    return name
  }

  private static func unknown(_ name: SpaceName) -> Refusal {
    Refusal(status: .notFound, error: "There is no space “\(name)”. GET /sandbox/spaces lists them.")
  }

  // MARK: - For the OpenAPI document

  static let operations: [APIOperation] = [
    operation(
      .get, "", "The spaces that there are", returns: .list(.object(["space!": .text, "made_ts!": .text]))),
    operation(.post, "/{space}", "Makes a space", returns: handout, errors: 409, 422),
    operation(.post, "/{space}/rotate", "Gives a space another token", returns: handout, errors: 404, 422),
    operation(
      .delete, "/{space}", "Removes a space and everything in it", returns: .object(["removed!": .text]),
      errors: 404, 422),
  ]

  /// As `endpoint.json` has it for the main space.
  private static let handout = APISchema.map(.any)

  private static func operation(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, returns schema: APISchema, errors: Int...
  ) -> APIOperation {
    var operation = APIOperation(method, "/sandbox/spaces" + path, summary, returns: .json(schema))
    operation.access = [[], [.control]]
    for status in errors + [401, 403] { operation.errors[status] = .json(.object(["error!": .text])) }
    return operation
  }
}
