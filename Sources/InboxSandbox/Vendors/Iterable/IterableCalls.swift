import struct Foundation.Date
import HTTPTypes
import Hummingbird
import InboxModel

/// Makes the routes of the project under one base, with the vendor's body for every error.
struct IterableCalls: Sendable {
  let world: SandboxWorld
  let form: IterableWire.Form
  var account: Account { world.account }

  private static let status = APIOperation.Content.json(
    .object(["msg!": .text, "code!": .text, "params!": .map(.any).orNull]))

  private static let who: [APIOperation.Parameter] = [
    .init(name: "email"), .init(name: "userId"),
    .init(name: "platform", schema: .choice(["iOS", "Android", "Web", "OTT"])), .init(name: "packageName"),
    .init(name: "SDKVersion"), .init(name: "systemVersion"),
  ]

  private static let deviceInfo = APISchema.object([
    "deviceId!": .filledText, "appPackageName!": .filledText,
    "platform!": .choice(["iOS", "Android", "Web"]),
  ])

  /// What every body may carry (wires.md §2.1, §2.3; the public `DeviceInfo` and `InboxMessageContext`).
  private static let context: [(String, APISchema)] = [
    ("createdAt?", .whole(0, 253_402_300_799)),
    ("messageContext?", .object(["saveToInbox?": .flag, "silentInbox?": .flag, "location?": .text])),
    ("deviceInfo?", deviceInfo), ("buttonIdentifier?", .text),
    ("clickedUrl?", .text), ("targetUrl?", .text), ("closeAction?", .text), ("deleteAction?", .text),
    ("inboxSessionId?", .text),
  ]

  /// - Parameters:
  ///   - endpoint: Whose faults strike here.
  ///   - isServers: Whether it takes a server's key, which is taken for an app's as well.
  func route(
    _ operation: APIOperation, faults endpoint: FaultEndpoint = .tracking, isServers: Bool = false,
    _ handler: @escaping APIRoute.Handler
  ) -> APIRoute {
    var operation = operation
    operation.path = "/\(form.rawValue)/\(operation.path)"
    let query = operation.refusing(
      [400, 401], with: Self.status, bodies: [413: Self.status],
      access: [[.iterableKey]] + (isServers ? [] : [[.iterableKey, .iterableUserToken]]))
    return APIRoute(query) { request, context in
      // The path as the vendor has it, without the base of the stand-in.
      let path = request.uri.path.firstRange(of: "/api/").map { String(request.uri.path[$0.lowerBound...]) }
      // Without the key no fault strikes: it would be used up, and would reveal that the space exists.
      do throws(IterableStatus) { try checkKey(request, isServer: isServers) } catch {
        return error.response(path: path)
      }
      // The vendor never sends an error without a body.
      return try await world.faults.respond(
        endpoint, context: context, filling: { IterableStatus.fault($0)?.response(path: path) }
      ) {
        do {
          if let flaw = query.flaw(ofQuery: request.iterableQueries) { throw IterableStatus.badParams(flaw) }
          return try await handler(request, context)
        } catch let status as IterableStatus {
          return status.response(path: path)
        } catch let refusal as Refusal {
          // The body is too large, or ends early.
          return IterableStatus(status: refusal.status, code: "BadParams", msg: refusal.error).response()
        } catch StoreError.tooLong {
          return IterableStatus.badParams("A name is longer than 2,000 bytes").response()
        }
      }
    }
  }

  /// A call of an app for its user.
  func get(
    _ path: String, _ summary: String, faults endpoint: FaultEndpoint, query: [APIOperation.Parameter] = [],
    returns content: APIOperation.Content,
    _ handler: @escaping @Sendable (Request, IterableUser) async throws -> Response
  ) -> APIRoute {
    let operation = APIOperation(.get, path, summary, query: Self.who + query, returns: content)
    return route(operation, faults: endpoint) { request, _ in
      let user = try IterableUser(
        email: request.iterableQuery("email"), userID: request.iterableQuery("userId"))
      try checkToken(request, of: user)
      return try await handler(request, user)
    }
  }

  /// A call of a server for a user whom the path names, by e-mail or by id.
  ///
  /// - Parameter schema: Nil returns nothing but success.
  func server(
    _ path: String, _ summary: String, method: HTTPRequest.Method = .get,
    faults endpoint: FaultEndpoint = .tracking,
    query: [APIOperation.Parameter] = [], returns schema: APISchema? = nil,
    _ handler: @escaping @Sendable (Request, IterableUser) async throws -> JSONValue?
  ) -> [APIRoute] {
    [("\(path)/{user}", IterableUser.Kind.email), ("\(path)/byUserId/{user}", .userId)].map { path, kind in
      let content = schema.map { .json($0) } ?? Self.status
      let operation = APIOperation(method, path, summary, query: query, returns: content)
      return route(operation, faults: endpoint, isServers: true) { request, context in
        let user = try IterableUser(kind, try context.parameter("user"))
        return try await handler(request, user).map { .json($0) } ?? IterableStatus.success.response()
      }
    }
  }

  /// A body about one user; returns nothing but success.
  ///
  /// - Parameter needsUser: Otherwise a body that names no user is checked, and that is all.
  func post(
    _ path: String, _ summary: String, faults endpoint: FaultEndpoint = .tracking, isServers: Bool = false,
    of names: IterableUser.Names = IterableUser.user, needsUser: Bool = true,
    _ members: [(String, APISchema)] = [], act: @escaping @Sendable (IterableCalls.Post) async throws -> Void
  ) -> APIRoute {
    let schema = APISchema.object(
      [("\(names.email)?", .text), ("\(names.userID)?", .text)] + Self.context + members)
    let operation = APIOperation(.post, path, summary, body: .json(schema), returns: Self.status)
    return route(operation, faults: endpoint, isServers: isServers) { request, _ in
      let data = try await request.bodyData()
      guard let body = data.jsonObject else {
        throw IterableStatus(code: "BadJsonBody", msg: "The body is not a JSON object")
      }
      let (email, userID) = (body[names.email]?.text ?? "", body[names.userID]?.text ?? "")
      let isNamed = needsUser || !email.isEmpty || !userID.isEmpty
      let user = isNamed ? try IterableUser(email: email, userID: userID) : nil
      try checkToken(request, of: user)
      if let flaw = schema.flaw(of: body, named: "the body") { throw IterableStatus.badParams(flaw) }
      if let user {
        let time = body["createdAt"]?.integer.map { Date(timeIntervalSince1970: Double($0)) }
        let raw = VendorReceipt.RawRequest(request, body: data, mask: world.tokens.mask)
        try await act(Post(body: body, user: user, time: time ?? account.clock.date, raw: raw))
      }
      return IterableStatus.success.response()
    }
  }
}
