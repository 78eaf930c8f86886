import HTTPTypes
import Hummingbird
import InboxModel

/// Makes the routes of the project and of its stream, with the vendor's errors.
struct BloomreachCalls: Sendable {
  let world: SandboxWorld
  var account: Account { world.account }

  static let ids = APISchema.map(.text, atLeast: 1)
  static let success = APIOperation.Content.json(.object(["success!": .flag]))
  static let taken = JSONValue.members(["success": true])
  static let wrongBody = APIOperation.Content.json(
    .object(["success!": .flag, "errors!": .list(.text, atLeast: 1)]))

  /// A body from a client that may send it.
  struct Post: Sendable {
    let body: JSONValue
    let token: JSONWebToken?
    let raw: VendorReceipt.RawRequest

    /// The customer whom it is about.
    ///
    /// - Throws: A ``Refusal`` for a missing customer, another customer's token, and a body of another form.
    func customer(_ schema: APISchema) throws -> CustomerIDs {
      let ids = try CustomerIDs(body["customer_ids"])
      try BloomreachCalls.check(token, of: ids)
      try schema.check(body)
      return ids
    }
  }

  /// - Parameter credentials: The accepted ones; empty for a public route.
  func route(
    _ operation: APIOperation, _ credentials: [[APIAccess]], _ handler: @escaping APIRoute.Handler
  ) -> APIRoute {
    let noAccess = APIOperation.Content.json(.object(["success!": .flag, "error!": .text]))
    let refusing = operation.refusing(
      [401, 403, 404], with: noAccess, bodies: [400: Self.wrongBody, 413: Self.wrongBody],
      access: credentials)
    return APIRoute(refusing) { request, context in
      do { return try await handler(request, context) } catch StoreError.tooLong {
        throw Refusal.longName
      } catch let refusal as Refusal where refusal.body == nil {
        // The body is too large, or ends early.
        throw Refusal.body(refusal.error, status: refusal.status)
      }
    }
  }

  /// - Parameter endpoint: The endpoint whose faults strike, which a body can decide.
  func post(
    _ path: String, _ summary: String, query: [APIOperation.Parameter] = [], _ schema: APISchema,
    returns content: APIOperation.Content = success, errors: [Int: APIOperation.Content] = [:],
    _ credentials: [[APIAccess]], for purpose: Purpose,
    faults endpoint: @escaping @Sendable (JSONValue) -> FaultEndpoint,
    _ respond: @escaping @Sendable (Post) async throws -> JSONValue
  ) -> APIRoute {
    let operation = APIOperation(
      .post, path, summary, query: query, body: .json(schema), returns: content, errors: errors)
    return route(operation, credentials) { request, context in
      let data = try await request.bodyData()
      let body = data.jsonObject
      // Without access no fault strikes: it would be used up, and would reveal that the space exists.
      let token = try checkAccess(request, context, for: purpose)
      return try await respondOrFail(endpoint(body ?? .null), context) {
        guard let body else { throw Refusal.invalidJSON }
        let raw = VendorReceipt.RawRequest(request, body: data, mask: world.tokens.mask)
        return .json(try await respond(Post(body: body, token: token, raw: raw)))
      }
    }
  }

  /// A request of an SDK or a server without a body that matters for who may send it.
  func open(
    _ operation: APIOperation, _ credentials: [[APIAccess]],
    _ respond: @escaping @Sendable (Request) async throws -> JSONValue
  ) -> APIRoute {
    route(operation, credentials) { request, context in
      _ = try checkAccess(request, context, for: .tracking)
      return try await respondOrFail(.tracking, context) { .json(try await respond(request)) }
    }
  }

  /// Responds as a fault of an endpoint says, with the vendor's bodies; call it once the client has access.
  func respondOrFail(
    _ endpoint: FaultEndpoint, _ context: SandboxContext, _ respond: () async throws -> Response
  ) async throws -> Response {
    try await world.faults.respond(
      endpoint, context: context, filling: { Refusal.bloomreachFault($0)?.response }, truly: respond)
  }

  /// - Throws: A ``Refusal`` for anything but a JSON object.
  static func object(of request: Request) async throws -> JSONValue {
    guard let object = try await request.bodyData().jsonObject else { throw Refusal.invalidJSON }
    return object
  }
}
