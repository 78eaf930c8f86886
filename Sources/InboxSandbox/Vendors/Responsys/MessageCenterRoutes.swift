import Hummingbird
import InboxModel
import InboxVendors

/// `/mc/v1`: messages (MC-4), rich content (MC-17), displays and opens (EN-8), the badge (BD-1, BD-5, BD-7), and pushes.
///
/// The wire has no sessions: every request carries both tokens and, but for engagements, the identity.
struct MessageCenterRoutes: Sendable {
  let world: SandboxWorld
  private var account: Account { world.account }

  private static let message: APISchema = [
    "id!": .text, "sent_ts!": .text, "subject!": .text, "message!": .text, "message_center_name": .text,
    "deeplink_url": .text, "richmessage_url": .text, "richmessage_html": .text, "icon_url": .text,
    "expiry_ts": .text, "custom_key_value_pairs": .map(.text),
  ]
  private static let event: APISchema = [
    "id!": .text, "type!": .choice(["display", "open"]), "identity!": .text, "message_id!": .text,
    "message_center_name": .text, "ts!": .text, "session": ["id!": .text, "number!": .whole(0)],
  ]
  private static let badge = APIOperation.Content.json(["count!": .whole(0), "version": .whole(0)])

  var all: [APIRoute] {
    [
      route(
        .messages,
        APIOperation(
          .get, "/mc/v1/centers/{center}/messages", "The 20 newest unexpired messages of a center",
          returns: .json(["message_center_name!": .text, "messages!": .list(Self.message)])), errors: 404,
        respond: messages),
      route(
        .rich,
        APIOperation(
          .get, "/mc/v1/rich/{id}", "Rich content, once for each identity; then 410",
          returns: .text("text/html")), errors: 404, 410, respond: richContent),
      route(
        .engagements,
        APIOperation(
          .post, "/mc/v1/engagements", "Displays and opens, each counted once by its id",
          body: .json(["sent_ts": .any, "events!": .list(Self.event)]),
          returns: .json([
            "accepted!": .list(.text), "duplicates!": .list(.text), "late": .list(.text),
            "generation": .whole(1),
          ])), [.appToken, .accountToken]
      ) { request, _ in try await accept(request) },
      route(.badge, APIOperation(.get, "/mc/v1/badge", "The badge", returns: Self.badge)) { request, _ in
        let badge = try await account.heldBadge(of: try Self.identity(of: request))
        return .json(data: BadgeWire.encodeResponse(badge))
      },
      route(
        .badge,
        APIOperation(
          .put, "/mc/v1/badge", "Sets the badge; returns what is held, capped at the maximum",
          body: .json(["count!": .whole(0)]), returns: Self.badge)
      ) { request, _ in try await setBadge(request) },
      route(
        .pushes,
        APIOperation(
          .get, "/mc/v1/pushes", "Pushes: one JSON object a line, until the client goes",
          returns: .text("application/x-ndjson"))
      ) { request, _ in
        try await account.pushes(to: try Self.identity(of: request), at: .responsys, of: request)
      },
    ]
  }

  /// A path of the message center, with its errors: it responds as the fault of its endpoint says, or as usual where there
  /// is none; without the tokens no fault strikes.
  ///
  /// - Parameter accesses: The accepted credentials: the tokens, and the identity where the body does not name it.
  private func route(
    _ endpoint: FaultEndpoint, _ operation: APIOperation,
    _ accesses: [APIAccess] = [.appToken, .accountToken, .identity],
    errors: Int..., respond: @escaping APIRoute.Handler
  ) -> APIRoute {
    let error = APIOperation.Content.json(["error!": .text, "served_ts": .text])
    let refusing = operation.refusing(errors + [400], with: error, bodies: [422: error], access: [accesses])
    return APIRoute(refusing) { request, context in
      try check(request, Endpoint.appTokenHeader, .app)
      try check(request, Endpoint.accountTokenHeader, .account)
      return try await world.faults.respond(endpoint, context: context) {
        try await respond(request, context)
      }
    }
  }

  /// - Throws: A ``Refusal`` with status 400, as the SDK's error for a bad token is 400 (MC-15).
  private func check(_ request: Request, _ header: String, _ token: TokenName) throws {
    guard let sent = request.header(header) else {
      throw Refusal(status: .badRequest, error: "The header \(header) is missing.")
    }
    guard world.tokens.matches(sent, token) else {
      throw Refusal(status: .badRequest, error: "The token in the header \(header) is wrong.")
    }
  }

  private static func identity(of request: Request) throws -> Identity {
    guard let text = request.header(Endpoint.identityHeader), !text.isEmpty else {
      throw Refusal(status: .badRequest, error: "The header \(Endpoint.identityHeader) is missing.")
    }
    guard let identity = Identity(storageKey: text) else {
      throw Refusal(
        status: .badRequest,
        error: "The header \(Endpoint.identityHeader) is neither user:NAME nor device:ID.")
    }
    return identity
  }

  @Sendable private func messages(_ request: Request, _ context: SandboxContext) async throws -> Response {
    let identity = try Self.identity(of: request)
    let center = CenterName(try context.parameter("center"))
    let found = try await account.messages(
      center: center, identity: identity, base: context.baseURL(of: request))
    guard let messages = found else {
      throw Refusal(status: .notFound, error: "This app has no message center called “\(center)”.")
    }
    return .json(
      .members(["message_center_name": center.rawValue, "messages": messages.map(MessageWire.encode)]))
  }

  /// HTML once for each identity and message, then 410.
  @Sendable private func richContent(_ request: Request, _ context: SandboxContext) async throws -> Response {
    let identity = try Self.identity(of: request)
    let id = MessageID(try context.parameter("id"))
    switch try await account.richContent(id, identity: identity) {
    case .html(let html): return .html(html)
    case .servedBefore(let date):
      throw Refusal(status: .gone, error: "served", more: ["served_ts": .string(WireDate.format(date))])
    case .unknown:
      throw Refusal(status: .notFound, error: "No message “\(id)” of this identity has content here.")
    }
  }

  private func accept(_ request: Request) async throws -> Response {
    let body = try await request.bodyData()
    let events = try Refusal.unprocessable { () throws(InboxError) in
      try EngagementWire.decodeRequest(body)
    }
    let result = try await account.accept(events)
    return .json(
      data: EngagementWire.encodeResponse(
        accepted: result.accepted, duplicates: result.duplicates, late: result.late,
        generation: result.generation))
  }

  private func setBadge(_ request: Request) async throws -> Response {
    let identity = try Self.identity(of: request)
    let body = try await request.bodyData()
    let count = try Refusal.unprocessable { () throws(InboxError) in try BadgeWire.decode(body) }
    return .json(data: BadgeWire.encodeResponse(try await account.setBadge(count, identity: identity)))
  }
}
