import struct Foundation.Data
import HTTPTypes
import Hummingbird
import InboxModel

/// Makes the routes of the project and of its stream, with the vendor's errors.
struct BloomreachCalls: Sendable {
  let account: Account
  let access: BloomreachAccess
  let faults: FaultBoard

  static let ids = APISchema.map(.text, atLeast: 1)
  static let success = APIOperation.Content.json(.object(["success!": .flag]))
  static let taken = JSONValue.members(["success": true])
  static let wrongBody = APIOperation.Content.json(
    .object(["success!": .flag, "errors!": .list(.text, atLeast: 1)]))

  /// - Parameter credentials: The accepted ones; empty for a public route.
  func route(
    _ operation: APIOperation, _ credentials: [[APIAccess]], _ handler: @escaping APIRoute.Handler
  ) -> APIRoute {
    let noAccess = APIOperation.Content.json(.object(["success!": .flag, "error!": .text]))
    return APIRoute(
      operation.refusing(
        [401, 403, 404], with: noAccess, bodies: [400: Self.wrongBody, 413: Self.wrongBody],
        access: credentials),
      respond: handler)
  }

  /// A body from a client that may send it.
  ///
  /// - Parameter endpoint: The endpoint whose faults strike, which a body can decide.
  func post(
    _ path: String, _ summary: String, query: [APIOperation.Parameter] = [], _ schema: APISchema,
    returns content: APIOperation.Content = success, errors: [Int: APIOperation.Content] = [:],
    _ credentials: [[APIAccess]], for purpose: BloomreachAccess.Purpose,
    faults endpoint: @escaping @Sendable (JSONValue) -> FaultEndpoint,
    _ respond: @escaping @Sendable (BloomreachPost) async throws -> JSONValue
  ) -> APIRoute {
    let operation = APIOperation(
      .post, path, summary, query: query, body: .json(schema), returns: content, errors: errors)
    return route(operation, credentials) { request, context in
      let data = try await Self.data(of: request)
      let body = Result { try Self.object(data) }
      // Without access no fault strikes: it would be used up, and would reveal that the space exists.
      let grant = try await access.grant(request, context, for: purpose)
      return try await respondOrFail(endpoint((try? body.get()) ?? .null), context) {
        let raw = VendorReceipt.RawRequest(request, body: data, mask: access.tokens.mask)
        let post = BloomreachPost(body: try body.get(), grant: grant, raw: raw)
        return .json(try await Self.refusingLongNames { try await respond(post) })
      }
    }
  }

  /// - Throws: A ``Refusal`` in the vendor's form for a name that the store cannot keep, and what the work throws.
  private static func refusingLongNames<Value>(_ work: () async throws -> Value) async throws -> Value {
    do { return try await work() } catch StoreError.tooLong { throw Refusal.longName }
  }

  /// Responds as a fault of an endpoint says, with the vendor's bodies; call it once the client has access.
  func respondOrFail(
    _ endpoint: FaultEndpoint, _ context: SandboxContext, _ respond: () async throws -> Response
  ) async throws -> Response {
    try await faults.respond(
      endpoint, context: context, filling: { Refusal.bloomreachFault($0)?.response }, truly: respond)
  }

  /// - Throws: A ``Refusal`` in the vendor's form for a body that is too large.
  private static func data(of request: Request) async throws -> Data {
    do { return try await request.bodyData() } catch let refusal as Refusal {
      throw Refusal.body(refusal.error, status: refusal.status)
    }
  }

  static func object(of request: Request) async throws -> JSONValue {
    try object(try await data(of: request))
  }

  /// - Throws: A ``Refusal`` for anything but a JSON object.
  static func object(_ data: Data) throws -> JSONValue {
    guard let value = try? JSONValue.parse(data, refusesSurplusCommas: true), value.members != nil else {
      throw Refusal.body("Invalid JSON")
    }
    return value
  }
}
