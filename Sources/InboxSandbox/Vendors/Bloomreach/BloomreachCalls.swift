import struct Foundation.Data
import HTTPTypes
import Hummingbird
import InboxModel

/// Makes the routes of the project and of its stream, with the vendor's errors.
struct BloomreachCalls: Sendable {
  let world: SandboxWorld
  var account: Account { world.account }

  static let ids = APISchema.map(.text, atLeast: 1)
  static let success = APIOperation.Content.json(["success!": .flag])
  static let taken = JSONValue.members(["success": true])
  private static let noAccess = APIOperation.Content.json(["success!": .flag, "error!": .text])
  static let wrongBody = APIOperation.Content.json(["success!": .flag, "errors!": .list(.text, atLeast: 1)])

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

  /// - Parameters:
  ///   - schema: The form of its body; nil reads none.
  ///   - credentials: The accepted ones; empty for a public route.
  ///   - endpoint: The endpoint whose faults strike, which a body can decide.
  func route(
    _ path: String, _ summary: String, method: HTTPRequest.Method = .post,
    query: [APIOperation.Parameter] = [], _ schema: APISchema? = nil,
    returns content: APIOperation.Content = success, errors: [Int: APIOperation.Content] = [:],
    _ credentials: [[APIAccess]], for purpose: Purpose = .tracking,
    faults endpoint: @escaping @Sendable (JSONValue) -> FaultEndpoint = { _ in .tracking },
    _ respond: @escaping @Sendable (Post) async throws -> JSONValue
  ) -> APIRoute {
    let operation = APIOperation(
      method, path, summary, query: query, body: schema.map { .json($0) }, returns: content, errors: errors)
    let refusing = operation.refusing(
      [401, 403, 404], with: Self.noAccess, bodies: [400: Self.wrongBody, 413: Self.wrongBody],
      access: credentials)
    return APIRoute(refusing) { request, context in
      do {
        let data = schema == nil ? Data("{}".utf8) : try await request.bodyData()
        let body = data.jsonObject
        // Without access no fault strikes: it would be used up, and would reveal that the space exists.
        let token = try checkAccess(request, context, body, for: purpose)
        return try await world.faults.respond(
          endpoint(body ?? .null), context: context, filling: { Refusal.bloomreachFault($0)?.response }
        ) {
          guard let body else { throw Refusal.invalidJSON }
          let raw = VendorReceipt.RawRequest(request, body: data, mask: world.tokens.mask)
          return .json(try await respond(Post(body: body, token: token, raw: raw)))
        }
      } catch StoreError.tooLong {
        throw Refusal.longName
      } catch let refusal as Refusal where refusal.body == nil {
        // The body is too large, or ends early.
        throw Refusal.body(refusal.error, status: refusal.status)
      }
    }
  }
}
