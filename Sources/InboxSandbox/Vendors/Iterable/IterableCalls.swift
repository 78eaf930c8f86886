import struct Foundation.Date
import HTTPTypes
import Hummingbird
import InboxModel
import InboxVendors

/// Makes the routes of the project under one base, with the vendor's body for every error.
struct IterableCalls: Sendable {
  let world: SandboxWorld
  let form: IterableWire.Form
  var account: Account { world.account }

  static let status = APIOperation.Content.json(["msg!": .text, "code!": .text, "params!": .map(.any).orNull])

  private static let who: [APIOperation.Parameter] = [
    .init("email"), .init("userId"), .init("platform", .choice(["iOS", "Android", "Web", "OTT"])),
    .init("packageName"), .init("SDKVersion"), .init("systemVersion"),
  ]

  private static let deviceInfo: APISchema = [
    "deviceId!": .filledText, "appPackageName!": .filledText,
    "platform!": .choice(["iOS", "Android", "Web"]),
  ]

  /// What every body may carry (wires.md §2.1, §2.3; the public `DeviceInfo` and `InboxMessageContext`).
  private static let context: [(String, APISchema)] = [
    ("createdAt?", .whole(0, 253_402_300_799)),
    ("messageContext?", ["saveToInbox?": .flag, "silentInbox?": .flag, "location?": .text]),
    ("deviceInfo?", deviceInfo), ("buttonIdentifier?", .text), ("clickedUrl?", .text), ("targetUrl?", .text),
    ("closeAction?", .text), ("deleteAction?", .text), ("inboxSessionId?", .text),
  ]

  /// - Parameter isServers: Whether it takes a server's key alone, which is taken for an app's as well.
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
    _ path: String, _ summary: String, faults endpoint: FaultEndpoint = .messages,
    query: [APIOperation.Parameter] = [], returns content: APIOperation.Content,
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
  func server(
    _ path: String, _ summary: String, method: HTTPRequest.Method = .get,
    faults endpoint: FaultEndpoint = .tracking, query: [APIOperation.Parameter] = [],
    returns content: APIOperation.Content = status,
    _ handler: @escaping @Sendable (Request, IterableUser) async throws -> JSONValue
  ) -> [APIRoute] {
    [("\(path)/{user}", IterableUser.Kind.email), ("\(path)/byUserId/{user}", .userId)].map { path, kind in
      let operation = APIOperation(method, path, summary, query: query, returns: content)
      return route(operation, faults: endpoint, isServers: true) { request, context in
        let user = try IterableUser(kind, try context.parameter("user"))
        return .json(try await handler(request, user))
      }
    }
  }

  /// A body about one user; returns nothing but success.
  ///
  /// - Parameter needsUser: Otherwise a body that names no user is checked, and that is all.
  func post(
    _ path: String, _ summary: String, faults endpoint: FaultEndpoint = .tracking, isServers: Bool = false,
    toRecipient: Bool = false, needsUser: Bool = true,
    _ members: [(String, APISchema)] = [], act: @escaping @Sendable (Post) async throws -> Void = { _ in }
  ) -> APIRoute {
    let names = toRecipient ? ["recipientEmail", "recipientUserId"] : ["email", "userId"]
    let schema = APISchema.object(names.map { ("\($0)?", .text) } + Self.context + members)
    let operation = APIOperation(.post, path, summary, body: .json(schema), returns: Self.status)
    return route(operation, faults: endpoint, isServers: isServers) { request, _ in
      let data = try await request.bodyData()
      guard let body = data.jsonObject else {
        throw IterableStatus(code: "BadJsonBody", msg: "The body is not a JSON object")
      }
      let (email, userID) = (body[names[0]]?.text ?? "", body[names[1]]?.text ?? "")
      let isNamed = needsUser || !email.isEmpty || !userID.isEmpty
      let user = isNamed ? try IterableUser(email: email, userID: userID) : nil
      try checkToken(request, of: user)
      if let flaw = schema.flaw(of: body, named: "the body") { throw IterableStatus.badParams(flaw) }
      if let user {
        let time = body["createdAt"]?.integer.map { Date(timeIntervalSince1970: Double($0)) }
        let raw = VendorReceipt.RawRequest(request, body: data, mask: world.tokens.mask)
        try await act(Post(body: body, user: user, time: time ?? account.clock.date, raw: raw))
      }
      return .json(IterableStatus.success)
    }
  }

  // MARK: - Who may call (wires.md §2.1), and what a user has

  /// A body that a client may send, in the form of the call's schema.
  struct Post: Sendable {
    let body: JSONValue
    let user: IterableUser
    /// When it happened: `createdAt` in seconds, else when it arrived.
    let time: Date
    let raw: VendorReceipt.RawRequest
  }

  /// Refuses an unknown key before anything else of a request is judged.
  func checkKey(_ request: Request, isServer: Bool = false) throws(IterableStatus) {
    let names = [.iterableServerKey] + (isServer ? [] : [TokenName.iterableKey, .iterableTokenKey])
    guard names.contains(where: { world.tokens.matches(request.header("Api-Key") ?? "", $0) }) else {
      throw .unauthorized("BadApiKey", "Invalid API key")
    }
  }

  /// Refuses a request without the JWT that its key asks for, and one with another user's.
  ///
  /// It is HS256 over the key's secret, `email` or `userId`, and `iat` and `exp` in seconds, at most a year apart (support
  /// article 360050801231; the sentences are those that the SDKs know).
  ///
  /// - Parameter user: Nil for what is about no user.
  func checkToken(_ request: Request, of user: IterableUser?) throws(IterableStatus) {
    guard world.tokens.matches(request.header("Api-Key") ?? "", .iterableTokenKey) else { return }
    guard let text = request.credential("Bearer") else {
      throw .unauthorized("BadAuthorizationHeader", "JWT Authorization header is not set")
    }
    func refused(_ msg: String) -> IterableStatus { .unauthorized("InvalidJwtPayload", msg) }
    guard let token = JSONWebToken(text) else { throw refused("JWT format is invalid") }
    guard token.isSigned(by: world.tokens[.userTokenSecret]) else { throw refused("JWT is invalid") }
    guard (token.claims["email"]?.text == nil) != (token.claims["userId"]?.text == nil) else {
      throw refused("JWT payload requires a value for userId or email")
    }
    guard let issued = token.issued, let expiry = token.expiry else { throw refused("Invalid payload") }
    guard expiry.timeIntervalSince(issued) <= 31_536_000 else {
      throw refused("Exp must be less than 1 year from iat")
    }
    let now = account.clock.date
    guard now < expiry else { throw refused("JWT token is expired") }
    // No published text has the sentence for a token that is not valid yet.
    guard token.hasBegun(at: now) else { throw refused("JWT is invalid") }
    guard user?.isNamed(by: token.claims.members ?? [:]) != false else {
      throw .unauthorized(
        "JwtUserIdentifiersMismatched", "The email or userId of the request is not that of the JWT")
    }
  }

  /// The user's messages, newest first, without expired, consumed and withdrawn ones.
  func messages(of user: IterableUser) async throws -> [VendorMessage] {
    let now = account.clock.date
    return try await account.messages(for: .iterable, identity: user.identity)
      .filter { !$0.isDeleted && !$0.hasExpired(at: now) }
      .sorted { ($0.sent, $0.number) > ($1.sent, $1.number) }
  }

  /// The embedded messages by their placement: the number that the campaign names, else that of its center, by name
  /// from 1 without Primary.
  func placements(of messages: [VendorMessage]) async throws -> [Int: [VendorMessage]] {
    let launched = try await account.launchedCampaigns().map(\.center)
    let centers = Set(world.campaigns.map(\.center) + launched).subtracting([.primary]).map(\.rawValue)
      .sorted()
    return Dictionary(grouping: messages.filter { IterableWire.isEmbedded($0.center, $0.extras) }) {
      $0.extras[.iterable, "placement"]?.integer ?? (centers.firstIndex(of: $0.center.rawValue) ?? 0) + 1
    }
  }
}

/// The vendor's reading of a query.
extension Request {
  /// Empty where the value is empty or the word None, which some examples in the public text have as the default, and
  /// which the vendor's Python library sends for a missing value.
  func iterableQueries(_ name: String) -> [String] {
    uri.queryParameters[values: Substring(name)].map(String.init).filter { !$0.isEmpty && $0 != "None" }
  }

  func iterableQuery(_ name: String) -> String? { iterableQueries(name).first }
}
