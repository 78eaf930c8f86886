import HTTPTypes
import Hummingbird
import InboxCore

/// Makes the routes of the project under one base, with the vendor's body for whatever goes wrong.
struct IterableCalls: Sendable {
  let project: IterableProject
  let faults: FaultBoard
  let form: IterableWire.Form

  /// Whose key a call asks for; a server's is taken for an app's as well.
  enum Caller { case app, server }

  private static let status = APIOperation.Content.json(
    .object(["msg!": .text, "code!": .text, "params!": .map(.any).orNull]))

  private static let who: [APIOperation.Parameter] = [
    .init(name: "email"), .init(name: "userId"),
    .init(name: "platform", schema: .choice(["iOS", "Android", "Web", "OTT"])), .init(name: "packageName"),
    .init(name: "SDKVersion"), .init(name: "systemVersion"),
  ]

  /// What every body may carry (wires.md §2.1, §2.3; the public `DeviceInfo` and `InboxMessageContext`).
  private static let context: [(String, APISchema)] = [
    ("createdAt?", .whole(0, 253_402_300_799)),
    ("messageContext?", .object(["saveToInbox?": .flag, "silentInbox?": .flag])),
    (
      "deviceInfo?",
      .object([
        "deviceId!": .filledText, "appPackageName!": .filledText,
        "platform!": .choice(["iOS", "Android", "Web"]),
      ])
    ),
    ("clickedUrl?", .text), ("targetUrl?", .text), ("closeAction?", .text), ("deleteAction?", .text),
    ("inboxSessionId?", .text),
  ]

  /// - Parameter endpoint: Whose faults strike here; nil for none.
  func route(
    _ operation: APIOperation, faults endpoint: FaultEndpoint? = nil, by caller: Caller = .app,
    _ handler: @escaping APIRoute.Handler
  ) -> APIRoute {
    var operation = operation
    operation.path = "/\(form.rawValue)/\(operation.path)"
    operation.access =
      caller == .server ? [[.iterableKey]] : [[.iterableKey], [.iterableKey, .iterableUserToken]]
    for status in [400, 401] { operation.errors[status] = Self.status }
    if operation.body != nil { operation.errors[413] = .json(.object(["error!": .text])) }
    let query = operation
    return APIRoute(operation) { request, context in
      // As the vendor calls it: without the base of the stand-in.
      let path = request.uri.path.firstRange(of: "/api/").map { request.uri.path[$0.lowerBound...] } ?? ""
      let respond = { () async throws -> Response in
        do {
          try project.checkKey(request, isServer: caller == .server)
          if let flaw = query.flaw(ofQuery: request.iterableQueries) { throw IterableStatus.badParams(flaw) }
          return try await handler(request, context)
        } catch let status as IterableStatus {
          return status.response(path: String(path))
        }
      }
      guard let endpoint else { return try await respond() }
      let response = try await faults.respond(endpoint, context: context, truly: respond)
      // Only a fault sends an error without a body; the vendor never does.
      guard response.body.contentLength == 0, let fault = IterableStatus.fault(response.status) else {
        return response
      }
      var filled = fault.response(path: String(path))
      filled.headers[.retryAfter] = response.headers[.retryAfter]
      return filled
    }
  }

  /// What an app asks for its user.
  func get(
    _ path: String, _ summary: String, faults endpoint: FaultEndpoint, query: [APIOperation.Parameter] = [],
    returns content: APIOperation.Content,
    _ handler: @escaping @Sendable (Request, IterableUser) async throws -> Response
  ) -> APIRoute {
    let operation = APIOperation(.get, path, summary, query: Self.who + query, returns: content)
    return route(operation, faults: endpoint) { request, _ in
      try await handler(request, try project.user(of: request))
    }
  }

  /// What a server asks of a user whom the path names, by e-mail or by id.
  ///
  /// - Parameter schema: Nil returns nothing but success.
  func server(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, faults endpoint: FaultEndpoint? = nil,
    query: [APIOperation.Parameter] = [], returns schema: APISchema? = nil,
    _ handler: @escaping @Sendable (Request, IterableUser) async throws -> JSONValue?
  ) -> [APIRoute] {
    [("\(path)/{user}", IterableUser.Kind.email), ("\(path)/byUserId/{user}", .userId)].map { path, kind in
      let content = schema.map(APIOperation.Content.json) ?? Self.status
      let operation = APIOperation(method, path, summary, query: query, returns: content)
      return route(operation, faults: endpoint, by: .server) { request, context in
        let user = try IterableUser(kind, try context.parameter("user"))
        return try await handler(request, user).map { .json($0) } ?? IterableStatus.success.response()
      }
    }
  }

  /// A body about one user; returns nothing but success.
  func post(
    _ path: String, _ summary: String, faults endpoint: FaultEndpoint? = nil, by caller: Caller = .app,
    of names: IterableUser.Names = IterableUser.Names(), _ members: KeyValuePairs<String, APISchema> = [:],
    act: @escaping @Sendable (IterablePost) async throws -> Void
  ) -> APIRoute {
    let who = [("\(names.email)?", APISchema.text), ("\(names.userID)?", .text)]
    let schema = APISchema.object(who + Self.context + members.map { ($0.key, $0.value) })
    let operation = APIOperation(.post, path, summary, body: .json(schema), returns: Self.status)
    return route(operation, faults: endpoint, by: caller) { request, _ in
      try await act(try await project.post(request, of: names, schema))
      return IterableStatus.success.response()
    }
  }
}
